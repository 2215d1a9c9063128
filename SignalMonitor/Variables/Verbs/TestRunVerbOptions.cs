using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Options of the verb `testrun`. What is null was not given.</summary>
internal sealed class TestRunVerbOptions : IStationOptions
{
    /// <summary>What to do.</summary>
    [Description("show, start, set or stop; given after the verb")]
    public TestRunAction Action { get; set; } = TestRunAction.Show;

    /// <summary>Name of the run.</summary>
    [Description("start: name of the run, unique in the station; given after start")]
    public string? Name { get; set; }

    /// <summary>Site/rig.</summary>
    [Description("site/rig; without it the first of the configuration")]
    public string? Station { get; set; }

    /// <summary>The columns of the run.</summary>
    public ColumnOptions<TestRun> Columns { get; } = new();

    /// <summary>Runs to show.</summary>
    [Description("show: how many runs")]
    [Range(1, 1000)]
    public int Last { get; set; } = 10;

    /// <summary>Who edits.</summary>
    [Description("who edits, for the change log; without it the user of the system")]
    public string? By { get; set; }

    /// <summary>Machine-readable output.</summary>
    [Description("JSON instead of text; may be given as --json")]
    public bool Json { get; set; }
}

/// <summary>What the verb `testrun` does.</summary>
public enum TestRunAction
{
    /// <summary>Shows the newest test runs.</summary>
    Show,

    /// <summary>Begins one.</summary>
    Start,

    /// <summary>Changes the given values of the open run.</summary>
    Set,

    /// <summary>Ends it.</summary>
    Stop,
}
