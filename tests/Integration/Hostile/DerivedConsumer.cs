using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using Testing;

namespace Integration.Hostile;

/// <summary>A good consumer of the values that a monitor publishes, on a thread of its own: it counts gaps.</summary>
internal sealed class DerivedConsumer : IDisposable
{
    private readonly ZeroMqTransport _transport;
    private readonly IFrameSubscriber _subscriber;
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;
    private long _frames;
    private long _gaps;

    /// <param name="transport">Taken over.</param>
    /// <param name="subscriber">Taken over.</param>
    public DerivedConsumer(ZeroMqTransport transport, IFrameSubscriber subscriber)
    {
        (_transport, _subscriber) = (transport, subscriber);
        _subscriber.Subscribe("S"u8);
        _thread = new Thread(Read) { IsBackground = true, Name = "derived consumer" };
        _thread.Start();
    }

    /// <summary>Blocks between the first and the last that did not come.</summary>
    public long Gaps => Volatile.Read(ref _gaps);

    /// <summary>Times that its connection ended.</summary>
    public long Disconnected => _subscriber.Links.Disconnected;

    /// <summary>Waits for so many more blocks.</summary>
    public void WaitForMore(int blocks)
    {
        long before = Volatile.Read(ref _frames);
        Eventually.True(
            () => Volatile.Read(ref _frames) >= before + blocks, $"{blocks} more blocks of derived values come");
    }

    public void Dispose()
    {
        _stop.Cancel();
        _thread.Join();
        _subscriber.Dispose();
        _transport.Dispose();
        _stop.Dispose();
    }

    private void Read()
    {
        const int WaitMs = 50;
        FrameBuffer buffer = new(FrameLimits.Default);
        IWaitSet wait = _transport.WaitFor(_subscriber);
        ulong last = 0;
        while (!_stop.IsCancellationRequested)
        {
            if (_subscriber.TryReceive(buffer) != ReceiveStatus.Frame)
            {
                wait.Wait(WaitMs);
                continue;
            }

            if (!FrameHeaderReader.Read(
                    buffer.Header, buffer.Payload, FrameLimits.Default, out FrameHeader header).IsOk
                || header.Kind != FrameKind.Derived)
                continue;
            if (last != 0)
                Volatile.Write(ref _gaps, _gaps + (long)(header.Sequence - last - 1));
            last = header.Sequence;
            Volatile.Write(ref _frames, _frames + 1);
        }
    }
}
