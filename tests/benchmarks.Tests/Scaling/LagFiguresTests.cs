using Benchmarks.Scaling;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Tests.Scaling;

public sealed class LagFiguresTests
{
    private const long Ms = 1_000_000;

    [Fact]
    public void From_LatenciesAlone_HasTheirPercentiles()
    {
        LagFigures lag = LagFigures.From([new LatencyBucket(3 * Ms, 98), new LatencyBucket(40 * Ms, 2)], leftOut: 0);

        lag.Blocks.ShouldBe(100);
        lag.P50Ms.ShouldBe(3, tolerance: 0.05);
        lag.P99Ms.ShouldBe(40, tolerance: 0.7);
    }

    [Fact]
    public void From_TwoPercentLeftOut_ThePercentileIsOverTheLimit()
    {
        LagFigures lag = LagFigures.From([new LatencyBucket(3 * Ms, 98)], leftOut: 2);

        (lag.Blocks, lag.LeftOut).ShouldBe((100L, 2L));
        lag.P50Ms.ShouldBe(3, tolerance: 0.05);
        lag.P99Ms.ShouldBe(2000, tolerance: 0.001);
        lag.P99Ms.ShouldBeGreaterThan(ScaleRule.MaxLagMs);
    }

    [Fact]
    public void From_FewerThanOnePercentLeftOut_ThePercentileIsThatOfTheOthers() =>
        LagFigures.From([new LatencyBucket(3 * Ms, 999)], leftOut: 1).P99Ms.ShouldBe(3, tolerance: 0.05);

    [Fact]
    public void From_LatenciesBeyondABacklog_AreNotShortened() =>
        LagFigures.From([new LatencyBucket(5000 * Ms, 10)], leftOut: 1).P99Ms.ShouldBe(5000, tolerance: 80);
}
