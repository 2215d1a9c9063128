using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

public abstract class PublishSubscribeContract<TLibrary> : TransportContract<TLibrary>
    where TLibrary : ITransportUnderTest
{

    protected PublishSubscribeContract()
        : base(new SocketLimits { LingerMs = 0, Frames = new FrameLimits(64 << 10), StaleMs = 60_000 })
    {
    }

    [Fact]
    public void TryReceive_WhatWasPublished_IsTheSameThreeFrames()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = Rig.Pair();
        publisher
            .TryPublish(Rig.Topic, FrameHeaderTestData.Golden, FrameHeaderTestData.Payload)
            .ShouldBe(SendStatus.Sent);
        Rig.Next(subscriber).ShouldBe(1ul);
        Rig.Buffer.Topic.ToArray().ShouldBe(Rig.Topic);
        Rig.Buffer.Header.ToArray().ShouldBe(FrameHeaderTestData.Golden);
        Rig.Buffer.Payload.ToArray().ShouldBe(FrameHeaderTestData.Payload);
    }

    [Fact]
    public void TryPublish_TwoFrames_ArriveAsAMessageThatIsNoneOfOurs()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = Rig.Pair();
        long before = publisher.Counts.Messages;
        publisher.TryPublish(Rig.Topic, FrameHeaderTestData.Payload).ShouldBe(SendStatus.Sent);
        publisher
            .TryPublish(Rig.Topic, FrameHeaderTestData.Golden, FrameHeaderTestData.Payload)
            .ShouldBe(SendStatus.Sent);
        Rig.Next(subscriber).ShouldBe(1ul);
        subscriber.Faults.CountOf(FrameFault.Length).ShouldBe(1);
        publisher.Counts.Messages.ShouldBe(before + 2);
    }

    [Theory]
    [InlineData("", 1)]
    [InlineData("D/lab/", 1)]
    [InlineData("H/", 0)]
    public void DataTopics_OfASubscription_CountsThoseThatTakeBlocksWhileTheyLast(string prefix, long expected)
    {
        IFramePublisher publisher = Rig.Publisher();
        using (IFrameSubscriber subscriber = Rig.Transport.Subscribe(publisher.Endpoint))
        {
            subscriber.Subscribe(System.Text.Encoding.ASCII.GetBytes(prefix));
            Eventually.True(
                () => publisher.DrainInput() > 0 && publisher.Counts.Subscriptions == 1, "the subscription comes");
            publisher.Counts.DataTopics.ShouldBe(expected);
        }

        Eventually.True(() => publisher.DrainInput() > 0 && publisher.Counts.Unsubscriptions == 1, "it is taken back");
        publisher.Counts.DataTopics.ShouldBe(0);
    }

    [Fact]
    public void TryPublish_ManyFrames_ArriveInOrder()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = Rig.Pair();
        for (ulong sequence = 10; sequence < 500; sequence++)
            Rig.Send(publisher, sequence, 10_000);
        for (ulong sequence = 10; sequence < 500; sequence++)
            Rig.Next(subscriber).ShouldBe(sequence);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    [InlineData(9)]
    public void TryReceive_NotThreeFrames_IsDroppedWholeAndCounted(int frames)
    {
        using var fake = new FakePublisher();
        IFrameSubscriber subscriber = Rig.Subscriber(fake.Endpoint);
        using RawPeer peer = fake.Accept();
        for (int i = 1; i <= frames; i++)
            peer.SendFrame(Rig.Topic, more: i < frames);
        peer.SendGood();
        Eventually.True(
            () => subscriber.TryReceive(Rig.Buffer) == ReceiveStatus.Malformed, "the bad message is refused");
        Rig.Next(subscriber).ShouldBe(1ul);
        subscriber.Faults.CountOf(FrameFault.Length).ShouldBe(1);
    }

    [Theory]
    [InlineData(97, FrameHeader.Size)]
    [InlineData(5, FrameHeader.MaxSize + 1)]
    [InlineData(20_000, 20_000)]
    public void TryPublish_TopicOrHeaderTooLong_IsSentAndDroppedByTheSubscriber(int topicBytes, int headerBytes)
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = Rig.Pair();
        publisher
            .TryPublish(new byte[topicBytes], new byte[headerBytes], FrameHeaderTestData.Payload)
            .ShouldBe(SendStatus.Sent);
        Rig.Send(publisher, 2);
        Rig.Next(subscriber).ShouldBe(2ul);
        subscriber.Faults.CountOf(FrameFault.Length).ShouldBe(1);
    }

    [Fact]
    public void TryReceive_TopicTooLong_IsDroppedAndCounted()
    {
        using var fake = new FakePublisher();
        IFrameSubscriber subscriber = Rig.Subscriber(fake.Endpoint);
        using RawPeer peer = fake.Accept();
        peer.SendFrame(new byte[97], more: true);
        peer.SendFrame(FrameHeaderTestData.Golden, more: true);
        peer.SendFrame(FrameHeaderTestData.Payload, more: false);
        Eventually.True(
            () => subscriber.TryReceive(Rig.Buffer) == ReceiveStatus.Malformed, "the bad message is refused");
        subscriber.Faults.CountOf(FrameFault.Length).ShouldBe(1);
    }

    [Fact]
    public void Maintain_AfterAnOversizeMessage_TheStreamGoesOn()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = Rig.Pair();
        Rig.Send(publisher, 2, (64 << 10) + 1);
        Eventually.True(
            () => subscriber.TryReceive(Rig.Buffer) != ReceiveStatus.Frame && subscriber.Links.Disconnected == 1,
            "the link ends");
        Eventually.True(
            () =>
            {
                subscriber.Maintain();
                publisher.DrainInput();
                Rig.Send(publisher, 3);
                return subscriber.TryReceive(Rig.Buffer) == ReceiveStatus.Frame;
            },
            "frames come in again");
        (subscriber.Faults.CountOf(FrameFault.Oversize) + subscriber.ProtocolEnds).ShouldBeLessThanOrEqualTo(1);
    }

    [Fact]
    public void Maintain_PublisherClosesTheConnection_LeavesTheRetryToTheLibrary()
    {
        using var fake = new FakePublisher();
        IFrameSubscriber subscriber = Rig.Subscriber(fake.Endpoint);
        fake.Accept().Dispose();
        using RawPeer again = AcceptWhileMaintaining(fake, subscriber);
        again.SendGood();
        Rig.Next(subscriber).ShouldBe(1ul);
        subscriber.Reconnects.ShouldBe(0);
    }

    [Fact]
    public void Maintain_SilentPublisher_IsReconnected()
    {
        using var rig = Rig.Of<TLibrary>(new SocketLimits { LingerMs = 0, StaleMs = 100, ReconnectMs = 20 });
        using var fake = new FakePublisher();
        IFrameSubscriber subscriber = rig.Subscriber(fake.Endpoint);
        using RawPeer silent = fake.Accept();
        Eventually.True(() => subscriber.Maintain(), "the stale link is re-established");
        using RawPeer again = AcceptWhileMaintaining(fake, subscriber);
        Eventually.True(
            () => subscriber.TryReceive(rig.Buffer) == ReceiveStatus.Empty && silent.IsClosed(),
            "the silent link is closed");
        subscriber.ProtocolEnds.ShouldBe(0);
    }

    [Fact]
    public void DrainInput_Subscriptions_AreCountedByKind()
    {
        IFramePublisher publisher = Rig.Publisher();
        using var peer = RawPeer.Connect(publisher.Endpoint);
        peer.Handshake("XSUB");
        peer.SendFrame([1, .. "D/lab/"u8], more: false);
        peer.SendFrame([0, .. "D/lab/"u8], more: false);
        peer.SendFrame([1, .. "\0\u0001 junk"u8], more: false);
        peer.SendFrame([77], more: false);
        Eventually.True(
            () =>
            {
                publisher.DrainInput();
                PublisherCounts counts = publisher.Counts;
                return counts is { Subscriptions: 1, Unsubscriptions: 1, Malformed: 2 };
            },
            "one subscription, one unsubscription, two pieces of garbage");
    }

    [Fact]
    public void Wait_AfterShutdown_IsClosed()
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = Rig.Pair();
        IWaitSet wait = Rig.Transport.WaitFor(subscriber);
        var waiting = new Thread(Rig.Transport.Shutdown);
        waiting.Start();
        wait.Wait(10_000).ShouldBe(WaitStatus.Closed);
        waiting.Join();
        subscriber.TryReceive(Rig.Buffer).ShouldBe(ReceiveStatus.Closed);
        Eventually.True(() => publisher.TryPublish([], [], []) == SendStatus.Closed, "a send says Closed");
    }

    private static RawPeer AcceptWhileMaintaining(FakePublisher fake, IFrameSubscriber subscriber)
    {
        Eventually.True(
            () =>
            {
                subscriber.Maintain();
                return fake.Pending;
            },
            "the consumer connects again");
        return fake.Accept();
    }
}
