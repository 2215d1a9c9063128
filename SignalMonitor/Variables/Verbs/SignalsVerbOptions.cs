using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Options of the verb `signals`. What is null was not given.</summary>
public sealed class SignalsVerbOptions : IRowWords
{
    /// <summary>What to do.</summary>
    [Description("list, add, set, remove, check, import or export; stands behind the verb")]
    public SignalsAction Action { get; set; } = SignalsAction.List;

    /// <summary>The variable, or the file.</summary>
    [Description("name of the variable; of import and export the file; stands behind the action")]
    public string? Name { get; set; }

    /// <summary>Site/rig; null = lab/rig1, or of an import what the file says.</summary>
    [Description("site/rig; without it lab/rig1, or what an imported file says")]
    public string? Station { get; set; }

    /// <summary>The formula.</summary>
    [Description("add, set: the formula, e.g. \"abs(servo1.force)\"")]
    public string? Expression { get; set; }

    /// <summary>Unit of the result.</summary>
    [Description("add, set: unit of the result; empty = as the formula gives it")]
    public string? Unit { get; set; }

    /// <summary>Digits behind the point.</summary>
    [Description("add, set: digits shown behind the point")]
    [Range(0, 15)]
    public int? Digits { get; set; }

    /// <summary>Whether it is computed.</summary>
    [Description("add, set: true = computed, false = only kept")]
    public bool? Enabled { get; set; }

    /// <summary>Whether what it remembers goes on over a new test run.</summary>
    [Description(
        "add, set: true = what its functions remember goes on over a new test run; without it a new run begins it "
            + "anew")]
    public bool? KeepOverRuns { get; set; }

    /// <summary>Free text.</summary>
    [Description("add, set: free text")]
    public string? Note { get; set; }

    /// <summary>The revision that an edit was made from.</summary>
    [Description("set, remove: refuse unless the variable has this revision")]
    [Range(1, long.MaxValue)]
    public long? Revision { get; set; }

    /// <summary>Remove limits too.</summary>
    [Description("remove: also the limits on the variable")]
    public bool WithLimits { get; set; }

    /// <summary>Remove what the file does not have.</summary>
    [Description("import: remove what the file does not have")]
    public bool Replace { get; set; }

    /// <summary>Who edits.</summary>
    [Description("who edits, for the change log; without it the user of the system")]
    public string? By { get; set; }

    /// <summary>Machine-readable output.</summary>
    [Description("JSON instead of text; may stand as --json")]
    public bool Json { get; set; }
}

/// <summary>What the verb `signals` does.</summary>
public enum SignalsAction
{
    /// <summary>Shows all definitions of a station.</summary>
    List,

    /// <summary>Adds a variable.</summary>
    Add,

    /// <summary>Changes what is given of a variable.</summary>
    Set,

    /// <summary>Removes a variable.</summary>
    Remove,

    /// <summary>Judges all definitions of a station.</summary>
    Check,

    /// <summary>Reads a file of definitions.</summary>
    Import,

    /// <summary>Writes one.</summary>
    Export,
}
