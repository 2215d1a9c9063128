using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.State;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Configuration;

/// <summary>One connector.</summary>
public sealed class ConnectionOptions
{
    /// <summary>Its PUB socket.</summary>
    [Description("where the connector publishes")]
    [Required]
    public string Subscribe { get; set; } = "tcp://127.0.0.1:5556";

    /// <summary>Its ROUTER socket.</summary>
    [Description("where the connector answers")]
    [Required]
    public string Control { get; set; } = "tcp://127.0.0.1:5557";
}

/// <summary>What happens when blocks are missing.</summary>
public sealed class DeliveryOptions
{
    /// <summary>
    /// replay: wait, and read what is missing from the connector's journal; skip: declare it lost at once. A connector without a journal
    /// has nothing to read, and then replay is skip.
    /// </summary>
    [Description("missing blocks: replay (from the connector's journal) or skip")]
    public GapPolicy OnHole { get; set; } = GapPolicy.Replay;

    /// <summary>
    /// Memory for blocks that came behind missing ones, in bytes, from 1 MiB to 4 GiB, for each connector. A hole of more than half of it
    /// is read from the journal without holding live blocks. Ignored with skip.
    /// </summary>
    [Description("memory for blocks that wait for missing ones, bytes")]
    [Range(1L << 20, 4L << 30)]
    public long HoldBytes { get; set; } = DeliverySettings.DefaultHoldBytes;

    /// <summary>
    /// Longest payload of a frame in KiB, 4 to 64 MiB. libzmq ends the link on which a longer one comes: beside that frame all that waited
    /// behind it is missing then, and read from the journal if the publisher keeps one. Connectors send none above 4 MiB.
    /// </summary>
    [Description("KiB of the largest payload; a larger one ends the link that it comes on")]
    [Range(FrameLimits.DefaultMaxPayloadBytes >> 10, 65_536)]
    public int MaxPayloadKiB { get; set; } = FrameLimits.DefaultMaxPayloadBytes >> 10;

    /// <summary>The same for those who check it.</summary>
    internal FrameLimits Frames => new(MaxPayloadKiB << 10);
}

/// <summary>What is computed of what.</summary>
public sealed class ComputeOptions
{
    /// <summary>Element-wise functions, each applied to every channel.</summary>
    [Description("element-wise functions of one value, e.g. abs,round,log10 (docs/signals.md lists them)")]
    public string[] Functions { get; set; } = ["abs", "ceiling", "floor", "round", "sign", "truncate"];

    /// <summary>Channels by name or pattern: * stands for any run of characters, ? for one.</summary>
    [Description("channels by name or pattern, e.g. servo*.force,ad7")]
    public string[] Channels { get; set; } = ["*"];

    /// <summary>
    /// Blocks that may wait for the compute thread, a power of two from 2 to 4096. A full queue makes the receiver wait; what ZeroMQ
    /// then drops is found as a hole and declared.
    /// </summary>
    [Description("blocks between receiver and computation; a power of two")]
    [Range(2, 4096)]
    public int QueueBlocks { get; set; } = 256;
}

/// <summary>What survives a restart: the position and the account of every stream, and logs.</summary>
public sealed class StateOptions
{
    /// <summary>The folder; one monitor at a time.</summary>
    [Description("folder for state and logs")]
    [Required]
    public string Folder { get; set; } = StateFolder.DefaultFor("monitor");

    /// <summary>
    /// true: go on from the position that the last life saved, and read from the journals what was missed. false: begin anew at the newest
    /// block, with an empty account; the saved position is replaced within a second. Ignored with Delivery:OnHole=skip, which saves
    /// nothing.
    /// </summary>
    [Description("go on from the saved position (true), or begin anew (false)")]
    public bool Resume { get; set; } = true;
}

/// <summary>The web server.</summary>
public sealed class HttpOptions
{
    /// <summary>Where it listens: http on loopback. Port 0 = any free port.</summary>
    [Description("where health, snapshot and metrics are served: http on loopback")]
    [Required]
    public string Url { get; set; } = "http://127.0.0.1:5080";
}
