using System.Buffers.Binary;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Platform;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.FullPath;

/// <summary>
/// A subscriber on its own thread, in a ZeroMQ context of its own as another process would have it. Takes data frames
/// and checks that none is missing.
/// </summary>
internal sealed class FrameSink : IDisposable
{
    private const int KindOffset = 6;
    private const int SequenceOffset = 40;
    private const int AcquiredOffset = 48;

    private readonly ITransport _transport;
    private readonly bool _checksContent;
    private readonly Thread _thread;
    private long _damaged;
    private ulong _lastSequence;
    private long _received;
    private long _missing;
    private ulong _countFrom;

    /// <param name="publisher">What it subscribes to.</param>
    /// <param name="transport">Its own transport, which it disposes of.</param>
    /// <param name="checksContent">Whether each frame's header and payload are checked against their CRC.</param>
    /// <param name="serverKey">The publisher's public key; null without keys.</param>
    public FrameSink(
        Endpoint publisher, ITransport transport, bool checksContent = false, CurveKey? serverKey = null)
    {
        _transport = transport;
        _checksContent = checksContent;
        _thread = new Thread(() => Run(publisher, serverKey)) { IsBackground = true, Name = "sink" };
        _thread.Start();
    }

    /// <summary>Data frames taken.</summary>
    public long Received => Volatile.Read(ref _received);

    /// <summary>Sequence of the newest frame.</summary>
    public ulong LastSequence => Volatile.Read(ref _lastSequence);

    /// <summary>Sequences that were passed over.</summary>
    public long Missing => Volatile.Read(ref _missing);

    /// <summary>Frames whose content is not what was sent; 0 where it is not checked.</summary>
    public long Damaged => Volatile.Read(ref _damaged);

    /// <summary>Memory taken by its thread.</summary>
    public ThreadAllocation Allocation { get; } = new();

    /// <summary>From the header's acquired time to here, of frames from <see cref="CountFrom"/> on.</summary>
    public LatencyHistogram Delay { get; } = new();

    /// <summary>Frames before this sequence only warm up.</summary>
    public ulong CountFrom
    {
        get => Volatile.Read(ref _countFrom);
        set => Volatile.Write(ref _countFrom, value);
    }

    public void Dispose()
    {
        _transport.Shutdown();
        _thread.Join();
        _transport.Dispose();
    }

    private void Run(Endpoint publisher, CurveKey? serverKey)
    {
        TimeSlice.UseShortest();
        using IFrameSubscriber subscriber = _transport.Subscribe(publisher, serverKey);
        subscriber.Subscribe("D/"u8);
        IWaitSet wait = _transport.WaitFor(subscriber);
        var frame = new FrameBuffer(FrameLimits.Default);
        ulong last = 0;
        while (wait.Wait(100) != WaitStatus.Closed)
        {
            for (ReceiveStatus status; (status = subscriber.TryReceive(frame)) is not (ReceiveStatus.Empty
                or ReceiveStatus.Closed);)
            {
                if (status == ReceiveStatus.Frame)
                    last = Take(frame, last);
            }

            Allocation.Sample();
            subscriber.Maintain();
        }
    }

    private ulong Take(FrameBuffer frame, ulong last)
    {
        ReadOnlySpan<byte> header = frame.Header;
        if (_checksContent && !FrameHeaderReader.Read(header, frame.Payload, FrameLimits.Default, out _).IsOk)
            Volatile.Write(ref _damaged, _damaged + 1);
        if ((FrameKind)header[KindOffset] != FrameKind.Data)
            return last;
        ulong sequence = BinaryPrimitives.ReadUInt64LittleEndian(header[SequenceOffset..]);
        if (last != 0 && sequence != last + 1)
            Volatile.Write(ref _missing, _missing + (long)(sequence - last - 1));
        if (sequence >= CountFrom)
            Delay.Record(
                TimeProvider.System.NowNs() - BinaryPrimitives.ReadInt64LittleEndian(header[AcquiredOffset..]));
        Volatile.Write(ref _received, _received + 1);
        Volatile.Write(ref _lastSequence, sequence);
        return sequence;
    }
}
