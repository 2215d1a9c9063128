using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Publishing;
using HardwareConnector.Sources;

namespace HardwareConnector.Tests.Publishing;

public sealed class ManySourcesTests : IDisposable
{
    private const int Sources = 3;
    private readonly RunningPublisher _publisher = new RunningPublisher(sources: Sources).Join();

    public void Dispose() => _publisher.Dispose();

    [Fact]
    public void Run_EachSource_IsAStreamWithItsOwnNumbers()
    {
        Describe(2, 0, 1);
        for (int block = 0; block < 30; block++)
            TestRig.Offer(_publisher.Feeds.All[block % Sources], block / Sources);

        Dictionary<string, List<ulong>> sequences =
            new() { ["D/lab/rig1/rig01/"] = [], ["D/lab/rig1/rig02/"] = [], ["D/lab/rig1/rig03/"] = [] };
        for (int block = 0; block < 30; block++)
        {
            FrameHeader header = _publisher.Next(FrameKind.Data);
            sequences[_publisher.Topic].Add(header.Sequence);
            header.CatalogueRevision.ShouldBe(_publisher.Registry.Current.Catalogue.Revision);
        }

        sequences.Values.ShouldAllBe(numbers => numbers.SequenceEqual(Enumerable.Range(1, 10).Select(i => (ulong)i)));
        _publisher.Registry.Current.Catalogue.Streams.Select(stream => stream.Name)
            .ShouldBe(["rig01", "rig02", "rig03"]);
    }

    [Fact]
    public void Run_SourceGivesNothingYet_TheOthersArePublished()
    {
        Describe(1);
        TestRig.Offer(_publisher.Feeds.All[1], 0);

        _publisher.Next(FrameKind.Data).Sequence.ShouldBe(1UL);
        _publisher.Topic.ShouldBe("D/lab/rig1/rig02/");
    }

    [Fact]
    public void Run_GapOfOneSource_IsDeclaredForItsStreamAlone()
    {
        Describe(0, 1, 2);
        TestRig.Offer(_publisher.Feeds.All[1], 0);
        TestRig.Offer(_publisher.Feeds.All[1], 3);

        _publisher.Next(FrameKind.Loss);
        PublishedStream second = _publisher.Registry.Current.Streams[1];
        LossPayload.Read(_publisher.Payload, out _)!.Stream.ShouldBe(second.Id);
        _publisher.Next(FrameKind.Data).Flags.ShouldBe(FrameFlags.SamplesMissing);
        _publisher.Registry.Current.Streams.Select(stream => stream.SamplesLost)
            .ShouldBe([0UL, 2UL * TestRig.Points, 0UL]);
    }

    [Fact]
    public void Run_RigDescribesItselfOverAndOver_TheOthersWaitForOneDescription()
    {
        Describe(0, 1);
        RigDescription again = TestRig.Describe(_publisher.Feeds.All[0]);
        for (int block = 0; block < 3; block++)
        {
            for (int i = 0; i < 24; i++)
                _publisher.Feeds.All[0].Describe(again, default);
            TestRig.Offer(_publisher.Feeds.All[1], block);
            uint revision = _publisher.Registry.Current.Catalogue.Revision;

            _publisher.Next(FrameKind.Data).CatalogueRevision.ShouldBeLessThanOrEqualTo(revision + 1);
        }
    }

    [Fact]
    public void Link_OfAll_IsTheWorst()
    {
        foreach (var feed in _publisher.Feeds.All)
            feed.Report(LinkState.Online, default);
        WaitForLink(LinkState.Online);

        _publisher.Feeds.All[1].Report(LinkState.Restart, default);
        WaitForLink(LinkState.Restart);
        _publisher.Feeds.All[2].Report(LinkState.Offline, default, "cable");
        WaitForLink(LinkState.Offline);

        _publisher.Loop.Link.All.Select(link => (link.State, link.Reason)).ShouldBe(
            [(LinkState.Online, null), (LinkState.Restart, null), (LinkState.Offline, "cable")]);
    }

    [Fact]
    public void Heartbeat_OfStreams_HasTheLinkAndNewestBlockOfEach()
    {
        Describe(0, 1, 2);
        foreach (var feed in _publisher.Feeds.All)
            feed.Report(LinkState.Online, default);
        TestRig.Offer(_publisher.Feeds.All[0], 9);
        TestRig.Offer(_publisher.Feeds.All[2], 7);
        Take(2);
        _publisher.Feeds.All[1].Report(LinkState.Offline, default, "cable");
        WaitForLink(LinkState.Offline);
        Heartbeat heartbeat = _publisher.Heartbeat();

        StreamProgress[] streams =
        [
            .. _publisher.Registry.Current.Streams.Select(stream => heartbeat.ProgressOf(stream.Id)!.Value),
        ];
        streams.Select(stream => stream.Link).ShouldBe([LinkState.Online, LinkState.Offline, LinkState.Online]);
        streams.Select(stream => stream.LastAcquiredNs).ShouldBe([TestRig.DueNs(9), 0, TestRig.DueNs(7)]);
        heartbeat.ProgressOf(FrameHeader.ControlStream)!.Value.LastAcquiredNs.ShouldBeNull();
    }

    [Fact]
    public void LastAcquired_OfAll_IsThatOfTheSourceFurthestBehind()
    {
        Describe(0, 1, 2);
        TestRig.Offer(_publisher.Feeds.All[0], 9);
        TestRig.Offer(_publisher.Feeds.All[1], 4);
        Take(2);
        _publisher.Loop.Link.LastAcquiredNs.ShouldBe(0);

        TestRig.Offer(_publisher.Feeds.All[2], 7);
        Take(1);

        Testing.Eventually.True(() => _publisher.Loop.Link.LastAcquiredNs == TestRig.DueNs(4), "the oldest counts");
    }

    private void Take(int blocks)
    {
        for (int i = 0; i < blocks; i++)
            _publisher.Next(FrameKind.Data);
    }

    private void Describe(params int[] sources)
    {
        foreach (int source in sources)
        {
            _publisher.Feeds.All[source].Describe(TestRig.Describe(_publisher.Feeds.All[source]), default);
            _publisher.Next(FrameKind.Catalogue);
        }
    }

    private void WaitForLink(LinkState state)
    {
        do
            _publisher.Next(FrameKind.Heartbeat);
        while (_publisher.Heartbeat().Link != state);
    }
}
