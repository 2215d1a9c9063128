using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using SignalMonitor.Exporting.Formats;

namespace SignalMonitor.Exporting;

/// <summary>Options of the verb `export`. What is null was not given.</summary>
public sealed class ExportVerbOptions
{
    /// <summary>Folder of a journal or a recording.</summary>
    [Description("recording, or journal of a connector, or the state folder around it; the connector may be running")]
    [Required]
    public string Source { get; set; } = "";

    /// <summary>Name of a format.</summary>
    [ExportFormatsDescription]
    [Required]
    public string Format { get; set; } = "";

    /// <summary>The file, or with <c>npy</c> the folder, to make.</summary>
    [Description("file to make, with npy a folder; channels of several rates give one for each: out-10000hz.csv")]
    [Required]
    public string Out { get; set; } = "";

    /// <summary>Stream of the journal.</summary>
    [Description("name of the stream; needed when the journal has more than one")]
    public string? Stream { get; set; }

    /// <summary>Patterns of channel names with commas between them.</summary>
    [Description("names or patterns with commas between them: servo1.*,ad7,stress,stress.quality")]
    [Required]
    public string Channels { get; set; } = "*";

    /// <summary>First block.</summary>
    [Description("first block: a sequence, or a UTC time such as 2026-03-01T12:00:00")]
    public string? From { get; set; }

    /// <summary>Last block.</summary>
    [Description("last block: a sequence, or a UTC time")]
    public string? To { get; set; }

    /// <summary>Epoch of the publisher.</summary>
    [Description("only this epoch of the connector; needed for a sequence that several epochs have")]
    [Range(1, long.MaxValue)]
    public long? Epoch { get; set; }

    /// <summary>Rate of one table of all channels, Hz.</summary>
    [Description("one table of all channels at this rate, Hz, instead of one for each rate of the rig")]
    [Range(1e-6, 1e9)]
    public double? AtRate { get; set; }

    /// <summary>How <see cref="AtRate"/> takes a value.</summary>
    [Description("with --at-rate: hold (last sample), linear (between two) or mean (of the interval that begins)")]
    public string? Resample { get; set; }

    /// <summary>Counts of the converter instead of units.</summary>
    [Description("counts of the converter, where the catalogue has a scale, instead of engineering units")]
    public bool Raw { get; set; }

    /// <summary>Decimal sign of CSV.</summary>
    [Description("with csv: decimal sign, . or ,")]
    [Required]
    public string Decimal { get; set; } = ".";

    /// <summary>Separator of CSV.</summary>
    [Description("with csv: separator of columns: , ; or tab")]
    [Required]
    public string Separator { get; set; } = ",";

    /// <summary>Continue an export that was interrupted.</summary>
    [ResumeDescription]
    public bool Resume { get; set; }

    /// <summary>Begin again where an export was interrupted.</summary>
    [Description("remove what an interrupted export left, and begin again")]
    public bool Restart { get; set; }

    /// <summary>MB of numbers between two checkpoints of an export that can be resumed, 1 to 100,000.</summary>
    [Description("MB of numbers between two points from which an export can be resumed")]
    [Range(1, 100_000)]
    public int CheckpointMegabytes { get; set; } = 256;
}
