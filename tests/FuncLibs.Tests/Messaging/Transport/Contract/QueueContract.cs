using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>What a library really keeps for a subscriber that does not read, over a real connection.</summary>
public abstract class QueueContract<TLibrary> : TransportContract<TLibrary>
    where TLibrary : ITransportUnderTest
{
    private const int LargeBytes = 256 << 10;

    private readonly IFramePublisher _publisher;
    private readonly IFrameSubscriber _subscriber;
    private readonly FrameBuffer _buffer = new(FrameLimits.Default);
    private ulong _sequence;

    protected QueueContract()
        : base(
            new SocketLimits { LingerMs = 0, QueueBytes = 8 << 20, ExpectedFrameBytes = LargeBytes, StaleMs = 60_000 })
    {
        _publisher = Rig.Transport.Publish(Rig.AnyPort, LargeBytes);
        _subscriber = Rig.Transport.Subscribe(_publisher.Endpoint);
        _subscriber.Subscribe([]);
        Eventually.True(
            () =>
            {
                _publisher.DrainInput();
                Send(100);
                return _subscriber.TryReceive(_buffer) == ReceiveStatus.Frame;
            },
            "the subscriber hears the publisher");
        TakeAll();
    }

    [Fact]
    public void TryPublish_SubscriberThatDoesNotRead_QueueStaysWithinItsBytes()
    {
        for (int i = 0; i < 400; i++)
            Send(LargeBytes);

        // The publisher's queue and the subscriber's, and the buffers of the kernel between them.
        (_publisher.HighWaterMark, TakeAll() < 128).ShouldBe((31, true));
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _subscriber.Dispose();
            _publisher.Dispose();
        }

        base.Dispose(disposing);
    }

    // Up to a frame that is sent now: it comes only if the publisher's queue was opened again.
    private int TakeAll()
    {
        int taken = 0;
        ulong mark = _sequence;
        Eventually.True(
            () =>
            {
                Send(100);
                while (_subscriber.TryReceive(_buffer) == ReceiveStatus.Frame)
                {
                    taken++;
                    FrameHeaderReader.Read(
                        _buffer.Header,
                        _buffer.Payload,
                        FrameLimits.Default,
                        out FrameHeader header).IsOk.ShouldBeTrue();
                    if (header.Sequence > mark)
                        return true;
                }

                return false;
            },
            "a frame that is sent now comes in");
        return taken;
    }

    private void Send(int bytes) => Rig.Send(_publisher, ++_sequence, bytes);
}
