using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace Tools.Scoring;

/// <summary>Options of the verb `score`. What is null was not given.</summary>
public sealed class ScoreVerbOptions
{
    /// <summary>Default of <see cref="TolerancePercent"/>.</summary>
    public const double DefaultTolerancePercent = 1;

    /// <summary>Default of <see cref="MaxDelayMs"/>.</summary>
    public const double DefaultMaxDelayMs = 50;

    /// <summary>The ground truth.</summary>
    [Description("truth file of the run, as the simulator writes it; may still be written")]
    [Required]
    public string Truth { get; set; } = "";

    /// <summary>The journal.</summary>
    [Description("journal of the connector: its blocks are evaluated as a monitor would")]
    public string? Source { get; set; }

    /// <summary>The state of a monitor. Not called State: that is a section of the monitor's own options.</summary>
    [Description("state folder of a monitor: its alarms are compared with the ground truth")]
    public string? Monitor { get; set; }

    /// <summary>The stream.</summary>
    [Description("name of the stream; that of the ground truth unless given")]
    public string? Stream { get; set; }

    /// <summary>The run of the connector.</summary>
    [Description("with --source: only the blocks of this epoch; all of them unless given")]
    [Range(1, long.MaxValue)]
    public long? Epoch { get; set; }

    /// <summary>Tolerance of the index.</summary>
    [Description(
        "base samples that an index may be off; by default 5 % of the distance of cycles, 20 ms for excursions")]
    [Range(0, 1_000_000_000)]
    public long? ToleranceSamples { get; set; }

    /// <summary>Tolerance of the value.</summary>
    [Description("how far a value may be off: % of the range of the column, or of the property")]
    [Range(0.0, 1000.0)]
    public double TolerancePercent { get; set; } = DefaultTolerancePercent;

    /// <summary>Largest delay of the measuring chain.</summary>
    [Description("largest delay of the measuring chain that is looked for, ms")]
    [Range(0.0, 10_000.0)]
    public double MaxDelayMs { get; set; } = DefaultMaxDelayMs;

    /// <summary>The noise band.</summary>
    [Description("noise band of turns, in units of the column; from its first samples unless given")]
    [Range(0.0, 1e12)]
    public double? Band { get; set; }

    /// <summary>The area.</summary>
    [Description("area of the specimen, mm2; of the test run unless given")]
    [Range(1e-3, 1e7)]
    public double? S0 { get; set; }

    /// <summary>The gauge length.</summary>
    [Description("gauge length, mm, where strain is measured as mm; of the test run unless given")]
    [Range(1e-3, 1e5)]
    public double? L0 { get; set; }

    /// <summary>Begin of the elastic range.</summary>
    [Description("stress at which the elastic line begins, MPa; 10 % of the yield strength unless given")]
    [Range(0.0, 1e6)]
    public double? ElasticFrom { get; set; }

    /// <summary>End of the elastic range.</summary>
    [Description("stress at which the elastic line ends, MPa; 40 % of the yield strength unless given")]
    [Range(0.0, 1e6)]
    public double? ElasticTo { get; set; }

    /// <summary>Least recall.</summary>
    [Description("exit code 1 when the recall of a line is less, 0 to 1")]
    [Range(0.0, 1.0)]
    public double? MinRecall { get; set; }

    /// <summary>Least precision.</summary>
    [Description("exit code 1 when the precision of a line is less, 0 to 1")]
    [Range(0.0, 1.0)]
    public double? MinPrecision { get; set; }

    /// <summary>JSON.</summary>
    [Description("one JSON object; may be given as --json")]
    public bool Json { get; set; }

    /// <summary>CSV.</summary>
    [Description("a line for each; may be given as --csv")]
    public bool Csv { get; set; }
}
