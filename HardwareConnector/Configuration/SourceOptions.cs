using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Globalization;
using FuncLibs.GroundTruth;

namespace HardwareConnector.Configuration;

/// <summary>Where a source's blocks come from.</summary>
public enum SourceType
{
    /// <summary>A rig, a simulator process or a vendor adapter over the controller link.</summary>
    Link,

    /// <summary>A simulated rig inside this process.</summary>
    Simulator,

    /// <summary>What a connector recorded, from its journal.</summary>
    Replay,
}

/// <summary>One source of blocks.</summary>
public sealed class SourceOptions : RecordingOptions
{
    /// <summary>Kind of source.</summary>
    [Description("link: a rig over the controller link; simulator: a simulated rig in this process; replay: a recorded journal")]
    public SourceType Type { get; set; } = SourceType.Link;

    /// <summary>
    /// Name under which its stream is published, unique among all sources. Empty: with one source the rig's own name, with several `rig01`,
    /// `rig02` and so on by position. A rig of several streams has its own names behind it: `rig01-main`.
    /// </summary>
    [Description("name of its stream: 1 to 24 of a-z 0-9 _ -; empty = the rig's own, or rig01, rig02 ... when there are several sources")]
    [RegularExpression(ConnectorOptions.NamePattern)]
    public string Stream { get; set; } = "";

    /// <summary>Address of the controller link. Ignored by the others.</summary>
    [Description("address of the controller link")]
    [Required]
    public string Endpoint { get; set; } = "tcp://127.0.0.1:5555";

    /// <summary>Blocks that may wait between source and publisher, a power of two from 2 to 4096. A full queue drops the newest block, and
    /// its samples are declared lost.</summary>
    [Description("blocks between source and publisher; a power of two")]
    [Range(2, 4096)]
    public int QueueBlocks { get; set; } = 128;

    /// <summary>Preset of the simulated rig. Ignored by a link.</summary>
    [Description("preset of the simulated rig")]
    [Required]
    public string Preset { get; set; } = "reference";

    /// <summary>Seed of the simulated rig. Ignored by a link.</summary>
    [Description("seed of the simulated rig")]
    public long Seed { get; set; } = 1;

    /// <summary>Rate of the simulated rig; 0 = the preset's own. Ignored by a link.</summary>
    [Description("blocks a second of the simulated rig, 0 = as the preset says")]
    [Range(0, 10_000)]
    public int BlocksPerSecond { get; set; }

    /// <summary>A fault schedule of the simulated rig, docs/faults.md; empty = nothing goes wrong. Ignored by the others.</summary>
    [Description("file with a schedule of faults of the simulated rig")]
    public string Faults { get; set; } = "";

    /// <summary>File for the truth of the simulated rig, docs/score.md; it is replaced. Empty = none; the others have no truth.</summary>
    [Description("file for the truth of the simulated rig, JSON lines; empty = none")]
    public string Truth { get; set; } = "";

    /// <summary>Largest truth file in bytes, 4096 to 2^40; what comes behind is counted.</summary>
    [Description("largest truth file, bytes")]
    [Range(GroundTruthWriterOptions.LeastMaxBytes, 1L << 40)]
    public long TruthMaxBytes { get; set; } = GroundTruthWriterOptions.DefaultMaxBytes;
}

/// <summary>What a source of type replay reads, and how fast. All of it is ignored by the other types.</summary>
public class RecordingOptions
{
    /// <summary>The journal's folder, or the state folder that it lies in. It is only read; a connector may go on writing there.</summary>
    [Description("folder of the recorded journal, or the state folder around it")]
    public string Folder { get; set; } = "";

    /// <summary>1 = as it was recorded, N = N times as fast (0.01 to 10,000), `max` = as fast as publisher and journal take it.</summary>
    [Description("speed of a replay: 1 = as recorded, N = N times as fast, max = as fast as it is taken")]
    public string Speed { get; set; } = "1";

    /// <summary>Name of the recorded stream; empty = the only one.</summary>
    [Description("recorded stream that is replayed; empty = the only one")]
    public string RecordedStream { get; set; } = "";

    /// <summary>Life of the recording connector that is replayed; 0 = all, one after the other.</summary>
    [Description("epoch that is replayed; 0 = all")]
    public long Epoch { get; set; }

    /// <summary>First sequence, or UTC time such as 2026-03-01T12:00:00; empty = from the beginning.</summary>
    [Description("first sequence or UTC time of a replay; empty = from the beginning")]
    public string From { get; set; } = "";

    /// <summary>Last sequence, or UTC time; empty = to the end.</summary>
    [Description("last sequence or UTC time of a replay; empty = to the end")]
    public string To { get; set; } = "";

    /// <summary>Begins when the first consumer is subscribed, which then has every block:
    /// without it a replay at `max` is over before one is there.</summary>
    [Description("true = a replay begins when the first consumer is subscribed")]
    public bool Await { get; set; }

    /// <summary>Begins again at the end. The rig then counts its samples anew.</summary>
    [Description("true = a replay begins again at its end")]
    public bool Loop { get; set; }
}

/// <summary>How fast a recording is replayed.</summary>
/// <param name="Factor">Recorded time a second; infinite = as fast as it is taken.</param>
public readonly record struct ReplaySpeed(double Factor)
{
    /// <summary>Slowest replay.</summary>
    public const double MinFactor = 0.01;

    /// <summary>Fastest replay that still keeps time.</summary>
    public const double MaxFactor = 10_000;

    /// <summary>What may be given.</summary>
    public const string Allowed = "1, a number from 0.01 to 10000, or max";

    private const string MaxName = "max";

    /// <summary>True when time is not kept.</summary>
    public bool IsMax => double.IsPositiveInfinity(Factor);

    /// <summary>Reads a number, or `max`; false for anything else.</summary>
    public static bool TryParse(string text, out ReplaySpeed speed)
    {
        bool isMax = text.Equals(MaxName, StringComparison.OrdinalIgnoreCase);
        speed = new ReplaySpeed(isMax ? double.PositiveInfinity : 0);
        if (isMax)
            return true;
        bool isNumber = double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double factor)
            && factor is >= MinFactor and <= MaxFactor;
        speed = new ReplaySpeed(isNumber ? factor : 0);
        return isNumber;
    }

    /// <summary>Time that the replay of a stretch of recorded time takes; both in ns. Exact at speed 1.</summary>
    public long Scale(long recordedNs) => Factor == 1 ? recordedNs : (long)(recordedNs / Factor);

    /// <inheritdoc/>
    public override string ToString() => IsMax ? MaxName : Factor.ToString(CultureInfo.InvariantCulture);
}

/// <summary>What the streams of the sources are called.</summary>
public static class SourceNames
{
    /// <summary>The name of a source's stream; null = the rig's own.</summary>
    public static string? Find(ConnectorOptions options, int source)
    {
        string name = options.Sources[source].Stream;
        if (name.Length > 0)
            return name;
        return options.Sources.Length == 1 ? null : string.Create(CultureInfo.InvariantCulture, $"rig{source + 1:00}");
    }
}
