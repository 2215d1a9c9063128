using System.Diagnostics;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>
/// A connection that breaks while the receive queue is full and nobody reads. With pings libzmq 4.3 ends the whole
/// process then, and this test with it; see docs/decisions/0009-no-libzmq-pings.md.
/// </summary>
public abstract class BrokenWhileFullContract<TLibrary> : TransportContract<TLibrary>
    where TLibrary : ITransportUnderTest
{
    // Pings were a second apart: the first one finds out that the connection is broken, the second one ended the
    // process.
    private static readonly TimeSpan Unread = TimeSpan.FromSeconds(2.6);

    private const ulong Mark = 1_000_000;

    protected BrokenWhileFullContract()
        : base(new SocketLimits { LingerMs = 0, QueueBytes = 1, StaleMs = 60_000 })
    {
    }

    [Fact]
    public void Subscriber_FullWhenItsPublisherCloses_ReceivesFromTheNext()
    {
        IFramePublisher publisher = Rig.Transport.Publish(Rig.AnyPort);
        Endpoint endpoint = publisher.Endpoint;
        IFrameSubscriber subscriber = Rig.Subscriber(endpoint);
        Rig.Join(publisher, subscriber);
        for (ulong sequence = 2; sequence < 2000; sequence++)
            Rig.Send(publisher, sequence, 1000);
        publisher.Dispose();
        Stopwatch unread = Stopwatch.StartNew();
        Eventually.True(() => unread.Elapsed > Unread, "two pings would have been due");
        IFramePublisher? next = null;
        Eventually.True(() => TryBind(endpoint, out next), "the port is free");
        Rig.Own(next!);
        Eventually.True(
            () =>
            {
                next!.DrainInput();
                Rig.Send(next, Mark);
                return ReceivesMark(subscriber);
            },
            "the next publisher is heard");
    }

    // Up to 2000 frames of the first publisher come before it.
    private bool ReceivesMark(IFrameSubscriber subscriber)
    {
        while (subscriber.TryReceive(Rig.Buffer) == ReceiveStatus.Frame)
        {
            if (IsMark())
                return true;
        }

        return false;
    }

    private bool IsMark()
    {
        FrameHeaderReader.Read(
            Rig.Buffer.Header, Rig.Buffer.Payload, Rig.Limits.Frames, out FrameHeader header).IsOk.ShouldBeTrue();
        return header.Sequence == Mark;
    }

    private bool TryBind(Endpoint endpoint, out IFramePublisher? publisher)
    {
        try
        {
            publisher = Rig.Transport.Publish(endpoint);
            return true;
        }
        catch (EndpointException)
        {
            publisher = null;
            return false;
        }
    }
}
