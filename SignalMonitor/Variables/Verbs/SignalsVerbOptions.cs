using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Options of the verb `signals`. What is null was not given.</summary>
internal sealed class SignalsVerbOptions : IStationOptions
{
    /// <summary>What to do.</summary>
    [Description("list, add, set, remove, check, import or export; given after the verb")]
    public SignalsAction Action { get; set; } = SignalsAction.List;

    /// <summary>The variable, or the file.</summary>
    [Description("name of the variable; of import and export the file; given after the action")]
    public string? Name { get; set; }

    /// <summary>Site/rig; null = the first of the configuration, or that of an imported file.</summary>
    [Description("site/rig; without it the first of the configuration, or that of an imported file")]
    public string? Station { get; set; }

    /// <summary>The columns of the variable.</summary>
    public ColumnOptions<SignalVariable> Columns { get; } = new();

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
    [Description("JSON instead of text; may be given as --json")]
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
