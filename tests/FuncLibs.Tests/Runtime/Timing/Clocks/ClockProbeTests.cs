using FuncLibs.Runtime.Timing.Clocks;

namespace FuncLibs.Tests.Runtime.Timing.Clocks;

public sealed class ClockProbeTests
{
    private const long Now = 1_763_700_315_000_000_000;

    [Theory]
    [InlineData(0, 100_000, 100_000, 0, 100_000)]
    [InlineData(5_000_000, 100_000, 100_000, 5_000_000, 100_000)]
    [InlineData(-5_000_000, 300_000, 100_000, -4_900_000, 200_000)]
    [InlineData(0, 0, 400_000, -200_000, 200_000)]
    public void Offset_OfTwoWays_IsTheirMeanAndWrongByHalfTheDelayAtMost(
        long ahead, long there, long back, long offset, long error)
    {
        const long Work = 40_000;
        ClockProbe probe = new(Now, Now + ahead + there, Now + ahead + there + Work, Now + there + Work + back);

        (probe.IsUsable, probe.OffsetNs, probe.DelayNs).ShouldBe((true, offset, there + back));
        Math.Abs(probe.OffsetNs - ahead).ShouldBeLessThanOrEqualTo(error);
        probe.BoundNs.ShouldBe(error + 200);
    }

    [Theory]
    [InlineData(0, 1, 1, 1)]
    [InlineData(1, -1, 1, 1)]
    [InlineData(1, 0, 0, 1)]
    [InlineData(Now, Now + 10, Now + 9, Now + 20)]
    [InlineData(Now, Now + 10, Now + 20, Now - 1)]
    [InlineData(Now, Now + 10, Now + 10_000, Now + 100)]
    [InlineData(Now, Now, Now + 11_000_000_000, Now + 11_000_000_000)]
    [InlineData(Now, Now, Now, Now + 11_000_000_000)]
    [InlineData(Now, long.MaxValue, long.MaxValue, Now + 100)]
    [InlineData(Now, long.MinValue, long.MaxValue, Now + 100)]
    [InlineData(Now, long.MaxValue, long.MinValue, Now + 100)]
    [InlineData(long.MaxValue, 1, 1, long.MaxValue)]
    [InlineData(long.MinValue, Now, Now, long.MaxValue)]
    public void IsUsable_StampsThatCannotBe_IsFalse(long t1, long t2, long t3, long t4) =>
        new ClockProbe(t1, t2, t3, t4).IsUsable.ShouldBeFalse();

    [Fact]
    public void IsUsable_ResolutionMakesTheWayNegative_IsTrueAndTheDelayNothing()
    {
        ClockProbe probe = new(Now, Now, Now + 300, Now + 200);

        (probe.IsUsable, probe.DelayNs).ShouldBe((true, 0L));
    }
}
