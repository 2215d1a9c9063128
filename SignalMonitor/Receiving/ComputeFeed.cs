using FuncLibs.Catalogue;
using FuncLibs.Rings;
using FuncLibs.Transport.Buffers;
using FuncLibs.Wire;
using SignalMonitor.Computation;

namespace SignalMonitor.Receiving;

/// <summary>
/// The way from the receive thread to the compute thread. Nothing is dropped here: a full queue makes the receive thread wait, ZeroMQ's
/// own queue takes up what comes meanwhile, and what that drops is found by its sequence and declared.
/// </summary>
public sealed class ComputeFeed : IDisposable
{
    private const int PauseMs = 1;
    private const long PrefilledBytes = 64 << 20;
    private readonly SpscRing<ComputeItem> _ring;
    private long _waits;
    private bool _prefilled;

    /// <summary>Makes ring and pool.</summary>
    /// <param name="capacity">Frames between the threads; a power of two.</param>
    public ComputeFeed(int capacity)
    {
        _ring = new SpscRing<ComputeItem>(capacity);

        // Beside the ring: frames that wait for a catalogue, the one being received and the one being computed.
        Frames = new FramePool(FrameLimits.Default, capacity + HeldFrames.Capacity + 2);
    }

    /// <summary>The ring, for the compute thread.</summary>
    public SpscRing<ComputeItem> Ring => _ring;

    /// <summary>Memory for frames.</summary>
    public FramePool Frames { get; }

    /// <summary>How often the receive thread had to wait for the compute thread.</summary>
    public long Waits => Volatile.Read(ref _waits);

    /// <summary>Memory for the next frame; null only when told to stop.</summary>
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
        Frames.Prefill(payloadBytes, PrefilledBytes);
    }

    /// <summary>Hands a frame over; false only when told to stop, and then the frame is still the caller's.</summary>
    public bool Pass(FrameBuffer frame, MonitoredStream stream, StreamDescription? description, bool isSnapshot, CancellationToken stop)
    {
        ComputeItem item = new() { Frame = frame, Stream = stream, Description = description, IsSnapshot = isSnapshot };
        while (!_ring.TryWrite(item))
        {
            if (Wait(stop))
                return false;
        }

        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => _ring.Dispose();

    private bool Wait(CancellationToken stop)
    {
        Volatile.Write(ref _waits, _waits + 1);
        return stop.WaitHandle.WaitOne(PauseMs);
    }
}
