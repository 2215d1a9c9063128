using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Audit.Verbs;

/// <summary>What the verb `audit` does.</summary>
public enum AuditVerbAction
{
    /// <summary>Lists entries.</summary>
    List,

    /// <summary>Checks that none was changed or removed.</summary>
    Verify,
}

/// <summary>Options of the verb `audit`. What is null was not given.</summary>
public sealed class AuditVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("list or verify; given after the verb")]
    public AuditVerbAction Do { get; set; } = AuditVerbAction.List;

    /// <summary>Where the log is.</summary>
    [Description("folder of a recording, whose part of the log is read; without it the log in State:Folder")]
    public string? Source { get; set; }

    /// <summary>Earliest time.</summary>
    [Description("list: entries from this time on, UTC, such as 2026-11-25T03:00:00Z")]
    public string? From { get; set; }

    /// <summary>Latest time.</summary>
    [Description("list: entries up to this time, UTC")]
    public string? To { get; set; }

    /// <summary>Who.</summary>
    [Description("list: entries of this name")]
    public string? Who { get; set; }

    /// <summary>What was done.</summary>
    [Description("list: entries of this action; testrun is all that begin with testrun.")]
    public string? Action { get; set; }

    /// <summary>How many.</summary>
    [Description("list: how many at most, the newest of them")]
    [Range(1, 1_000_000)]
    public int Last { get; set; } = 1000;

    /// <summary>Machine-readable output.</summary>
    [Description("one JSON object for each entry instead of text; may be given as --json")]
    public bool Json { get; set; }
}
