using FuncLibs.Signals.Buckets;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Taps;

namespace SignalMonitor.Tests.Dashboard.Live;

public sealed class LiveSignalTests
{
    private const long Coarse = BucketGrid.FinestNs;

    [Fact]
    public void LevelFor_FinerLevelHasNoSamplesYet_IsTheOneThatHas()
    {
        LiveSignal signal = new(new LiveColumn("force", "kN", null, new SampleTimes(1000, 1, 1), 1000, 4));
        signal.Require([Coarse]);
        signal.Add([1, 2, 3, 4], [new SampleCut(10, 0, 4)], 10 * Coarse);
        signal.Require([Coarse / 8, Coarse]);

        signal.LevelFor(Coarse, 10 * Coarse)!.Grid.WidthNs.ShouldBe(Coarse);
    }
}
