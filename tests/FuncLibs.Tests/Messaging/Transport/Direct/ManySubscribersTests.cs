using FuncLibs.Messaging.Transport;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

/// <summary>Many subscribers, some of which stall, storm or subscribe to thousands of topics.</summary>
public sealed class ManySubscribersTests : IDisposable
{
    private const int Crowd = 200;
    private const int Storms = 1000;
    private const int Topics = 10_000;
    private const int PayloadBytes = 100_000;
    private const long QueueBytes = 4 << 20;

    // A peer that takes nothing is ended as a dead one after DeadPeerMs; here it shall last.
    private static readonly SocketLimits Limits = new()
    {
        LingerMs = 0,
        StaleMs = 60_000,
        DeadPeerMs = 300_000,
        QueueBytes = QueueBytes,
        KernelBufferBytes = 64 << 10,
    };

    private readonly Rig _rig = Rig.Of<DirectUnderTest>(Limits);

    [Fact]
    public void Publish_OneOfManyStalls_TheOthersGetAllAndItsDropsAreCounted()
    {
        using ITransport there = DirectUnderTest.Make(Limits, TimeProvider.System);
        using IFramePublisher publisher = there.Publish(Rig.AnyPort);
        using var stalled = RawPeer.Connect(publisher.Endpoint);
        stalled.Handshake("SUB");
        stalled.SendFrame([1], more: false);
        IFrameSubscriber[] others =
            [.. Enumerable.Range(1, Crowd - 1).Select(_ => _rig.Subscriber(publisher.Endpoint))];
        Eventually.True(() => publisher.Links.Handshakes == Crowd, "all are connected");
        foreach (IFrameSubscriber other in others)
            _rig.Join(publisher, other);
        Rig.Send(publisher, 2);
        foreach (IFrameSubscriber other in others)
        {
            // What was sent until the last of them heard.
            while (_rig.Next(other) != 2)
            {
            }
        }

        for (ulong sequence = 3; sequence < 120; sequence++)
        {
            Rig.Send(publisher, sequence, PayloadBytes);
            foreach (IFrameSubscriber other in others)
                _rig.Next(other).ShouldBe(sequence);
        }

        publisher.Counts.Dropped.ShouldBeGreaterThan(0);
        SubscriberQueue slow = publisher.SlowSubscribers(Crowd).ShouldHaveSingleItem();
        slow.Dropped.ShouldBe(publisher.Counts.Dropped);
        slow.QueuedBytes.ShouldBeInRange(QueueBytes / 2, QueueBytes);
    }

    [Fact]
    public void Publish_StormsOfConnects_OthersSeeNoGap()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = _rig.Pair();
        for (int i = 0; i < Storms; i++)
        {
            using (var peer = RawPeer.Connect(publisher.Endpoint))
            {
                if (i % 3 > 0)
                    peer.Send(RawPeer.Greeting);
                if (i % 3 == 2)
                    peer.Reset();
            }

            Rig.Send(publisher, (ulong)i + 2);
            _rig.Next(subscriber).ShouldBe((ulong)i + 2);
        }

        Eventually.True(
            () => publisher.Links.Accepted - publisher.Links.Disconnected == 1, "only the good consumer is left");
        publisher.Links.Accepted.ShouldBe(Storms + 1);
        subscriber.Reconnects.ShouldBe(0);
    }

    [Fact]
    public void Subscriber_OfThousandsOfTopics_IsCutAndCounted()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = _rig.Pair();
        using var peer = RawPeer.Connect(publisher.Endpoint);
        peer.Handshake("SUB");
        for (int i = 0; i < Topics; i++)
        {
            if (!peer.TrySend([0, 4, 1, (byte)'x', (byte)('0' + (i & 63)), (byte)('0' + (i >> 6 & 63))]))
                break;
        }

        Eventually.True(() => peer.IsClosed(), "it is cut");
        Rig.Send(publisher, 2);
        _rig.Next(subscriber).ShouldBe(2ul);
    }

    public void Dispose() => _rig.Dispose();
}
