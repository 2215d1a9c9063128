using FuncLibs.Blocks;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Configuration;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Simulated;
using Testing;
using PublishedLink = FuncLibs.Messaging.Wire.Broadcast.LinkState;

namespace HardwareConnector.Tests.Sources.Simulated;

public sealed class SimulatorSourceTests
{
    private readonly LogLines<SimulatorSource> _log = new();
    private readonly SourceOptions _options = new() { Type = SourceType.Simulator, Preset = "small", Seed = 1 };

    [Fact]
    public void Run_GivesTheRigsBlocks_EachWhenItIsDue()
    {
        using var source = new RunningSource(feed => new SimulatorSource(feed, _options, TimeProvider.System, _log));
        source.Next().Description!.Streams.ShouldBe([TestRig.Stream]);
        source.Next().Link.ShouldBe(PublishedLink.Online);
        var expected = new CDataBlock(TestRig.Rig.Layout);

        for (int index = 0; index < 20; index++)
        {
            SourceItem item = source.Next();
            TestRig.Rig.Fill(expected, index);
            BlockEquality.Difference(item.Block!, expected).ShouldBeNull();
            TimeProvider.System
                .NowNs()
                .ShouldBeGreaterThanOrEqualTo(item.DueNs + TestRig.Stream.BlockDurationNs - 1000);
            item.Pool!.Return(item.Block!);
        }
    }

    [Fact]
    public void Run_NoConsumer_DropsAndDeclares()
    {
        using var source =
            new RunningSource(feed => new SimulatorSource(feed, _options, TimeProvider.System, _log), queue: 4);
        Eventually.True(() => source.Feed.Dropped >= 3, "the queue overflows");
        source.Pump(2);

        SourceItem item = source.Next(SourceItemKind.Block);
        while (item.Missing.Count == 0)
        {
            item.Pool!.Return(item.Block!);
            item = source.Next(SourceItemKind.Block);
        }

        item.Missing.ShouldBe(new SampleRange(2 * TestRig.Points, item.Missing.Count, "source queue full"));
        item.Block!.FirstSampleIndex.ShouldBe(item.Missing.Last + 1);
    }

    [Fact]
    public void Run_Stop_ReturnsTheBlockItHeld()
    {
        using var source = new RunningSource(feed => new SimulatorSource(feed, _options, TimeProvider.System, _log));
        source.Pump(3);
        source.Stop();
        while (source.Feed.Ring.TryRead(out SourceItem item))
            item.Pool?.Return(item.Block!);

        source.Feed.Description!.Pool(0).InUse.ShouldBe(0);
    }

    [Fact]
    public void Create_UnknownPreset_ReportsWhich() => Should
        .Throw<ArgumentException>(
            () => new SimulatorSource(
                new SourceFeed(2), new SourceOptions { Preset = "huge" }, TimeProvider.System, _log))
        .Message.ShouldContain("'huge' is no preset");
}
