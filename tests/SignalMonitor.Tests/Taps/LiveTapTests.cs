using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Streams;
using SignalMonitor.Taps;
using SignalMonitor.Tests.Dashboard.Live;
using Testing;

namespace SignalMonitor.Tests.Taps;

public sealed class LiveTapTests
{
    private static readonly StreamSignals Signals = new(LiveRig.Main);

    [Fact]
    public void Offer_MoreThanThereAreSlots_IsDroppedAndTheArithmeticCloses()
    {
        using LiveTap tap = New("servo1.force");
        CDataBlock block = LiveRig.BlockOf(LiveRig.Main, 0);
        for (int i = 0; i < 1000; i++)
        {
            tap.Offer(block, LiveRig.Main, 0, 10, null);
            if (i % 3 == 0 && tap.TryTake(out LiveSlot slot))
                tap.Return(slot);
            tap.Offered.ShouldBe(tap.Taken + tap.Dropped + tap.Held);
        }

        tap.Offered.ShouldBe(1000);
        tap.Dropped.ShouldBeGreaterThan(500);
        while (tap.TryTake(out _))
        {
        }

        tap.Offered.ShouldBe(tap.Taken + tap.Dropped);
    }

    [Fact]
    public void Offer_Block_CopiesEveryKindOfColumn()
    {
        using LiveTap tap = New("servo1.count", "servo1.force", "ad1", "bitin1");
        CDataBlock block = LiveRig.BlockOf(LiveRig.Main, 120);
        block.Channel(BlockGroup.Servo, 0).Count.Fill(42);
        block.Channel(BlockGroup.Servo, 0).Sensor(0)[9] = 3;
        block.Channel(BlockGroup.AD, 0).Values[19] = 4;
        block.SetBit(BitGroup.In, 0, true);
        tap.Offer(block, LiveRig.Main, 77, 87, null);

        tap.TryTake(out LiveSlot slot).ShouldBeTrue();
        (slot.FirstIndex, slot.BasePoints, slot.AcquiredNs, slot.DueNs).ShouldBe((120, 10, 77, 87));
        tap.Values(slot, 0).ToArray().ShouldBe(Enumerable.Repeat(42.0, 10));
        tap.Values(slot, 1)[^1].ShouldBe(3);
        (tap.Values(slot, 2).Length, tap.Values(slot, 2)[^1]).ShouldBe((20, 4));
        tap.Values(slot, 3).ToArray().ShouldBe([1.0]);
    }

    [Fact]
    public void Offer_BlockOfAnotherDescription_IsCountedAndNotCopied()
    {
        using LiveTap tap = New("ad1");
        tap.Offer(LiveRig.BlockOf(LiveRig.Main, 0), LiveRig.Describe("main"), 0, 10, null);

        (tap.Dropped, tap.Held).ShouldBe((1, 0));
    }

    [Fact]
    public void Offer_ColumnLongerThanDescribed_HasNoSamples()
    {
        using LiveTap tap = New("servo1.force", "ad1");
        CDataBlock block = new(new BlockLayout([new ChannelShape(15, 1)], [], [new ChannelShape(20, 0)], 1, 0));
        block.SetGroup(BlockGroup.Servo, 1);
        (block.Channel(BlockGroup.Servo, 0).PointCount, block.Channel(BlockGroup.Servo, 0).SensorCount) = (15, 1);
        block.SetGroup(BlockGroup.AD, 1);
        block.Channel(BlockGroup.AD, 0).PointCount = 20;
        tap.Offer(block, LiveRig.Main, 0, 10, null);

        tap.TryTake(out LiveSlot slot).ShouldBeTrue();
        slot.Counts.ShouldBe([0, 20]);
    }

    [Fact]
    public void Offer_Warm_DoesNotAllocate()
    {
        using LiveRig rig = new();
        rig.Edit(("a", "servo1.force * 2"), ("b", "2 * 3"));
        rig.Next();
        rig.Next();
        MonitoredStream stream = rig.StreamOf(LiveRig.Main);
        rig.Join().Subscribe(1, "main", 12_500_000, "servo1.force", "servo1.count", "ad1", "bitin1", "a", "b");
        LiveTap tap = stream.Tap.ShouldNotBeNull();
        tap.Columns.Length.ShouldBe(6);
        CDataBlock block = LiveRig.BlockOf(LiveRig.Main, 0);

        Allocation.OfWarm(() =>
        {
            tap.Offer(block, LiveRig.Main, 0, 10, stream.Variables!.Plan);
            if (tap.Held > 2 && tap.TryTake(out LiveSlot slot))
                tap.Return(slot);
        }).ShouldBe(0);
        tap.Dropped.ShouldBe(0);
    }

    [Fact]
    public void BytesFor_LargeBlocks_HaveFewerSlots()
    {
        var wide = LiveRig.Describe("main", inputs: 1000);
        LiveColumn[] columns =
        [
            .. new StreamSignals(wide).All.Select(signal => LiveColumn.From(wide, signal) with { Points = 65_536 }),
        ];

        LiveTap.BytesFor(wide, [.. columns[..2]]).ShouldBeLessThanOrEqualTo(LiveTap.MaxBytes);
        LiveTap
            .BytesFor(wide, [.. columns])
            .ShouldBeGreaterThan(LiveLimits.MemoryBytes, "so that it is refused before it is made");
    }

    private static LiveTap New(params string[] names) =>
        new(LiveRig.Main, [.. names.Select(name => LiveColumn.From(LiveRig.Main, Signals.Find(name)!))]);
}
