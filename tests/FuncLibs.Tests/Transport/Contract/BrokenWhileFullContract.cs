using System.Diagnostics;
using FuncLibs.Transport;
using FuncLibs.Wire;
using Testing;

namespace FuncLibs.Tests.Transport.Contract;

/// <summary>
/// A connection that breaks while the receive queue is full and nobody reads. With pings libzmq 4.3 ends the whole process then, and this
/// test with it; see docs/decisions/0009-no-libzmq-pings.md.
/// </summary>
public abstract class BrokenWhileFullContract<TLibrary> : IDisposable
    where TLibrary : ITransportUnderTest
{
    // Pings were a second apart: the first one finds out that the connection is broken, the second one ended the process.
    private static readonly TimeSpan Unread = TimeSpan.FromSeconds(2.6);

    private const ulong Mark = 1_000_000;

    private readonly Rig _rig = Rig.Of<TLibrary>(new SocketLimits { LingerMs = 0, QueueBytes = 1, StaleMs = 60_000 });

    public void Dispose()
    {
        _rig.Dispose();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public void Subscriber_FullWhenItsPublisherCloses_LivesAndHearsTheNext()
    {
        IFramePublisher publisher = _rig.Transport.Publish(Rig.AnyPort);
        Endpoint endpoint = publisher.Endpoint;
        IFrameSubscriber subscriber = _rig.Subscriber(endpoint);
        _rig.Join(publisher, subscriber);
        for (ulong sequence = 2; sequence < 2000; sequence++)
            Rig.Send(publisher, sequence, 1000);
        publisher.Dispose();
        Stopwatch unread = Stopwatch.StartNew();
        Eventually.True(() => unread.Elapsed > Unread, "two pings would have been due");
        IFramePublisher? next = null;
        Eventually.True(() => TryBind(endpoint, out next), "the port is free");
        _rig.Own(next!);
        Eventually.True(
            () =>
            {
                next!.DrainInput();
                Rig.Send(next, Mark);
                return subscriber.TryReceive(_rig.Buffer) == ReceiveStatus.Frame && IsMark();
            },
            "the next publisher is heard");
    }

    private bool IsMark()
    {
        FrameHeaderReader.Read(_rig.Buffer.Header, _rig.Buffer.Payload, _rig.Limits.Frames, out FrameHeader header).IsOk.ShouldBeTrue();
        return header.Sequence == Mark;
    }

    private bool TryBind(Endpoint endpoint, out IFramePublisher? publisher)
    {
        try
        {
            publisher = _rig.Transport.Publish(endpoint);
            return true;
        }
        catch (EndpointException)
        {
            publisher = null;
            return false;
        }
    }
}
