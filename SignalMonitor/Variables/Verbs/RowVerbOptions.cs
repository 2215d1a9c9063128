using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Variables.Verbs;

/// <summary>What the verbs `limits`, `units` and `aliases` do.</summary>
public enum RowAction
{
    /// <summary>Shows them.</summary>
    List,

    /// <summary>Adds one, or changes what is given of it.</summary>
    Set,

    /// <summary>Removes one.</summary>
    Remove,
}

/// <summary>
/// Options that the verbs `limits`, `units` and `aliases` have in common. What is null was not given.
/// </summary>
public abstract class RowVerbOptions : IRowWords
{
    /// <summary>What to do.</summary>
    [Description("list, set or remove; stands behind the verb")]
    public RowAction Action { get; set; } = RowAction.List;

    /// <summary>Which one.</summary>
    [Description(
        "limits: the variable or channel; units: the unit; aliases: the alias; breaks: the trigger; stands behind the "
            + "action")]
    public string? Name { get; set; }

    /// <summary>Site/rig.</summary>
    [Description("site/rig; without it the one of the configuration")]
    public string? Station { get; set; }

    /// <summary>The revision that an edit was made from.</summary>
    [Description("set, remove: refuse unless it has this revision")]
    [Range(1, long.MaxValue)]
    public long? Revision { get; set; }

    /// <summary>Who edits.</summary>
    [Description("who edits, for the change log; without it the user of the system")]
    public string? By { get; set; }

    /// <summary>Machine-readable output.</summary>
    [Description("JSON instead of text; may stand as --json")]
    public bool Json { get; set; }
}

/// <summary>
/// What is said of one row: which one, and what shall become of it. What is null was not given, and stays as it is.
/// </summary>
public interface IRowWords
{
    /// <summary>Which one.</summary>
    string? Name { get; }

    /// <summary>The revision that the edit was made from; null = whatever is there.</summary>
    long? Revision { get; }
}
