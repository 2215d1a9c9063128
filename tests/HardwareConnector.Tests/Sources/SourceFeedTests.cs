using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Watching;

namespace HardwareConnector.Tests.Sources;

public sealed class SourceFeedTests : IDisposable
{
    private const int Capacity = 4;
    private readonly SourceFeed _feed = new(Capacity);

    public SourceFeedTests()
    {
        _feed.Describe(TestRig.Describe(_feed), default);
        Take().Kind.ShouldBe(SourceItemKind.Description);
    }

    public void Dispose() => _feed.Dispose();

    [Fact]
    public void Offer_Room_CarriesTheBlock()
    {
        TestRig.Offer(_feed, 7, trimmed: true);

        SourceItem item = Take();
        item.Kind.ShouldBe(SourceItemKind.Block);
        item.Block!.FirstSampleIndex.ShouldBe(140);
        item.DueNs.ShouldBe(TestRig.DueNs(7));
        item.Trimmed.ShouldBeTrue();
        item.Missing.Count.ShouldBe(0);
    }

    [Fact]
    public void Offer_FullRing_NextBlockCarriesTheExactRange()
    {
        for (int i = 0; i < Capacity + 3; i++)
            TestRig.Offer(_feed, i);
        Give(Take());
        TestRig.Offer(_feed, Capacity + 3);

        for (int i = 1; i < Capacity; i++)
            Give(Take());
        SourceItem next = Take();
        next.Block!.FirstSampleIndex.ShouldBe((Capacity + 3) * TestRig.Points);
        next.Missing.ShouldBe(new SampleRange(Capacity * TestRig.Points, 3 * TestRig.Points, "source queue full"));
    }

    [Fact]
    public void Offer_FullRing_ArithmeticClosesAndBlocksGoBack()
    {
        const int Offered = 50;
        for (int i = 0; i < Offered; i++)
            TestRig.Offer(_feed, i);
        int taken = 0;
        while (_feed.Ring.TryRead(out SourceItem item))
        {
            Give(item);
            taken++;
        }

        (taken + _feed.Dropped).ShouldBe(Offered);
        taken.ShouldBe(Capacity);
        _feed.Description!.Pool(0).InUse.ShouldBe(0);
    }

    [Fact]
    public void Offer_DroppedBeforeTheFirst_IsDeclaredWithTheFirst()
    {
        for (int i = 0; i < Capacity; i++)
            _feed.Report(LinkState.Online, default);
        TestRig.Offer(_feed, 0);
        Take();
        TestRig.Offer(_feed, 1);

        for (int i = 1; i < Capacity; i++)
            Take();
        Take().Missing.ShouldBe(new SampleRange(0, TestRig.Points, "source queue full"));
    }

    [Fact]
    public void Offer_BlocksSentAgainAfterALinkCameUp_AreDroppedAndFound()
    {
        TestRig.Offer(_feed, 0);
        TestRig.Offer(_feed, 1);
        Give(Take());
        Give(Take());
        _feed.Report(LinkState.Online, default);
        Take();
        for (int i = 0; i < 3; i++)
            TestRig.Offer(_feed, i);

        SourceItem next = Take();
        (next.Block!.FirstSampleIndex, next.Missing.Count, _feed.Ring.Count).ShouldBe((2 * TestRig.Points, 0, 0));
        _feed.Watches[0].Findings.CountOf(RigFinding.Repeated).ShouldBe(2);
    }

    [Fact]
    public void Describe_Change_ReturnsOldBlocksToTheirOldPool()
    {
        TestRig.Offer(_feed, 0);
        BlockPool old = _feed.Description!.Pool(0);
        _feed.Describe(TestRig.Describe(_feed, TestRig.Stream with { Name = "other" }), default);
        SourceItem item = Take();

        item.Pool.ShouldBeSameAs(old);
        old.InUse.ShouldBe(1);
        Give(item);
        old.InUse.ShouldBe(0);
        Take().Description.ShouldBeSameAs(_feed.Description);
    }

    [Fact]
    public void Describe_SameNameAndClock_KeepsWhatIsToBeDeclared()
    {
        for (int i = 0; i < Capacity + 1; i++)
            TestRig.Offer(_feed, i);
        for (int i = 0; i < Capacity; i++)
            Give(Take());
        StreamDescription renamed = TestRig.Stream with { BitIn = [.. TestRig.Stream.BitIn.Select(_ => "")] };
        _feed.Describe(TestRig.Describe(_feed, renamed), default);
        TestRig.Offer(_feed, Capacity + 1);

        Take();
        Take().Missing.ShouldBe(new SampleRange(Capacity * TestRig.Points, TestRig.Points, "source queue full"));
    }

    [Fact]
    public void Describe_OtherClock_Restarts()
    {
        TestRig.Offer(_feed, 0);
        Give(Take());
        _feed.Describe(TestRig.Describe(_feed, TestRig.Stream with { BaseRateHz = 1 }), default);
        TestRig.Offer(_feed, 500);

        Take();
        Take().Missing.Count.ShouldBe(0);
    }

    [Fact]
    public void Report_FullRing_WaitsForAPlaceAndDropsNoBlock()
    {
        for (int i = 0; i < Capacity; i++)
            TestRig.Offer(_feed, i);
        var reporter = new Thread(() => _feed.Report(LinkState.Offline, default));
        reporter.Start();
        Testing.Eventually.True(() => _feed.Ring.Dropped > 0, "the report found the ring full");
        for (int i = 0; i < Capacity; i++)
            Give(Take());
        reporter.Join();

        Take().Link.ShouldBe(LinkState.Offline);
        _feed.Dropped.ShouldBe(0);
    }

    [Fact]
    public void Report_FullRingAndStop_Returns()
    {
        for (int i = 0; i < Capacity; i++)
            TestRig.Offer(_feed, i);

        _feed.Report(LinkState.Offline, new CancellationToken(canceled: true));

        _feed.Ring.Count.ShouldBe(Capacity);
    }

    private SourceItem Take()
    {
        _feed.Ring.TryRead(out SourceItem item).ShouldBeTrue();
        return item;
    }

    private static void Give(in SourceItem item) => item.Pool!.Return(item.Block!);
}
