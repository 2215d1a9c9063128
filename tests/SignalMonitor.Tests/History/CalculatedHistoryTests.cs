using FuncLibs.Blocks;
using FuncLibs.Signals.Buckets;
using SignalMonitor.History;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Dashboard.Live;
using Testing;

namespace SignalMonitor.Tests.History;

public sealed class CalculatedHistoryTests : IDisposable
{
    private readonly LiveRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Read_CalculatedChannel_HasTheBucketsOfItsChannel()
    {
        _rig.Edit(("same", "servo1.force + 0"), ("six", "2 * 3"), ("turns", "rainflow(servo1.force)"));
        Run(100);
        HistoryView view = HistoryReader.Read(_rig.StreamOf(LiveRig.Main).History, "*", 60, 2048).ShouldNotBeNull();

        view.Names.ShouldContain("same");
        view.Names.ShouldNotContain("turns", "a table has no values over time");
        int same = view.Names.IndexOf("same");
        view.Units[same].ShouldBe("kN");
        for (int b = 0; b < view.Table.Buckets; b++)
            view.Table[b, same].ShouldBe(view.Table[b, view.Names.IndexOf("servo1.force")]);
        view.Table[0, view.Names.IndexOf("six")].ShouldBe(new Bucket(6, 6, 6, 6, 10), "one sample a block");
    }

    [Fact]
    public void Read_PatternOfACalculatedChannel_IsItAlone()
    {
        _rig.Edit(("same", "servo1.force + 0"));
        Run(10);

        HistoryReader.Read(
            _rig.StreamOf(LiveRig.Main).History, "sa*", 60, 600).ShouldNotBeNull().Names.ShouldBe(["same"]);
    }

    [Fact]
    public void Read_BehindAnEdit_HasWhatTheEditLeftAsItWas()
    {
        _rig.Edit(("a", "servo1.force + 0"), ("b", "servo1.force * 1"));
        Run(50);
        _rig.Edit(("a", "servo1.force + 0"), ("b", "servo1.force * 1 [s]"), ("c", "ad1 + 0"));
        Run(50);
        HistoryView view = HistoryReader.Read(_rig.StreamOf(LiveRig.Main).History, "?", 60, 600).ShouldNotBeNull();

        Count("a").ShouldBe(1000);
        Count("b").ShouldBe(500, "it has another unit");
        Count("c").ShouldBe(1000, "of half the blocks, with twice the rate");

        long Count(string name) =>
            Enumerable.Range(0, view.Table.Buckets).Sum(b => view.Table[b, view.Names.IndexOf(name)].Count);
    }

    [Fact]
    public void Add_Warm_DoesNotAllocate()
    {
        _rig.Edit(("a", "servo1.force + 0"), ("six", "2 * 3"));
        Run(3);
        MonitoredStream stream = _rig.StreamOf(LiveRig.Main);
        CDataBlock block = LiveRig.BlockOf(LiveRig.Main, 0);
        long acquired = LiveRig.StartNs + (3 * LiveRig.BlockNs);

        Allocation
            .OfWarm(
                () => stream.History.Add(LiveRig.Main, 60, block, acquired += LiveRig.BlockNs, stream.Variables!.Plan))
            .ShouldBe(0);
    }

    private void Run(int blocks)
    {
        Random random = new(1);
        for (int i = 0; i < blocks; i++)
        {
            _rig.Next(block =>
            {
                Span<double> force = block.Channel(BlockGroup.Servo, 0).Sensor(0);
                for (int p = 0; p < force.Length; p++)
                    force[p] = random.NextDouble();
            });
        }
    }
}
