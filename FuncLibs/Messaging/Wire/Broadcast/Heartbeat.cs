using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>
/// What a publisher says of itself each 250 ms. One instance is filled, written or read again and again by one thread: neither way
/// takes memory once its list has its size.
/// <code>{instance, epoch, sentUtcNs, uptimeMs, link, lastAcquired, streams: [{id, last, written?, durable?, firstInJournal?, link?,
/// lastAcquired?}]}</code>
/// </summary>
public sealed class Heartbeat
{
    /// <summary>Streams that a reader takes at most.</summary>
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

    /// <summary>Random number of the publishing process.</summary>
    public Guid Instance { get; set; }

    /// <summary>Life of the publisher.</summary>
    public ulong Epoch { get; set; }

    /// <summary>When it was sent: UTC ns since the Unix epoch.</summary>
    public long SentUtcNs { get; set; }

    /// <summary>Age of the process in ms.</summary>
    public long UptimeMs { get; set; }

    /// <summary>The link to the rig.</summary>
    public LinkState Link { get; set; }

    /// <summary>Due time of the newest block that came in: UTC ns; 0 none yet.</summary>
    public long LastAcquiredNs { get; set; }

    /// <summary>How far each stream is. The owner clears and fills it.</summary>
    public IList<StreamProgress> Streams => _streams;

    /// <summary>What it says of a stream; null when it does not name it.</summary>
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

    /// <summary>Fills this instance from a payload. After a failure its content is that of no heartbeat.</summary>
    public bool TryRead(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        _streams.Clear();
        (Instance, Epoch, SentUtcNs, UptimeMs, Link, LastAcquiredNs) = (default, 0, 0, 0, default, 0);
        Heartbeat self = this;
        return Schema.TryFill(payload, ref self, out fault);
    }
}
