using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Formats;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Wire;
using FuncLibs.Signals.Buckets;
using FuncLibs.Web.Configuration;
using FuncLibs.Web.Metrics;
using HardwareConnector.Replay;

namespace HardwareConnector.Configuration;

/// <summary>
/// The options of the connector. The defaults are those of a new object; each option documents unit and range.
/// </summary>
public sealed class ConnectorOptions : IHostOptions, ISecuredOptions
{
    /// <summary>Pattern of site, rig and stream names: each is a level of a topic.</summary>
    public const string NamePattern = "^[a-z0-9_-]{1,24}$";

    /// <summary>Name of the lab, a level of every topic.</summary>
    [Description("name of the lab: 1 to 24 of a-z 0-9 _ -")]
    [RegularExpression(NamePattern)]
    public string Site { get; set; } = "lab";

    /// <summary>Default name of the rig.</summary>
    public const string DefaultRig = "rig1";

    /// <summary>
    /// Name of the rig, a level of every topic. Empty: <see cref="DefaultRig"/>, or with a replay source the recorded
    /// name followed by `-replay`.
    /// </summary>
    [Description(
        "name of the rig: 1 to 24 of a-z 0-9 _ -; empty = rig1, or with a replay source the recorded name with "
            + "-replay after it")]
    [RegularExpression(NamePattern)]
    public string Rig { get; set; } = "";

    /// <summary>Sources of blocks, 1 to 64. `Source:X` is short for `Sources:0:X`.</summary>
    public SourceOptions[] Sources { get; set; } = [new()];

    /// <summary>The ZeroMQ library.</summary>
    public TransportOptions Transport { get; set; } = new();

    /// <inheritdoc/>
    public SecurityOptions Security { get; set; } = new();

    /// <summary>Payload formats beyond the built-in ones.</summary>
    public PayloadFormatOptions Formats { get; set; } = new();

    /// <summary>The PUB socket.</summary>
    public PublishOptions Publish { get; set; } = new();

    /// <summary>The ROUTER socket.</summary>
    public ControlOptions Control { get; set; } = new();

    /// <summary>Persistent state.</summary>
    public ConnectorStateOptions State { get; set; } = new();

    /// <summary>The journal of published frames on disk.</summary>
    public JournalStoreOptions Journal { get; set; } = new();

    /// <summary>The bridge into a stream queue of RabbitMQ.</summary>
    public BridgeOptions Bridge { get; set; } = new();

    /// <summary>History for plots of consumers that join late.</summary>
    public ConnectorHistoryOptions History { get; set; } = new();

    /// <summary>Health and metrics.</summary>
    public ConnectorHttpOptions Http { get; set; } = new();

    /// <summary>Consumers that must be connected.</summary>
    public ConsumerWatchOptions Watch { get; set; } = new();

    /// <summary>Export of metrics.</summary>
    public MetricsOptions Metrics { get; set; } = new();

    /// <inheritdoc/>
    public RunOptions Run { get; set; } = new();
}

/// <summary>The PUB socket.</summary>
public sealed class PublishOptions
{
    /// <summary>Address to bind: loopback or ipc, with keys any. Port 0 = any free port.</summary>
    [Description("where blocks are published: tcp on loopback, or ipc; with keys any address")]
    [Required]
    public string Endpoint { get; set; } = "tcp://127.0.0.1:5556";

    /// <summary>Name of the payload format.</summary>
    [Description(
        "payload format: columns, columns-raw, columns-packed, columns-auto, columns-lz4array, rows, rows-lz4array, "
            + "rows-lz4block, json, cbor, protobuf, or one of Formats:PlugIns")]
    [Required]
    public string Content { get; set; } = "columns";

    /// <summary>
    /// Longest payload of a frame in KiB. A larger block is declared lost and not sent, because a subscriber with a
    /// lower limit would lose its link. Every consumer accepts 4096.
    /// </summary>
    [Description("KiB of the largest payload; a larger block is declared lost and not sent")]
    [Range(64, FrameLimits.DefaultMaxPayloadBytes >> 10)]
    public int MaxPayloadKiB { get; set; } = FrameLimits.DefaultMaxPayloadBytes >> 10;

    /// <summary>The limit as frame limits.</summary>
    internal FrameLimits Frames => new(MaxPayloadKiB << 10);

    /// <summary>
    /// Memory for one slow subscriber in MiB. Its high-water mark is this divided by the size of the largest block of
    /// the rigs, at least 16 messages. The connector waits up to a second at start for the rigs' descriptions; without
    /// one it assumes 128 KiB.
    /// </summary>
    [Description("MiB held for one slow subscriber before it loses blocks")]
    [Range(1, 4096)]
    public int QueueMiB { get; set; } = 64;
}

/// <summary>The ROUTER socket.</summary>
public sealed class ControlOptions
{
    /// <summary>Address to bind: loopback or ipc, with keys any. Port 0 = any free port.</summary>
    [Description("endpoint for requests of consumers: tcp on loopback, or ipc; with keys any address")]
    [Required]
    public string Endpoint { get; set; } = "tcp://127.0.0.1:5557";

    /// <summary>Rate of all replays together, in MB/s (10^6 bytes).</summary>
    [Description("MB/s limit of all replays together")]
    [Range(1, 10_000)]
    public int ReplayMBps { get; set; } = 400;

    /// <summary>
    /// Memory for replayed frames that consumers have not acknowledged yet, in MiB, over all consumers. A replay whose
    /// credit does not fit is answered `busy` and must be requested again.
    /// </summary>
    [Description("MiB of replayed frames that all consumers together may have outstanding")]
    [Range(8, 65_536)]
    public int ReplayMiB { get; set; } = ReplayService.DefaultOutstandingMiB;
}

/// <summary>Persistent state: publisher id, epoch, stream ids.</summary>
public sealed class ConnectorStateOptions
{
    /// <summary>The folder; used by one connector at a time.</summary>
    [Description("folder for identity, epoch and logs")]
    [Required]
    public string Folder { get; set; } = StateFolder.DefaultFor("connector");
}

/// <summary>The web server.</summary>
public sealed class ConnectorHttpOptions : HttpServerOptions
{
    /// <summary>Address of the server: http on loopback, or https. Port 0 = any free port.</summary>
    [Description("where health and metrics are served: http on loopback, or https")]
    [Required]
    public override string Url { get; set; } = "http://127.0.0.1:5081";
}

/// <summary>History for the plots of consumers that join late.</summary>
public sealed class ConnectorHistoryOptions
{
    /// <summary>
    /// Length of the history in seconds, kept per stream as minimum, maximum, first and last value of short buckets; 0
    /// = off. Up to 8 MiB per stream: a long history of many signals has wider buckets.
    /// </summary>
    [Description("seconds of history for plots; 0 = off")]
    [Range(0, BucketPlan.MaxSeconds)]
    public int Seconds { get; set; } = 60;
}
