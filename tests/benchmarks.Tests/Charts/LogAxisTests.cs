using Benchmarks.Charts;

namespace Benchmarks.Tests.Charts;

public sealed class LogAxisTests
{
    private const double Tolerance = 1e-9;
    private readonly LogAxis _axis = new([2, 2000, 50], 100, 500);

    [Fact]
    public void At_GreatestValue_IsTheEnd() => _axis.At(2000).ShouldBe(500, Tolerance);

    [Fact]
    public void At_LeastValue_LeavesABar() => _axis.At(2).ShouldBeGreaterThan(_axis.Start + 10);

    [Fact]
    public void At_EqualRatios_AreEqualDistances() =>
        (_axis.At(100) - _axis.At(10)).ShouldBe(_axis.At(1000) - _axis.At(100), Tolerance);

    [Fact]
    public void At_OneValueOnly_IsTheEnd() => new LogAxis([7], 0, 10).At(7).ShouldBe(10, Tolerance);

    [Fact]
    public void Decades_AreThePowersOfTenBetweenTheEnds() => _axis.Decades.ShouldBe([10, 100, 1000]);
}
