using Benchmarks.Scaling;

namespace Benchmarks.Tests.Scaling;

public sealed class ScaleFitTests
{
    [Fact]
    public void Of_PointsOnALine_IsTheLine()
    {
        ScaleFit fit = ScaleFit.Of([(1, 0.3), (5, 0.7), (20, 2.2)]);

        fit.Base.ShouldBe(0.2, tolerance: 1e-9);
        fit.PerRig.ShouldBe(0.1, tolerance: 1e-9);
        fit.At(100).ShouldBe(10.2, tolerance: 1e-9);
    }

    [Fact]
    public void Of_OneRun_GoesThroughTheOrigin() => ScaleFit.Of([(4, 2)]).ShouldBe(new ScaleFit(0, 0.5));

    [Fact]
    public void Of_PointsThatWouldBeginBelowZero_GoesThroughTheOrigin()
    {
        ScaleFit fit = ScaleFit.Of([(1, 0.1), (2, 1)]);

        fit.Base.ShouldBe(0);
        fit.PerRig.ShouldBe(0.42, tolerance: 1e-9);
    }
}
