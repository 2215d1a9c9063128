using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.GroundTruth.Writing;

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
    [Range(TruthWriterOptions.LeastMaxBytes, 1L << 40)]
    public long TruthMaxBytes { get; set; } = TruthWriterOptions.DefaultMaxBytes;
}
