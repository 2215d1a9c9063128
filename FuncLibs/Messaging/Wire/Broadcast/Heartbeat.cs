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
    public void Write(IBufferWriter<byte> output)
    {
        var map = new MapWriter(output);
        map.Map(7);
        map.Write("instance"u8, Instance);
        map.Write("epoch"u8, Epoch);
        map.Write("sentUtcNs"u8, SentUtcNs);
        map.Write("uptimeMs"u8, UptimeMs);
        map.WriteText("link"u8, LinkStateText.ToUtf8(Link));
        map.Write("lastAcquired"u8, LastAcquiredNs);
        map.Array("streams"u8, _streams.Count);
        foreach (StreamProgress stream in _streams)
            StreamProgressMap.Write(ref map, stream);
        map.Flush();
    }

    /// <summary>Fills this instance from a payload. After a failure its content is that of no heartbeat.</summary>
    public bool TryRead(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map);
        fault = map.Fault;
        return read;
    }

    private bool TryRead(ref MapReader map)
    {
        _streams.Clear();
        (Instance, Epoch, SentUtcNs, UptimeMs, Link, LastAcquiredNs) = (default, 0, 0, 0, default, 0);
        if (!map.Map("heartbeat", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("heartbeat", out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key))
                return false;
        }

        return map.Require("instance", Instance != default) && map.Require("epoch", Epoch != 0) && map.End("heartbeat");
    }

    private bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key)
    {
        bool ok;
        if (key.SequenceEqual("instance"u8))
            (ok, Instance) = (map.Read("instance", out Guid instance), instance);
        else if (key.SequenceEqual("epoch"u8))
            (ok, Epoch) = (map.Read("epoch", out ulong epoch), epoch);
        else if (key.SequenceEqual("sentUtcNs"u8))
            (ok, SentUtcNs) = (map.Read("sentUtcNs", out long sent), sent);
        else if (key.SequenceEqual("uptimeMs"u8))
            (ok, UptimeMs) = (map.Read("uptimeMs", out long uptime), uptime);
        else if (key.SequenceEqual("lastAcquired"u8))
            (ok, LastAcquiredNs) = (map.Read("lastAcquired", out long acquired), acquired);
        else if (key.SequenceEqual("link"u8))
            (ok, Link) = (map.Read("link", out ReadOnlySpan<byte> text), LinkStateText.Parse(text));
        else
            ok = key.SequenceEqual("streams"u8) ? TryReadStreams(ref map) : map.Skip("heartbeat");
        return ok;
    }

    private bool TryReadStreams(ref MapReader map)
    {
        _streams.Clear();
        if (!map.Array("streams", MaxStreams, out int items))
            return false;
        for (int i = 0; i < items; i++)
        {
            if (!StreamProgressMap.TryRead(ref map, out StreamProgress stream))
                return false;
            _streams.Add(stream);
        }

        return true;
    }
}
