using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Messaging.Publishing;

/// <summary>
/// Sends a heartbeat with the progress of the streams each 250 ms. Publish thread only; does not allocate.
/// </summary>
public sealed class HeartbeatSender
{
    /// <summary>Time between two heartbeats.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly FrameSender _sender;
    private readonly TimeProvider _time;
    private readonly Topic _topic;
    private readonly Heartbeat _heartbeat;
    private readonly PayloadBuffer _payload = new();
    private readonly long _started;
    private long _last;
    private ulong _sequence;

    /// <summary>Creates a sender; the first heartbeat is due after one interval.</summary>
    public HeartbeatSender(FrameSender sender, PublisherIdentity identity, TimeProvider time)
    {
        _sender = sender;
        _time = time;
        _topic = identity.TopicOf(FrameKind.Heartbeat);
        _heartbeat = new Heartbeat { Instance = identity.Instance, Epoch = identity.Epoch };
        _started = _last = time.GetTimestamp();
    }

    /// <summary>True when the next one is due.</summary>
    public bool IsDue => _time.GetElapsedTime(_last) >= Interval;

    /// <summary>
    /// Time until the next heartbeat in ms, rounded up, so that the caller sleeps through the last fraction of a
    /// millisecond.
    /// </summary>
    public int MillisecondsToNext =>
        (int)Math.Clamp(
            Math.Ceiling((Interval - _time.GetElapsedTime(_last)).TotalMilliseconds), 0, Interval.TotalMilliseconds);

    /// <summary>
    /// Returns the next heartbeat; the caller fills in streams and link and calls <see cref="Send"/>.
    /// </summary>
    public Heartbeat Next()
    {
        _last = _time.GetTimestamp();
        _heartbeat.SentUtcNs = _time.NowNs();
        _heartbeat.UptimeMs = (long)_time.GetElapsedTime(_started).TotalMilliseconds;
        _heartbeat.Streams.Clear();
        return _heartbeat;
    }

    /// <summary>Sends the heartbeat.</summary>
    /// <param name="flags">EndOfStream on the last one.</param>
    /// <param name="revision">Revision of the catalogue in force.</param>
    public void Send(FrameFlags flags, uint revision)
    {
        _payload.Clear();
        _heartbeat.Write(_payload);
        _sender.Send(
            _topic,
            new FrameHeader
            {
                Kind = FrameKind.Heartbeat,
                Flags = flags,
                Stream = FrameHeader.HeartbeatStream,
                Content = ContentIds.ControlMap,
                Sequence = ++_sequence,
                AcquiredNs = _heartbeat.SentUtcNs,
                CatalogueRevision = revision,
            },
            _payload.Written);
    }
}
