using System.Buffers.Binary;
using FuncLibs.Platform;
using FuncLibs.Timing;
using FuncLibs.Transport;
using FuncLibs.Transport.Buffers;
using FuncLibs.Transport.ZeroMq;
using FuncLibs.Wire;

namespace Benchmarks.FullPath;

/// <summary>
/// A subscriber on its own thread, in a ZeroMQ context of its own as another process would have it. Takes data frames and checks that none
/// is missing.
/// </summary>
internal sealed class FrameSink : IDisposable
{
    private const int KindOffset = 6;
    private const int SequenceOffset = 40;
    private const int AcquiredOffset = 48;

    private readonly ZeroMqTransport _transport = new(new SocketLimits(), TimeProvider.System);
    private readonly Thread _thread;
    private long _received;
    private long _missing;
    private ulong _countFrom;

    public FrameSink(Endpoint publisher)
    {
        _thread = new Thread(() => Run(publisher)) { IsBackground = true, Name = "sink" };
        _thread.Start();
    }

    /// <summary>Data frames taken.</summary>
    public long Received => Volatile.Read(ref _received);

    /// <summary>Sequences that were passed over.</summary>
    public long Missing => Volatile.Read(ref _missing);

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

    private void Run(Endpoint publisher)
    {
        TimeSlice.UseShortest();
        using IFrameSubscriber subscriber = _transport.Subscribe(publisher);
        subscriber.Subscribe("D/"u8);
        IWaitSet wait = _transport.WaitFor(subscriber);
        var frame = new FrameBuffer(FrameLimits.Default);
        ulong last = 0;
        while (wait.Wait(100) != WaitStatus.Closed)
        {
            for (ReceiveStatus status; (status = subscriber.TryReceive(frame)) is not (ReceiveStatus.Empty or ReceiveStatus.Closed);)
            {
                if (status == ReceiveStatus.Frame)
                    last = Take(frame.Header, last);
            }

            subscriber.Maintain();
        }
    }

    private ulong Take(ReadOnlySpan<byte> header, ulong last)
    {
        if ((FrameKind)header[KindOffset] != FrameKind.Data)
            return last;
        ulong sequence = BinaryPrimitives.ReadUInt64LittleEndian(header[SequenceOffset..]);
        if (last != 0 && sequence != last + 1)
            Volatile.Write(ref _missing, _missing + (long)(sequence - last - 1));
        if (sequence >= CountFrom)
            Delay.Record(TimeProvider.System.NowNs() - BinaryPrimitives.ReadInt64LittleEndian(header[AcquiredOffset..]));
        Volatile.Write(ref _received, _received + 1);
        return sequence;
    }
}
