using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Files;
using HardwareConnector.Sources;
using Simulator.Presets;
using Simulator.Rig;
using Testing;

namespace HardwareConnector.Tests.Publishing;

public sealed class PublishLoopTests
{
    [Fact]
    public void Run_OneRigIsOff_BlocksOfTheOtherEndTheWaitForTheBind()
    {
        using RunningPublisher publisher =
            new(queue: 8, sources: 2, bindWait: TimeSpan.FromHours(1), beforeBind: OfferSix);

        Eventually.True(() => publisher.Feeds.All[0].Ring.Count == 0, "the blocks are taken");

        static void OfferSix(SourceFeeds feeds)
        {
            feeds.All[0].Describe(TestRig.Describe(feeds.All[0]), default);
            for (int i = 0; i < 6; i++)
                TestRig.Offer(feeds.All[0], i);
        }
    }

    [Fact]
    public void Run_AfterAKill_DeclaresWhatTheRigMeasuredMeanwhileAndFlagsTheFirstBlock()
    {
        using RunningPublisher publisher = new RunningPublisher(afterKill: true).Join().Describe();
        TestRig.Offer(publisher.Feed, 4);
        TestRig.Offer(publisher.Feed, 5);

        publisher.Next(FrameKind.Loss);
        LossPayload.Read(publisher.Payload, out _)!
            .ShouldBe(new LossPayload(1, null, TestRig.Points, (4 * TestRig.Points) - 1, "no connector ran"));
        publisher.Next(FrameKind.Data).Flags.ShouldBe(FrameFlags.AfterUncleanStop | FrameFlags.SamplesMissing);
        publisher.Next(FrameKind.Data).Flags.ShouldBe(FrameFlags.None);
        publisher.Next(FrameKind.Heartbeat);
        publisher.Heartbeat().ProgressOf(1)!.Value.SamplesLost.ShouldBe(3UL * TestRig.Points);
    }

    [Fact]
    public void Run_FirstOfAPublisher_FlagsNothing()
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        TestRig.Offer(publisher.Feed, 4);

        publisher.Next(FrameKind.Data).Flags.ShouldBe(FrameFlags.None);
    }

    [Fact]
    public void Run_Block_IsPublishedInTheWireFormat()
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        TestRig.Offer(publisher.Feed, 3);

        FrameHeader header = publisher.Next(FrameKind.Data);
        publisher.Topic.ShouldBe("D/lab/rig1/main/");
        header.Publisher.ShouldBe(publisher.Identity.Publisher);
        header.Epoch.ShouldBe(publisher.Identity.Epoch);
        (header.Stream, header.Sequence, header.Content, header.Flags).ShouldBe((1u, 1UL, (byte)1, FrameFlags.None));
        header.AcquiredNs.ShouldBe(TestRig.DueNs(3));
        header.PublishedNs.ShouldBeGreaterThan(header.AcquiredNs);
        header.CatalogueRevision.ShouldBe(publisher.Registry.Current.Catalogue.Revision);
        var read = new CDataBlock(BlockLayout.Empty);
        var expected = new CDataBlock(TestRig.Rig.Layout);
        TestRig.Rig.Fill(expected, 3);
        publisher.Serializer.Deserialize(publisher.Payload, read).IsOk.ShouldBeTrue();
        BlockEquality.Difference(read, expected).ShouldBeNull();
    }

    [Fact]
    public void Run_Blocks_AreNumberedContiguouslyAndGoBackToThePool()
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        for (int i = 0; i < 100; i++)
            TestRig.Offer(publisher.Feed, i);

        for (ulong sequence = 1; sequence <= 100; sequence++)
            publisher.Next(FrameKind.Data).Sequence.ShouldBe(sequence);
        Eventually.True(() => publisher.Feed.Description!.Pool(0).InUse == 0, "every block is back");
        publisher.Loop.Counters.Blocks.ShouldBe(100);
        publisher.Loop.Link.LastAcquiredNs.ShouldBe(TestRig.DueNs(99));
    }

    [Fact]
    public void Run_NewStreamOnAFullStateDisk_IsPublishedAndItsNumberSavedLater()
    {
        using RunningPublisher publisher = new RunningPublisher(faulty: true).Join();
        (publisher.StateFiles!.FailAt, publisher.StateFiles.FailCount) = (publisher.StateFiles.Operations + 1, 1_000);
        publisher.Describe();
        TestRig.Offer(publisher.Feed, 0);

        publisher.Next(FrameKind.Data).Stream.ShouldBe(1u);
        publisher.Recorder.StateOutcome.Fault.ShouldBe(FileFault.Full);
        File.ReadAllText(publisher.StatePath).ShouldNotContain("\"main\"");

        publisher.StateFiles.FailAt = 0;
        publisher.Recorder.SaveState();
        publisher.Recorder.StateOutcome.IsOk.ShouldBeTrue();
        File.ReadAllText(publisher.StatePath).ShouldContain("\"main\"");
    }

    [Fact]
    public void Run_TrimmedBlock_IsFlagged()
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        TestRig.Offer(publisher.Feed, 0, trimmed: true);

        publisher.Next(FrameKind.Data).Flags.ShouldBe(FrameFlags.Trimmed);
    }

    [Fact]
    public void Run_MissingSamples_AreDeclaredBeforeTheFlaggedBlock()
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        TestRig.Offer(publisher.Feed, 0);
        TestRig.Offer(publisher.Feed, 5);
        TestRig.Offer(publisher.Feed, 6);
        publisher.Next(FrameKind.Data).Flags.ShouldBe(FrameFlags.None);

        publisher.Next(FrameKind.Loss).Stream.ShouldBe(FrameHeader.ControlStream);
        publisher.Topic.ShouldBe("L/lab/rig1/_/");
        LossPayload.Read(publisher.Payload, out _).ShouldBe(
            new LossPayload(1, null, TestRig.Points, (5 * TestRig.Points) - 1, "missing from the rig"));
        FrameHeader flagged = publisher.Next();
        (flagged.Kind, flagged.Sequence, flagged.Flags).ShouldBe((FrameKind.Data, 2UL, FrameFlags.SamplesMissing));
        publisher.Next(FrameKind.Data).Flags.ShouldBe(FrameFlags.None);
        publisher.Registry.Current.Streams[0].SamplesLost.ShouldBe(4UL * TestRig.Points);
    }

    [Fact]
    public void Run_Description_IsPublishedBeforeTheFirstBlock()
    {
        using RunningPublisher publisher = new RunningPublisher().Join();
        publisher.Feed.Describe(TestRig.Describe(publisher.Feed), default);
        TestRig.Offer(publisher.Feed, 0);

        publisher.Next(FrameKind.Catalogue).Stream.ShouldBe(FrameHeader.ControlStream);
        publisher.Topic.ShouldBe("C/lab/rig1/_/");
        CatalogueCodec.Read(publisher.Payload, out PublisherCatalogue? catalogue).IsOk.ShouldBeTrue();
        catalogue.ShouldBe(publisher.Registry.Current.Catalogue);
        catalogue!.Streams[0].ShouldBe(TestRig.Stream);
        publisher.Next(FrameKind.Data).CatalogueRevision.ShouldBe(catalogue.Revision);
    }

    [Fact]
    public void Run_ChangedDescription_IsPublishedUnderANewRevision()
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        uint first = publisher.Header.CatalogueRevision;
        publisher.Feed.Describe(TestRig.Describe(publisher.Feed, TestRig.Stream with { BitIn = [] }), default);

        publisher.Next(FrameKind.Catalogue).CatalogueRevision.ShouldBe(first + 1);
    }

    [Fact]
    public void Run_DescriptionOfMuchLargerFrames_CountsTheQueueByThem()
    {
        using RunningPublisher publisher =
            new(bindWait: TimeSpan.FromHours(1), beforeBind: feeds => Describe(feeds.All[0]));
        publisher.Join();
        StreamDescription large = new SimulatedRig(RigPresets.Find("load-64x4096")!, 1).Description;
        publisher.Feed.Describe(TestRig.Describe(publisher.Feed, large), default);

        int expected = new SocketLimits().HighWaterMark(large.MaxDocumentBytes);
        Eventually.True(() => publisher.Loop.QueueFrames == expected, "the queue is counted by the larger frames");
        publisher.Next(FrameKind.Heartbeat).Epoch.ShouldBe(publisher.Identity.Epoch);

        static void Describe(SourceFeed feed) => feed.Describe(TestRig.Describe(feed), default);
    }

    [Fact]
    public void Run_Time_HeartbeatEach250MsOfContiguousNumbers()
    {
        var time = new FakeTime();
        using RunningPublisher publisher = new RunningPublisher(time).Join();
        ulong last = Settle(publisher);
        long uptime = publisher.Heartbeat().UptimeMs;

        for (int i = 1; i <= 8; i++)
        {
            time.Advance(TimeSpan.FromMilliseconds(250));
            publisher.Next(FrameKind.Heartbeat).Sequence.ShouldBe(last + (ulong)i);
            publisher.Heartbeat().UptimeMs.ShouldBe(uptime + (250 * i));
            publisher.Header.Stream.ShouldBe(FrameHeader.HeartbeatStream);
        }
    }

    [Fact]
    public void Run_FiveSeconds_RepeatsTheCatalogue()
    {
        var time = new FakeTime();
        using RunningPublisher publisher = new RunningPublisher(time).Join().Describe();
        uint revision = publisher.Header.CatalogueRevision;
        ulong sequence = publisher.Header.Sequence;

        time.Advance(TimeSpan.FromSeconds(5));

        FrameHeader again = publisher.Next(FrameKind.Catalogue);
        (again.CatalogueRevision, again.Sequence).ShouldBe((revision, sequence + 1));
    }

    // A consumer that heard no marks would begin this epoch without requesting the end of the one before.
    [Fact]
    public void Run_HeartbeatBeforeTheFirstRecord_ReportsThatAJournalIsKept()
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        publisher.Next(FrameKind.Heartbeat);

        publisher.Heartbeat().Streams.ShouldAllBe(stream => stream.Written != null && stream.Durable != null);
    }

    [Fact]
    public void Run_Heartbeat_ReportsHowFarEachStreamIs()
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        TestRig.Offer(publisher.Feed, 0);
        publisher.Feed.Report(LinkState.Online, default);

        publisher.Next(FrameKind.Data);
        publisher.Next(FrameKind.Heartbeat);
        Heartbeat heartbeat = publisher.Heartbeat();
        heartbeat.Instance.ShouldBe(publisher.Identity.Instance);
        heartbeat.Epoch.ShouldBe(publisher.Identity.Epoch);
        heartbeat.Link.ShouldBe(LinkState.Online);
        heartbeat.LastAcquiredNs.ShouldBe(TestRig.DueNs(0));
        heartbeat.Streams.Single(stream => stream.Id == 1).Last.ShouldBe(1UL);
        heartbeat.Streams.ShouldContain(stream => stream.Id == FrameHeader.ControlStream);
    }

    [Fact]
    public void Run_Stop_PublishesTheQueueAndEndsTheStreams()
    {
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        for (int i = 0; i < 40; i++)
            TestRig.Offer(publisher.Feed, i);
        var stopper = new Thread(publisher.Stop);
        stopper.Start();

        FrameHeader header = publisher.Next();
        ulong last = 0;
        while ((header.Flags & FrameFlags.EndOfStream) == 0)
        {
            last = header.Kind == FrameKind.Data ? header.Sequence : last;
            header = publisher.Next();
        }

        last.ShouldBe(40UL);
        header.Kind.ShouldBe(FrameKind.Heartbeat);
        publisher.Heartbeat().Streams.Single(stream => stream.Id == 1).Last.ShouldBe(40UL);
        stopper.Join();
    }

    [Fact]
    public void Run_Warm_DoesNotAllocatePerBlock()
    {
        const int WarmUp = 300;
        const int Blocks = 500;
        using RunningPublisher publisher = new RunningPublisher().Join().Describe();
        Pump(publisher, 0, WarmUp);
        int sent = WarmUp;

        Allocation.MinOf(
            () => publisher.Loop.Counters.Allocation.Bytes,
            () =>
            {
                Pump(publisher, sent, Blocks);
                sent += Blocks;
            }).ShouldBe(0);
    }

    // One block at a time: the queue stays short, so that every block takes the whole path.
    private static void Pump(RunningPublisher publisher, long first, int blocks)
    {
        for (long i = first; i < first + blocks; i++)
        {
            TestRig.Offer(publisher.Feed, i);
            publisher.Next(FrameKind.Data);
        }
    }

    private static ulong Settle(RunningPublisher publisher)
    {
        publisher.Feed.Report(LinkState.Online, default);
        while (publisher.Next(FrameKind.Heartbeat).Kind == FrameKind.Heartbeat
            && publisher.Heartbeat().Link != LinkState.Online)
        {
        }

        return publisher.Header.Sequence;
    }
}
