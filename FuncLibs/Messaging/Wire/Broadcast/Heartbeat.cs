using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>
/// State of a publisher, sent each 250 ms. One thread reuses one instance for writing or reading; neither allocates
/// once its list has its size.
/// <code>{instance, epoch, sentUtcNs, uptimeMs, link, lastAcquired, streams: [{id, last, written?, durable?,
/// firstInJournal?, link?,
/// lastAcquired?}]}</code>
/// </summary>
public sealed class Heartbeat
{
    /// <summary>Highest number of streams that a reader accepts.</summary>
    public const int MaxStreams = 1024;

    private static readonly MapSchema<Heartbeat> Schema = new MapSchema<Heartbeat>("heartbeat", new Heartbeat())
        .Add("instance", MapCodec.Uuid, h => h.Instance, (ref h, value) => h.Instance = value)
        .Add("epoch", MapCodec.UInt64, h => h.Epoch, (ref h, value) => h.Epoch = value)
        .Add("sentUtcNs", MapCodec.Int64, h => h.SentUtcNs, (ref h, value) => h.SentUtcNs = value)
        .Add("uptimeMs", MapCodec.Int64, h => h.UptimeMs, (ref h, value) => h.UptimeMs = value)
        .Add("link", LinkStateText.Codec, h => h.Link, (ref h, value) => h.Link = value)
        .Add("lastAcquired", MapCodec.Int64, h => h.LastAcquiredNs, (ref h, value) => h.LastAcquiredNs = value)
        .AddList("streams", h => h._streams, MaxStreams, StreamProgress.Schema)
        .Require("instance", h => h.Instance != default)
        .Require("epoch", h => h.Epoch != 0);

    private readonly List<StreamProgress> _streams = new(4);

    /// <summary>Random id of the publishing process.</summary>
    public Guid Instance { get; set; }

    /// <summary>Epoch of the publisher.</summary>
    public ulong Epoch { get; set; }

    /// <summary>Send time: UTC ns since the Unix epoch.</summary>
    public long SentUtcNs { get; set; }

    /// <summary>Uptime of the process in ms.</summary>
    public long UptimeMs { get; set; }

    /// <summary>The link to the rig.</summary>
    public LinkState Link { get; set; }

    /// <summary>Due time of the newest received block: UTC ns; 0 for none yet.</summary>
    public long LastAcquiredNs { get; set; }

    /// <summary>Progress of each stream. The owner clears and fills it.</summary>
    public IList<StreamProgress> Streams => _streams;

    /// <summary>Progress of a stream; null when the heartbeat does not name it.</summary>
    public StreamProgress? ProgressOf(uint stream)
    {
        foreach (StreamProgress progress in _streams)
        {
            if (progress.Id == stream)
                return progress;
        }

        return null;
    }

    /// <summary>Appends the payload to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Fills this instance from a payload. After a failure its content is invalid.</summary>
    public bool TryRead(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        _streams.Clear();
        (Instance, Epoch, SentUtcNs, UptimeMs, Link, LastAcquiredNs) = (default, 0, 0, 0, default, 0);
        Heartbeat self = this;
        return Schema.TryFill(payload, ref self, out fault);
    }
}
