using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using SignalMonitor.Tests.Dashboard.Live;
using SignalMonitor.Viewers;

namespace SignalMonitor.Tests.Viewers;

/// <summary>Blocks of 10 ms at 1000 Hz, made by the test, which is the compute thread and the viewer thread.</summary>
public sealed class ViewerLoopTests : IDisposable
{
    private readonly LiveRig _rig = new();
    private readonly RecordingSink _sink = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Step_FastChannel_IsSampledOnTheGridOfAbsoluteTime()
    {
        ViewerLoop loop = New("servo1.force", rateHz: 50);
        _rig.Next();
        loop.Step();
        for (int i = 0; i < 10; i++)
            _rig.Next(Ramp);
        loop.Step();

        _sink.Rows.Select(row => (row.TimeNs - LiveRig.StartNs) / 1_000_000).ShouldBe([20, 40, 60, 80, 100]);
        _sink.Rows.Select(row => row.Values.Single()).ShouldBe([20.0, 40, 60, 80, 100]);
    }

    [Fact]
    public void Step_RateAboveThatOfTheSamples_GivesEachSampleOnce()
    {
        ViewerLoop loop = New("servo1.force,ad1,bitin1", rateHz: 1000);
        _rig.Next();
        loop.Step();
        _rig.Next(Ramp);
        loop.Step();

        _sink.Rows.Count.ShouldBe(LiveRig.Points);
        _sink.Rows.Select(row => row.Values[0]).ShouldBe(Enumerable.Range(10, 10).Select(i => (double)i));
        _sink.Rows.Count(row => !double.IsNaN(row.Values[2])).ShouldBe(1, "a line has one value a block");
    }

    [Fact]
    public void Step_PatternsOfChannels_SelectThemAndCalculatedOnes()
    {
        _rig.Edit(("load", "servo1.force * 2"), ("other", "servo1.force * 3"));
        ViewerLoop loop = New("servo1.f*,load", rateHz: 50);
        _rig.Next();
        loop.Step();

        _sink.Described.ShouldHaveSingleItem().ShouldBe(["load", "servo1.force"]);
    }

    [Fact]
    public void Step_NobodyThere_CopiesNothing()
    {
        _sink.IsWanted = false;
        ViewerLoop loop = New("*", rateHz: 50);
        _rig.Next();
        loop.Step();

        _rig.StreamOf(LiveRig.Main).ViewerTap.ShouldBeNull();
        _sink.IsWanted = true;
        loop.Step();
        _rig.StreamOf(LiveRig.Main).ViewerTap.ShouldNotBeNull();
        _sink.IsWanted = false;
        loop.Step();
        _rig.StreamOf(LiveRig.Main).ViewerTap.ShouldBeNull();
    }

    [Fact]
    public void Step_ThreadThatIsBehind_DropsAndCountsBlocks()
    {
        ViewerLoop loop = New("servo1.force", rateHz: 50);
        _rig.Next();
        loop.Step();
        for (int i = 0; i < 2000; i++)
            _rig.Next();
        loop.Step();

        loop.Dropped.ShouldBeGreaterThan(1000);
        _rig.StreamOf(LiveRig.Main).ViewerTap!.Held.ShouldBe(0);
    }

    [Fact]
    public void Step_OtherDescription_IsDescribedAgain()
    {
        ViewerLoop loop = New("ad*", rateHz: 50);
        _rig.Next();
        loop.Step();
        StreamDescription wider = LiveRig.Describe("main", inputs: 3);
        _rig.Next(null, wider);
        loop.Step();
        _rig.Next(null, wider);
        loop.Step();

        _sink.Described.Select(names => names.Length).ShouldBe([1, 3]);
    }

    private static void Ramp(CDataBlock block)
    {
        Span<double> force = block.Channel(BlockGroup.Servo, 0).Sensor(0);
        for (int p = 0; p < force.Length; p++)
            force[p] = block.FirstSampleIndex + p;
    }

    private ViewerLoop New(string channels, int rateHz) =>
        new(_rig.Connections, new ViewerOptions { Channels = channels, RateHz = rateHz }, [_sink]);
}
