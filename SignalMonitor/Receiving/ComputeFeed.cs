using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Rings;
using SignalMonitor.Recorder;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>
/// The way from the receive thread to the compute thread. While that has nothing to do, the receive thread computes by
/// itself what it received, so that no other thread has to wake; else a frame goes into the ring, and none overtakes
/// those that are there. Nothing is dropped here: a full queue makes the receive thread wait, ZeroMQ's own queue takes
/// up what comes meanwhile, and what that drops is found by its sequence and declared.
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

    /// <summary>Who computes at this moment: the compute thread, or the receive thread as its guest.</summary>
    public StageOwner Owner { get; } = new();

    /// <summary>What computes; null where frames only go through the ring.</summary>
    internal IComputeStage? Stage { get; set; }

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

    /// <summary>
    /// Computes a frame, or hands it over; false only on stop, and then the frame is still the caller's.
    /// </summary>
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
        if (_ring.Count == 0 && Stage?.TryCompute(item) == true)
        {
            _ring.CountInline();
            return true;
        }

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
    public void Dispose()
    {
        _ring.Dispose();
        Owner.Dispose();
    }

    private static bool Wait(CancellationToken stop) => stop.WaitHandle.WaitOne(PauseMs);
}

/// <summary>The work of the compute thread, as the receive thread may do it.</summary>
internal interface IComputeStage
{
    /// <summary>
    /// Receive thread, while the ring is empty: computes a frame, if the compute thread has nothing to do, and nothing
    /// that takes long is due with this frame. Does not wait.
    /// </summary>
    /// <returns>False when the frame is still the caller's.</returns>
    bool TryCompute(in ComputeItem item);
}
