using FuncLibs.Transport.Buffers;

namespace SignalMonitor.Receiving.Waiting;

/// <summary>
/// Frames that wait, in order, for the catalogue that describes them. Bounded in number and time: what waits too long is shown without a
/// catalogue, never with another one. Receive thread only.
/// </summary>
internal sealed class HeldFrames
{
    /// <summary>Frames that may wait.</summary>
    public const int Capacity = 128;

    /// <summary>How long the oldest may wait.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMilliseconds(500);

    private readonly Queue<Held> _frames = new(Capacity);
    private readonly TimeProvider _time;

    public HeldFrames(TimeProvider time) => _time = time;

    /// <summary>True while frames wait: later ones must wait behind them.</summary>
    public bool Any => _frames.Count > 0;

    /// <summary>True when the oldest frame must not wait any longer.</summary>
    public bool IsOverdue => Any && (_frames.Count == Capacity || _time.GetElapsedTime(_frames.Peek().Since) >= Limit);

    /// <summary>Adds a frame behind the others; the caller has made room.</summary>
    public void Add(FrameBuffer frame, MonitoredStream stream, FrameOrigin origin) =>
        _frames.Enqueue(new Held(frame, stream, origin, _time.GetTimestamp()));

    /// <summary>The oldest frame, without taking it.</summary>
    public Held Oldest => _frames.Peek();

    /// <summary>Takes the oldest frame.</summary>
    public Held Take() => _frames.Dequeue();

    /// <summary>A frame that waits.</summary>
    internal readonly record struct Held(FrameBuffer Frame, MonitoredStream Stream, FrameOrigin Origin, long Since);
}
