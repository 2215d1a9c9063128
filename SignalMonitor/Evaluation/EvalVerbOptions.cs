using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Evaluation;

/// <summary>Options of the verb `eval`. What is null was not given.</summary>
public sealed class EvalVerbOptions
{
    /// <summary>Default of <see cref="Rate"/>.</summary>
    public const double DefaultRateHz = 1;

    /// <summary>The expression.</summary>
    [Description("the expression, e.g. \"abs(servo1.force)\"; with --values the values are x")]
    [Required]
    public string Expr { get; set; } = "";

    /// <summary>Numbers with commas between them, <c>@FILE</c>, or <c>-</c> for standard input.</summary>
    [Description(
        "numbers with commas between them, nan, inf and -inf too; @FILE or - (standard input): evaluates them as x")]
    public string? Values { get; set; }

    /// <summary>Rate of <see cref="Values"/>.</summary>
    [Description("with --values: how many of them are a second, Hz")]
    [Range(1e-9, 1e9)]
    public double Rate { get; set; } = DefaultRateHz;

    /// <summary>Folder of a journal.</summary>
    [Description("journal of a connector, which may be running: evaluates its blocks")]
    public string? Source { get; set; }

    /// <summary>Stream of the journal.</summary>
    [Description("with --source: name of the stream; needed when the journal has more than one")]
    public string? Stream { get; set; }

    /// <summary>Site/rig; null = the first of the configuration.</summary>
    [Description(
        "with --source: site/rig whose calculated channels it may name; without it the first of the configuration")]
    public string? Station { get; set; }

    /// <summary>First sequence.</summary>
    [Description(
        "with --source: first sequence; with --from, --to or --epoch one epoch is evaluated, else all of them")]
    [Range(1, long.MaxValue)]
    public long? From { get; set; }

    /// <summary>Last sequence.</summary>
    [Description("with --source: last sequence")]
    [Range(1, long.MaxValue)]
    public long? To { get; set; }

    /// <summary>Epoch of the publisher.</summary>
    [Description("with --source: epoch of --from and --to; without it the newest")]
    [Range(1, long.MaxValue)]
    public long? Epoch { get; set; }

    /// <summary>As the monitor had it.</summary>
    [Description("with --source: as the monitor of --State:Folder had it in its newest run; may be given as --as-live")]
    public bool AsLive { get; set; }

    /// <summary>JSON.</summary>
    [Description("an array, or of a table its rows, or {value, state}; may be given as --json")]
    public bool Json { get; set; }

    /// <summary>CSV.</summary>
    [Description("lines of index, value and quality, or of a table its rows; may be given as --csv")]
    public bool Csv { get; set; }
}
