using Benchmarks.Measuring;

namespace Benchmarks.Tests.Measuring;

public sealed class RepeatsTests
{
    private const double Tolerance = 1e-12;
    private readonly Repeats _repeats = new([12, 9, 10, 11, 8]);

    [Fact]
    public void Median_IsTheOneInTheMiddle() => _repeats.Median.ShouldBe(10);

    [Fact]
    public void SpreadPercent_IsFromLeastToGreatest() => _repeats.SpreadPercent.ShouldBe(40, Tolerance);

    [Fact]
    public void SpreadPercent_OfNothing_IsZero() => new Repeats([0, 0, 0]).SpreadPercent.ShouldBe(0);
}
