using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Rings;
using HardwareConnector.Sources;
using Testing;

namespace HardwareConnector.Tests.Publishing;

/// <summary>What a source thread publishes by itself.</summary>
public sealed class InlinePublishTests
{
    [Fact]
    public void Offer_SocketStaysWithItsThread_BlocksGoThroughTheRing()
    {
        using RunningPublisher publisher = new RunningPublisher(new FakeTime()).Join().Describe();
        for (int i = 0; i < 50; i++)
            TestRig.Offer(publisher.Feed, i);
        Eventually.True(() => publisher.Loop.Counters.Blocks == 50, "all are published");

        publisher.Feed.Ring.Inline.ShouldBe(0);
    }

    [Fact]
    public void Offer_PublishThreadWaits_BlockIsPublishedByItsSource()
    {
        using RunningPublisher publisher = Start();
        OfferInline(publisher, 0);

        publisher.Lent!.SentBy.ShouldBe(Thread.CurrentThread);
        (publisher.Feed.Ring.Count, publisher.Feed.Description!.Pool(0).InUse).ShouldBe((0, 0));
    }

    [Fact]
    public void Offer_Inline_IsReceivedAndNumberedLikeOthers()
    {
        using RunningPublisher publisher = Start();
        long next = OfferInline(publisher, 0);

        for (ulong sequence = 1; sequence <= (ulong)next; sequence++)
            publisher.Next(FrameKind.Data).Sequence.ShouldBe(sequence);
        publisher.Loop.Link.LastAcquiredNs.ShouldBe(TestRig.DueNs(next - 1));
        Eventually.True(() => publisher.Recorder.Marks(1)?.Written == (ulong)next, "the journal has every block");
    }

    [Fact]
    public void Offer_Inline_AnnouncesWhatIsDue()
    {
        FakeTime time = new();
        using RunningPublisher publisher = new RunningPublisher(time, handsOver: true).Join().Describe();
        long next = OfferInline(publisher, 0);
        for (ulong sequence = 1; sequence <= (ulong)next; sequence++)
            publisher.Next(FrameKind.Data);
        time.Advance(TimeSpan.FromMilliseconds(250));
        OfferInline(publisher, next);

        publisher.Next(FrameKind.Heartbeat);
        publisher.Heartbeat().ProgressOf(1)!.Value.Last.ShouldBeGreaterThan(0UL);
    }

    [Fact]
    public void Offer_MissingSamples_AreDeclaredBeforeTheBlock()
    {
        using RunningPublisher publisher = Start();
        long next = OfferInline(publisher, 0);
        for (ulong sequence = 1; sequence <= (ulong)next; sequence++)
            publisher.Next(FrameKind.Data);
        TestRig.Offer(publisher.Feed, next + 4);

        publisher.Next(FrameKind.Loss);
        publisher.Next(FrameKind.Data).Flags.ShouldBe(FrameFlags.SamplesMissing);
    }

    [Fact]
    public void Offer_SeveralSourcesAtOnce_EachBlockOnceInOrderByOneThreadAtATime()
    {
        const int Sources = 3;
        const int Blocks = 4_000;
        using RunningPublisher publisher = new RunningPublisher(new FakeTime(), sources: Sources, handsOver: true);
        for (int i = 0; i < Sources; i++)
            publisher.Feeds.All[i].Describe(TestRig.Describe(publisher.Feeds.All[i]), default);

        // Each publishes one by itself before the burst: a busy machine need not let it within the burst.
        long[] begun = [.. publisher.Feeds.All.Select(feed => OfferInline(feed, 0))];
        Thread[] sources =
        [
            .. publisher.Feeds.All.Select((feed, i) => new Thread(() => OfferAll(feed, begun[i], Blocks))),
        ];
        Array.ForEach(sources, source => source.Start());
        Array.ForEach(sources, source => source.Join());
        Eventually.True(() => publisher.Loop.Counters.Blocks == Sources * Blocks, "all are published");

        (publisher.Lent!.Wrong, publisher.Lent.OutOfOrder).ShouldBe((0, 0));
        for (uint stream = 1; stream <= Sources; stream++)
            publisher.Lent.Last(stream).ShouldBe((ulong)Blocks);
        foreach (SpscRing<SourceItem> ring in publisher.Feeds.All.Select(feed => feed.Ring))
        {
            (ring.Offered - ring.Dropped).ShouldBe(ring.Taken + ring.Inline);
            ring.Inline.ShouldBeGreaterThan(0);
        }
    }

    [Fact]
    public void Stop_SourceGoesOn_NothingUsesTheSocketAfterItsEnd()
    {
        RunningPublisher publisher = Start();
        using CancellationTokenSource stop = new();
        Thread source = new(() =>
        {
            for (long i = 0; !stop.IsCancellationRequested;)
            {
                if (publisher.Feed.Ring.Count < 100)
                    TestRig.Offer(publisher.Feed, i++);
                else
                    Thread.Yield();
            }
        });
        source.Start();
        Eventually.True(() => publisher.Feed.Ring.Inline > 0, "the source publishes by itself");
        publisher.Stop();
        long published = publisher.Loop.Counters.Blocks;
        Eventually.True(() => publisher.Feed.Ring.Count >= 100, "what comes afterwards waits");
        stop.Cancel();
        source.Join();

        (publisher.Lent!.Wrong, publisher.Loop.Counters.Blocks).ShouldBe((0, published));
        publisher.Dispose();
    }

    [Fact]
    public void Offer_SendFails_TheLoopEndsToo()
    {
        using RunningPublisher publisher = Start();
        long next = OfferInline(publisher, 0);
        publisher.Lent!.Fails = true;
        Should.Throw<IOException>(() => OfferInline(publisher, next));

        Eventually.True(() => publisher.Failure is not null, "the publish thread ends with an exception");
    }

    [Fact]
    public void Offer_InlineWhenWarm_DoesNotAllocatePerBlock()
    {
        FakeTime time = new();
        using RunningPublisher publisher = new RunningPublisher(time, handsOver: true).Join().Describe();
        long next = 0;
        Pump();

        Allocation.MinOf(() => publisher.Loop.Counters.Allocation.Bytes, Pump).ShouldBe(0);

        void Pump()
        {
            for (int i = 0; i < 300; i++)
                next = OfferInline(publisher, next);
        }
    }

    // A clock that stands: whatever the machine does, publishing takes no time by it.
    private static RunningPublisher Start() =>
        new RunningPublisher(new FakeTime(), handsOver: true).Join().Describe();

    // Offers blocks until one does not go through the ring; the index after it.
    private static long OfferInline(RunningPublisher publisher, long next) => OfferInline(publisher.Feed, next);

    private static long OfferInline(SourceFeed feed, long next)
    {
        long before = feed.Ring.Inline;
        while (feed.Ring.Inline == before)
        {
            Eventually.True(() => feed.Ring.Count == 0, "the ring is empty");
            TestRig.Offer(feed, next++);
        }

        return next;
    }

    private static void OfferAll(SourceFeed feed, long begin, int end)
    {
        for (long i = begin; i < end; i++)
        {
            while (feed.Ring.Count == feed.Ring.Capacity)
                Thread.Yield();
            TestRig.Offer(feed, i);
        }
    }
}
