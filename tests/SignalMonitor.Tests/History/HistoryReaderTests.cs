using FuncLibs.Signals.Buckets;
using SignalMonitor.History;

namespace SignalMonitor.Tests.History;

public class HistoryReaderTests
{
    private const int Seconds = 60;
    private const int Buckets = 2048;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(99_999_999)]
    [InlineData(33_000_000)]
    public void Read_JoinedInTheMiddleOfABucket_IsAsIfAllHadBeenSeen(long shiftNs)
    {
        for (int joined = 40; joined < 46; joined++)
        {
            PastRig rig = new PastRig(TestStream.AcquiredNs + shiftNs)
                .Run(0, joined, isLive: false)
                .Run(joined, joined + 10, isLive: true)
                .Answered();
            rig.Run(joined + 10, joined + 50, isLive: true);

            rig.MonitorShouldShowAll(Read(rig));
        }
    }

    [Theory]
    [InlineData(2)]
    [InlineData(8)]
    public void Read_ConnectorHasWiderBuckets_IsMergedToThem(int times)
    {
        PastRig rig =
            new PastRig(TestStream.AcquiredNs + 250_000_000).Run(0, 41, isLive: false).Run(41, 90, isLive: true);
        rig.Answered(new BucketGrid(times * BucketGrid.FinestNs)).Run(90, 120, isLive: true);

        HistoryView view = Read(rig);
        view.Table.Grid.WidthNs.ShouldBe(times * BucketGrid.FinestNs);
        rig.MonitorShouldShowAll(view);
    }

    [Fact]
    public void Read_AnsweredTooEarly_CountsNothingTwice()
    {
        PastRig rig = new PastRig().Run(0, 41, isLive: false).Run(41, 42, isLive: true).Answered();
        rig.Run(42, 80, isLive: true);
        rig.Monitor.Earlier!.UntilNs.ShouldBe(rig.DueNs(42));

        // Blocks 40 and 41 share a bucket that the answer has whole.
        rig.MonitorShouldShowAll(Read(rig));
    }

    [Fact]
    public void Read_AnsweredBeforeTheFirstBlock_LeavesAGapAndCountsNothingTwice()
    {
        PastRig rig = new PastRig().Run(0, 20, isLive: false).Answered()
            .Run(20, 31, isLive: false).Run(31, 60, isLive: true);

        HistoryView view = Read(rig);
        long[] counts = [.. Enumerable.Range(0, view.Table.Buckets).Select(b => view.Table[b, 0].Count)];
        counts.ShouldBe([.. Enumerable.Repeat(100L, 10), 0, 0, 0, 0, 0, 50, .. Enumerable.Repeat(100L, 14)]);
    }

    [Fact]
    public void Read_NoLiveBlockYet_IsTheAnswerOfTheConnector()
    {
        PastRig rig = new PastRig().Run(0, 41, isLive: false).Answered();

        rig.MonitorShouldShowAll(Read(rig));
    }

    [Fact]
    public void Read_NoAnswer_BeginsWithTheFirstBlock()
    {
        PastRig rig = new PastRig().Run(0, 50, isLive: true);

        rig.MonitorShouldShowAll(Read(rig));
    }

    [Fact]
    public void Read_UntilAMoment_IsTheWindowBeforeIt()
    {
        PastRig rig = new PastRig().Run(0, 200, isLive: true);
        HistoryView whole = Read(rig);
        HistoryView view = HistoryReader.Read(rig.Monitor, "*", 2, Buckets, rig.DueNs(100)).ShouldNotBeNull();

        (view.UntilNs, view.Table.EndNs).ShouldBe((rig.DueNs(100), rig.DueNs(100)));
        view.Table.Buckets.ShouldBe(21);
        for (int b = 0; b < view.Table.Buckets; b++)
            view.Table[b, 2].ShouldBe(whole.Table[(int)(view.Table.First - whole.Table.First) + b, 2]);
    }

    [Theory]
    [InlineData(1L)]
    [InlineData(long.MaxValue)]
    public void Read_UntilBeyondWhatIsKept_IsThereAllTheSame(long untilNs)
    {
        PastRig rig = new PastRig().Run(0, 50, isLive: true);

        HistoryReader.Read(
            rig.Monitor, "*", 60, Buckets, untilNs).ShouldNotBeNull().Table.Buckets.ShouldBe(untilNs == 1 ? 1 : 25);
    }

    [Fact]
    public void Read_NothingKnown_IsNothing() =>
        HistoryReader.Read(new StreamHistory(), "*", Seconds, Buckets).ShouldBeNull();

    [Fact]
    public void Read_AnswerIsTooOld_IsLeftOut()
    {
        PastRig rig = new PastRig()
            .Run(0, 40, isLive: false)
            .Answered(new BucketGrid(8 * BucketGrid.FinestNs))
            .Run(40, 1400, isLive: true);

        Read(rig).Table.Grid.WidthNs.ShouldBe(BucketGrid.FinestNs);
    }

    [Fact]
    public void Read_APattern_IsThoseSignalsWithTheirUnits()
    {
        PastRig rig = new PastRig().Run(0, 10, isLive: true);
        HistoryView view = HistoryReader.Read(rig.Monitor, "servo?.*o*t*", Seconds, Buckets).ShouldNotBeNull();

        view.Names.Zip(view.Units).ShouldBe([("servo1.count", ""), ("servo1.output", "V")]);
        HistoryReader.Read(rig.Monitor, "ad*", Seconds, Buckets).ShouldNotBeNull().Names.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(10)]
    [InlineData(64)]
    public void Read_FewBuckets_AreAsManyAsRequestedWithTheSameSamples(int max)
    {
        PastRig rig = new PastRig(TestStream.AcquiredNs + 77_000_000).Run(0, 100, isLive: true);
        HistoryView view = HistoryReader.Read(rig.Monitor, "servo1.force", Seconds, max).ShouldNotBeNull();

        view.Table.Buckets.ShouldBeLessThanOrEqualTo(max);
        Enumerable.Range(0, view.Table.Buckets).Sum(b => view.Table[b, 0].Count).ShouldBe(100 * PastRig.Points);
    }

    [Fact]
    public void Read_FewSeconds_IsTheNewestPart()
    {
        PastRig rig = new PastRig().Run(0, 100, isLive: true);
        HistoryView view = HistoryReader.Read(rig.Monitor, "servo1.force", 1, Buckets).ShouldNotBeNull();

        (view.Table.StartNs, view.UntilNs).ShouldBe((rig.DueNs(78), rig.DueNs(100)));
    }

    private static HistoryView Read(PastRig rig) =>
        HistoryReader.Read(rig.Monitor, "*", Seconds, Buckets).ShouldNotBeNull();
}
