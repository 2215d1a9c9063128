using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.State;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Replay;

namespace HardwareConnector.Configuration;

/// <summary>The PUB socket.</summary>
public sealed class PublishOptions
{
    /// <summary>Where it binds: loopback or ipc. Port 0 = any free port.</summary>
    [Description("where blocks are published: tcp on loopback, or ipc")]
    [Required]
    public string Endpoint { get; set; } = "tcp://127.0.0.1:5556";

    /// <summary>Name of the payload format.</summary>
    [Description("payload format: columns, columns-raw, columns-packed, columns-auto, columns-lz4array, rows, rows-lz4array, rows-lz4block, json")]
    [Required]
    public string Content { get; set; } = "columns";

    /// <summary>
    /// Longest payload of a frame in KiB. A larger block is declared lost and not sent, because a subscriber whose limit it passes loses
    /// its link. 4096 is what every consumer takes.
    /// </summary>
    [Description("KiB of the largest payload; a larger block is declared lost and not sent")]
    [Range(64, FrameLimits.DefaultMaxPayloadBytes >> 10)]
    public int MaxPayloadKiB { get; set; } = FrameLimits.DefaultMaxPayloadBytes >> 10;

    /// <summary>The same for those who check it.</summary>
    internal FrameLimits Frames => new(MaxPayloadKiB << 10);

    /// <summary>
    /// Memory for one slow subscriber in MiB. Its high-water mark is this divided by the longest that a block of the rigs may
    /// become, at least 16 messages. The rigs have a second to say so at the start; 128 KiB where none does.
    /// </summary>
    [Description("MiB held for one slow subscriber before it loses blocks")]
    [Range(1, 4096)]
    public int QueueMiB { get; set; } = 64;
}

/// <summary>The ROUTER socket.</summary>
public sealed class ControlOptions
{
    /// <summary>Where it binds: loopback or ipc. Port 0 = any free port.</summary>
    [Description("where consumers ask: tcp on loopback, or ipc")]
    [Required]
    public string Endpoint { get; set; } = "tcp://127.0.0.1:5557";

    /// <summary>Rate of all replays together, in MB/s (10^6 bytes).</summary>
    [Description("MB/s that all replays together may take")]
    [Range(1, 10_000)]
    public int ReplayMBps { get; set; } = 400;

    /// <summary>
    /// Memory for frames of replays that consumers were sent and have not taken, in MiB, of all consumers together. A replay whose credit
    /// does not fit is answered `busy`, and asked for again.
    /// </summary>
    [Description("MiB of replayed frames that all consumers together may have outstanding")]
    [Range(8, 65_536)]
    public int ReplayMiB { get; set; } = ReplayService.DefaultOutstandingMiB;
}

/// <summary>What survives a restart: publisher id, epoch, stream ids.</summary>
public sealed class StateOptions
{
    /// <summary>The folder; one connector at a time.</summary>
    [Description("folder for identity, epoch and logs")]
    [Required]
    public string Folder { get; set; } = StateFolder.DefaultFor("connector");
}

/// <summary>The web server.</summary>
public sealed class HttpOptions
{
    /// <summary>Where it listens: http on loopback. Port 0 = any free port.</summary>
    [Description("where health and metrics are served: http on loopback")]
    [Required]
    public string Url { get; set; } = "http://127.0.0.1:5081";
}
