using System.ComponentModel;

namespace SignalMonitor.Archiving.Verbs;

/// <summary>What the verb `archive` does.</summary>
public enum ArchiveAction
{
    /// <summary>Says whether folder and catalogue can be used, and what waits.</summary>
    Status,

    /// <summary>Archives recordings now.</summary>
    Push,

    /// <summary>Searches the catalogue.</summary>
    Search,

    /// <summary>Checks files of archived tests.</summary>
    Verify,

    /// <summary>Makes the catalogue of the folder.</summary>
    Rebuild,
}

/// <summary>Options of the verb `archive`.</summary>
public sealed class ArchiveVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("status, push, search, verify or rebuild; given after the verb")]
    public ArchiveAction Action { get; set; } = ArchiveAction.Status;

    /// <summary>Which recording or test.</summary>
    [Description("push: test run; verify: SITE/RIG/FOLDER of an archived test; without it all; given after the action")]
    public string? Name { get; set; }

    /// <summary>Search: the rig.</summary>
    [Description("search: SITE/RIG, or a rig of any site; * is any text")]
    public string? Rig { get; set; }

    /// <summary>Search: the specimen.</summary>
    [Description("search: a part of the specimen's name; with * a pattern for the whole of it")]
    public string? Specimen { get; set; }

    /// <summary>Search: first begin.</summary>
    [Description("search: tests that began at this date or UTC time, or later")]
    public string? From { get; set; }

    /// <summary>Search: last begin.</summary>
    [Description("search: tests that began at this date or UTC time, or before")]
    public string? To { get; set; }

    /// <summary>Search: results.</summary>
    [Description("search: conditions for results, such as \"Rm>=500\" or \"Rm>=500 MPa,Rm<=700 MPa\"")]
    public string? Result { get; set; }

    /// <summary>Search: the page.</summary>
    [Description("search: key of the next page, as the answer before has it")]
    public string? After { get; set; }

    /// <summary>Search: length of the page.</summary>
    [Description("search: tests of one answer, 1 to 200; without it 50")]
    public string? Limit { get; set; }

    /// <summary>Machine-readable output.</summary>
    [Description("JSON instead of text; may be given as --json")]
    public bool Json { get; set; }
}
