using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>
/// Frames that wait, in order, for the catalogue that describes them. Bounded in number and time: what waits too long
/// is shown without a catalogue, never with another one. Receive thread only.
/// </summary>
internal sealed class HeldFrames
{
    /// <summary>Frames that may wait.</summary>
    public const int Capacity = 128;

    /// <summary>
    /// Frames that may wait when the oldest came out of the journal: the answer to the question for their catalogue
    /// is in the queue after what the replay may still send, <see cref="ReplayRequest.MaxCredit"/>, and this is as
    /// much in frames of 1 KiB.
    /// </summary>
    public const int ReplayCapacity = (int)(ReplayRequest.MaxCredit / 1024);

    /// <summary>
    /// Memory that waiting frames may take: beside the budget of the delivery, which does not count them any more.
    /// </summary>
    public const long MaxBytes = DeliverySettings.DefaultHoldBytes;

    /// <summary>How long the oldest may wait.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMilliseconds(500);

    /// <summary>How long it may wait when it came out of the journal: it is late already,
    /// and its publisher reports when it has no such catalogue.</summary>
    public static readonly TimeSpan ReplayLimit = TimeSpan.FromSeconds(5);

    private readonly Queue<Held> _frames = new(Capacity);
    private readonly TimeProvider _time;
    private long _bytes;

    public HeldFrames(TimeProvider time) => _time = time;

    /// <summary>True while frames wait: later ones must wait after them.</summary>
    public bool Any => _frames.Count > 0;

    /// <summary>True when the oldest frame must not wait any longer.</summary>
    public bool IsOverdue
    {
        get
        {
            if (!Any)
                return false;
            bool replayed = _frames.Peek().Origin == FrameOrigin.Replay;
            return _frames.Count >= (replayed ? ReplayCapacity : Capacity) || _bytes >= MaxBytes
                || _time.GetElapsedTime(_frames.Peek().Since) >= (replayed ? ReplayLimit : Limit);
        }
    }

    /// <summary>Adds a frame after the others; the caller has made room.</summary>
    public void Add(FrameBuffer frame, MonitoredStream stream, FrameOrigin origin)
    {
        frame.Trim();
        _frames.Enqueue(new Held(frame, stream, origin, _time.GetTimestamp()));
        _bytes += frame.MemoryBytes;
    }

    /// <summary>The oldest frame, without taking it.</summary>
    public Held Oldest => _frames.Peek();

    /// <summary>Takes the oldest frame.</summary>
    public Held Take()
    {
        Held taken = _frames.Dequeue();
        _bytes -= taken.Frame.MemoryBytes;
        return taken;
    }

    /// <summary>A frame that waits.</summary>
    internal readonly record struct Held(FrameBuffer Frame, MonitoredStream Stream, FrameOrigin Origin, long Since);
}
