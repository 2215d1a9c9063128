using FuncLibs.Messaging.Transport;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

public sealed class DirectPublisherTests : IDisposable
{
    private const int FrameBytes = 100_000;
    private const int MaxListed = 16;

    // Of frames that are larger than a share of the budget, and one that was sent in part.
    private const long MostQueuedBytes = (SocketLimits.MinHighWaterMark + 1) * 101_000;

    private readonly Rig _rig = Rig.Of<DirectUnderTest>(
        new SocketLimits { LingerMs = 0, QueueBytes = 1 << 20, KernelBufferBytes = 256 << 10, StaleMs = 60_000 });

    private ulong _sequence;

    [Fact]
    public void SlowSubscribers_OneThatDoesNotRead_HasAllDropsWhileItIsConnected()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = _rig.Pair();
        using (RawPeer slow = Subscribe(publisher))
        {
            Eventually.True(
                () =>
                {
                    Rig.Send(publisher, ++_sequence, FrameBytes);
                    _rig.Next(subscriber).ShouldBe(_sequence);
                    return publisher.Counts.Dropped >= 3;
                },
                "frames are dropped");

            SubscriberQueue worst = publisher.SlowSubscribers(MaxListed)[0];
            worst.ShouldSatisfyAllConditions(
                queue => queue.Dropped.ShouldBe(publisher.Counts.Dropped),
                queue => queue.QueuedBytes.ShouldBeInRange(FrameBytes, MostQueuedBytes),
                queue => queue.Peer.ShouldStartWith("127.0.0.1:"));
        }

        long dropped = publisher.Counts.Dropped;
        Eventually.True(
            () => publisher.SlowSubscribers(MaxListed).All(queue => queue.Dropped == 0), "the slow one is gone");
        publisher.Counts.Dropped.ShouldBe(dropped);
    }

    [Fact]
    public void SlowSubscribers_SeveralWithDrops_AreTheWorstUpToTheNumberAskedFor()
    {
        IFramePublisher publisher = _rig.Publisher();
        using RawPeer first = Subscribe(publisher);
        Eventually.True(() => Drops(publisher, 5), "frames are dropped for the first");
        using RawPeer second = Subscribe(publisher);
        Eventually.True(() => Drops(publisher, 50), "frames are dropped for both");

        IReadOnlyList<SubscriberQueue> both = publisher.SlowSubscribers(MaxListed);
        both.Count.ShouldBe(2);
        both[0].Dropped.ShouldBeGreaterThan(both[1].Dropped);
        both.Sum(queue => queue.Dropped).ShouldBe(publisher.Counts.Dropped);
        publisher.SlowSubscribers(1).ShouldHaveSingleItem().Peer.ShouldBe(both[0].Peer);
    }

    public void Dispose() => _rig.Dispose();

    private bool Drops(IFramePublisher publisher, long wanted)
    {
        Rig.Send(publisher, ++_sequence, FrameBytes);
        return publisher.Counts.Dropped >= wanted;
    }

    private static RawPeer Subscribe(IFramePublisher publisher)
    {
        long before = publisher.Links.Handshakes;
        RawPeer peer = RawPeer.Connect(publisher.Endpoint);
        peer.Handshake("SUB");
        peer.SendFrame([1, .. "D/"u8], more: false);
        Eventually.True(() => publisher.Links.Handshakes > before, "the peer is connected");
        return peer;
    }
}
