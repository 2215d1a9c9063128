using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Globalization;
using FuncLibs.GroundTruth;

namespace HardwareConnector.Configuration;

/// <summary>Type of a source.</summary>
public enum SourceType
{
    /// <summary>A rig, a simulator process or a vendor adapter over the controller link.</summary>
    Link,

    /// <summary>A simulated rig inside this process.</summary>
    Simulator,

    /// <summary>A recording, from the journal of a connector.</summary>
    Replay,
}

/// <summary>One source of blocks.</summary>
public sealed class SourceOptions : RecordingOptions
{
    /// <summary>Kind of source.</summary>
    [Description(
        "link: a rig over the controller link; simulator: a simulated rig in this process; replay: a recorded journal")]
    public SourceType Type { get; set; } = SourceType.Link;

    /// <summary>
    /// Name under which its stream is published, unique among all sources. Empty: the rig's own name with one source,
    /// `rig01`, `rig02` and so on with several. A rig of several streams appends their names: `rig01-main`.
    /// </summary>
    [Description(
        "name of its stream: 1 to 24 of a-z 0-9 _ -; empty = the rig's own, or rig01, rig02 ... when there are "
            + "several sources")]
    [RegularExpression(ConnectorOptions.NamePattern)]
    public string Stream { get; set; } = "";

    /// <summary>Address of the controller link. Only for type link.</summary>
    [Description("address of the controller link")]
    [Required]
    public string Endpoint { get; set; } = "tcp://127.0.0.1:5555";

    /// <summary>
    /// Size of the queue between source and publisher in blocks, a power of two from 2 to 4096. A full queue drops the
    /// newest block, and its samples are declared lost.
    /// </summary>
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
    [Description("blocks a second of the simulated rig, 0 = as in the preset")]
    [Range(0, 10_000)]
    public int BlocksPerSecond { get; set; }

    /// <summary>
    /// A fault schedule of the simulated rig, docs/faults.md; empty = no faults. Only for type simulator.
    /// </summary>
    [Description("file with a schedule of faults of the simulated rig")]
    public string Faults { get; set; } = "";

    /// <summary>
    /// Ground-truth file of the simulated rig, docs/score.md; an existing file is replaced. Empty = none. Only for type
    /// simulator.
    /// </summary>
    [Description("file for the truth of the simulated rig, JSON lines; empty = none")]
    public string Truth { get; set; } = "";

    /// <summary>Largest ground-truth file in bytes, 4096 to 2^40; lines beyond it are counted.</summary>
    [Description("largest truth file, bytes")]
    [Range(GroundTruthWriterOptions.SmallestMaxBytes, 1L << 40)]
    public long TruthMaxBytes { get; set; } = GroundTruthWriterOptions.DefaultMaxBytes;
}

/// <summary>Recording and speed of a source of type replay. The other types ignore these options.</summary>
public class RecordingOptions
{
    /// <summary>
    /// Folder of the journal of a connector, the state folder that contains it, or the recording of a test run. It is
    /// only read; a connector or monitor may continue to write there.
    /// </summary>
    [Description("what is replayed: the journal of a connector, the state folder around it, or a recording of a test "
        + "run")]
    public string Folder { get; set; } = "";

    /// <summary>
    /// 1 = as recorded, N = N times as fast (0.01 to 10,000), `max` = as fast as publisher and journal allow.
    /// </summary>
    [Description("speed of a replay: 1 = as recorded, N = N times as fast, max = as fast as it is read")]
    public string Speed { get; set; } = "1";

    /// <summary>
    /// Name of the recorded stream; empty = the only one. A group of channels of a recording is a stream of its own,
    /// such as `main-slow`. Where several journals of a recording have a stream of one name: `JOURNAL/NAME`.
    /// </summary>
    [Description("recorded stream that is replayed, such as main-slow of a group of channels, or journal-2/main of a "
        + "second publisher; empty = the only one")]
    public string RecordedStream { get; set; } = "";

    /// <summary>Epoch of the recording connector; 0 = all, one after the other.</summary>
    [Description("epoch that is replayed; 0 = all")]
    public long Epoch { get; set; }

    /// <summary>First sequence, or UTC time such as 2026-03-01T12:00:00; empty = from the beginning.</summary>
    [Description("first sequence or UTC time of a replay; empty = from the beginning")]
    public string From { get; set; } = "";

    /// <summary>Last sequence, or UTC time; empty = to the end.</summary>
    [Description("last sequence or UTC time of a replay; empty = to the end")]
    public string To { get; set; } = "";

    /// <summary>
    /// Begins when the first consumer has subscribed, so that it receives every block: without it a replay at `max` may
    /// end before a consumer connects.
    /// </summary>
    [Description("true = a replay begins when the first consumer is subscribed")]
    public bool Await { get; set; }

    /// <summary>Begins again at the end. The sample index then starts again.</summary>
    [Description("true = a replay begins again at its end")]
    public bool Loop { get; set; }
}

/// <summary>Speed of a replay.</summary>
/// <param name="Factor">Recorded time per real time; infinite = as fast as possible.</param>
public readonly record struct ReplaySpeed(double Factor)
{
    /// <summary>Slowest replay.</summary>
    public const double MinFactor = 0.01;

    /// <summary>Fastest timed replay.</summary>
    public const double MaxFactor = 10_000;

    /// <summary>The allowed values, for messages.</summary>
    public const string Allowed = "1, a number from 0.01 to 10000, or max";

    private const string MaxName = "max";

    /// <summary>True when the replay is not timed.</summary>
    public bool IsMax => double.IsPositiveInfinity(Factor);

    /// <summary>Parses a number or `max`; false for anything else.</summary>
    public static bool TryParse(string text, out ReplaySpeed speed)
    {
        bool isMax = text.Equals(MaxName, StringComparison.OrdinalIgnoreCase);
        speed = new ReplaySpeed(isMax ? double.PositiveInfinity : 0);
        if (isMax)
            return true;
        bool isNumber =
            double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double factor)
                && factor is >= MinFactor and <= MaxFactor;
        speed = new ReplaySpeed(isNumber ? factor : 0);
        return isNumber;
    }

    /// <summary>Replay time of a span of recorded time; both in ns. Exact at speed 1.</summary>
    public long Scale(long recordedNs) => Factor == 1 ? recordedNs : (long)(recordedNs / Factor);

    /// <inheritdoc/>
    public override string ToString() => IsMax ? MaxName : Factor.ToString(CultureInfo.InvariantCulture);
}

/// <summary>Names of the sources' streams.</summary>
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
