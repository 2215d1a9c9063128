using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Options of the verb `testrun`. What is null was not given.</summary>
public sealed class TestRunVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("show, start, set or stop; stands behind the verb")]
    public TestRunAction Action { get; set; } = TestRunAction.Show;

    /// <summary>Name of the run.</summary>
    [Description("start: name of the run, unique in the station; stands behind start")]
    public string? Name { get; set; }

    /// <summary>Site/rig.</summary>
    [Description("site/rig; without it lab/rig1")]
    public string? Station { get; set; }

    /// <summary>Who runs it.</summary>
    [Description("start, set: who runs the test")]
    public string? Operator { get; set; }

    /// <summary>The specimen.</summary>
    [Description("start, set: the specimen")]
    public string? Specimen { get; set; }

    /// <summary>Gauge length.</summary>
    [Description("start, set: gauge length in mm, run.l0 in formulas")]
    public double? L0 { get; set; }

    /// <summary>Cross section.</summary>
    [Description("start, set: cross section in mm2, run.s0 in formulas")]
    public double? S0 { get; set; }

    /// <summary>What the controller holds.</summary>
    [Description("start, set: stroke, force, strain or other")]
    public ControlMode? ControlMode { get; set; }

    /// <summary>Free text.</summary>
    [Description("start, set, stop: free text")]
    public string? Note { get; set; }

    /// <summary>Runs to show.</summary>
    [Description("show: how many runs")]
    [Range(1, 1000)]
    public int Last { get; set; } = 10;

    /// <summary>Who edits.</summary>
    [Description("who edits, for the change log; without it the user of the system")]
    public string? By { get; set; }

    /// <summary>Machine-readable output.</summary>
    [Description("JSON instead of text; may stand as --json")]
    public bool Json { get; set; }
}

/// <summary>What the verb `testrun` does.</summary>
public enum TestRunAction
{
    /// <summary>Shows the newest test runs.</summary>
    Show,

    /// <summary>Begins one.</summary>
    Start,

    /// <summary>Changes what is given of the one that goes on.</summary>
    Set,

    /// <summary>Ends it.</summary>
    Stop,
}
