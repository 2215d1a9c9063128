using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Rings;
using SignalMonitor.Recorder;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>
/// The way from the receive thread to the compute thread. Nothing is dropped here: a full queue makes the receive
/// thread wait, ZeroMQ's own queue takes up what comes meanwhile, and what that drops is found by its sequence and
/// declared.
/// </summary>
public sealed class ComputeFeed : IDisposable
{
    private const int PauseMs = 1;
    private const long PrefilledBytes = 64 << 20;
    private readonly SpscRing<ComputeItem> _ring;
    private readonly int _usualFrames;
    private bool _prefilled;

    /// <summary>Makes ring and pool.</summary>
    /// <param name="capacity">Frames between the threads; a power of two.</param>
    /// <param name="holdFrames">Frames that may wait after gaps; their bytes are bounded by the delivery.</param>
    /// <param name="limits">What a frame may have at most; the usual limits when left out.</param>
    public ComputeFeed(int capacity, int holdFrames = DeliverySettings.DefaultHoldFrames, FrameLimits? limits = null)
    {
        Limits = limits ?? FrameLimits.Default;
        _ring = new SpscRing<ComputeItem>(capacity);

        // Beside the ring: frames that wait for a catalogue, the one being received and the one being computed.
        _usualFrames = capacity + HeldFrames.Capacity + 2;
        Frames = new FramePool(Limits, _usualFrames + HeldFrames.ReplayCapacity + holdFrames + 1);
    }

    /// <summary>The ring, for the compute thread.</summary>
    public SpscRing<ComputeItem> Ring => _ring;

    /// <summary>What a frame may have at most.</summary>
    public FrameLimits Limits { get; }

    /// <summary>Memory for frames.</summary>
    public FramePool Frames { get; }

    /// <summary>
    /// Receive thread: true when a delivered frame was dropped, because stop was requested while the ring was full.
    /// </summary>
    public bool HasDropped { get; private set; }

    /// <summary>Memory for the next frame; null only on stop.</summary>
    public FrameBuffer? Rent(CancellationToken stop)
    {
        FrameBuffer? frame = Frames.TryRent();
        while (frame is null && !Wait(stop))
            frame = Frames.TryRent();
        return frame;
    }

    /// <summary>Receive thread: makes memory for a burst of frames like the first one.</summary>
    public void Prefill(int payloadBytes)
    {
        if (_prefilled)
            return;
        _prefilled = true;
        Frames.Prefill(payloadBytes, Math.Min(PrefilledBytes, 2L * _usualFrames * payloadBytes));
    }

    /// <summary>Hands a frame over; false only on stop, and then the frame is still the caller's.</summary>
    internal bool Pass(
        FrameBuffer frame,
        MonitoredStream stream,
        StreamDescription? description,
        FrameOrigin origin,
        CancellationToken stop,
        PublisherJournal? journal = null)
    {
        ComputeItem item = new()
        {
            Frame = frame,
            Stream = stream,
            Description = description,
            Origin = origin,
            Journal = journal,
        };
        while (!_ring.TryWrite(item))
        {
            if (!Wait(stop))
                continue;
            HasDropped = true;
            return false;
        }

        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => _ring.Dispose();

    private static bool Wait(CancellationToken stop) => stop.WaitHandle.WaitOne(PauseMs);
}
