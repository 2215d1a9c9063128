using System.Numerics;
using FuncLibs.Signals.Buckets;

namespace FuncLibs.Tests.Signals.Buckets;

public class SampleTimesTests
{
    private const long ThreeWeeksAt30KHz = 30_000L * 86_400 * 21;

    [Theory]
    [InlineData(30_000, 1, 1)]
    [InlineData(30_000, 1, 2)]
    [InlineData(30_000, 2, 1)]
    [InlineData(6_000, 3, 7)]
    [InlineData(3, 1, 1)]
    public void OffsetNs_AnySample_IsTheExactTimeRoundedDown(int baseRate, int num, int den)
    {
        SampleTimes times = new(baseRate, num, den);
        for (int point = 0; point < 500; point++)
        {
            long first = ThreeWeeksAt30KHz + (point * 17);
            BigInteger at = ((BigInteger)first * num) + ((BigInteger)point * den);
            BigInteger expected =
                (at * 1_000_000_000 / ((BigInteger)baseRate * num)) - (first * (BigInteger)1_000_000_000 / baseRate);
            times.OffsetNs(first, point).ShouldBe((long)expected);
        }
    }

    [Fact]
    public void OffsetNs_SampleOnABorder_IsOnItForAnyBlockLength()
    {
        // Sample 3000 of 30 kHz is due at 100 ms exactly; the block before it began at a fraction of a ns.
        SampleTimes times = new(30_000, 1, 1);
        for (int first = 2001; first <= 3000; first++)
        {
            long acquired = first * 1_000_000_000L / 30_000;
            (acquired + times.OffsetNs(first, 3000 - first)).ShouldBe(100_000_000);
        }
    }

    [Fact]
    public void OffsetNs_RateThatIsNotWhole_IsCloseAndNeverGoesBack()
    {
        SampleTimes times = new(1234.5, 1, 1);
        long before = 0;
        for (int point = 1; point < 2000; point++)
        {
            long offset = times.OffsetNs(1_000_000, point);
            offset.ShouldBeInRange((long)(point / 1234.5 * 1e9) - 200, (long)(point / 1234.5 * 1e9) + 200);
            offset.ShouldBeGreaterThan(before);
            before = offset;
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-5)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void OffsetNs_RateThatIsNone_IsZero(double rate) => new SampleTimes(rate, 1, 1).OffsetNs(5, 7).ShouldBe(0);

    [Theory]
    [InlineData(double.Epsilon, 1, int.MaxValue)]
    [InlineData(1e300, int.MaxValue, 1)]
    [InlineData(1, 1, int.MaxValue)]
    [InlineData(9.3e18, 1, 1)]
    public void OffsetNs_AbsurdRates_StayInRange(double rate, int num, int den)
    {
        foreach (long first in (long[])[0, long.MaxValue, long.MinValue])
            new SampleTimes(rate, num, den).OffsetNs(first, 65_535).ShouldBeInRange(0, 1L << 60);
    }

    [Fact]
    public void CountBefore_AnyMoment_IsTheSamplesThatAreDueBefore()
    {
        SampleTimes times = new(30_000, 2, 3);
        for (long moment = -100; moment < 6_000_000; moment += 9_999)
        {
            int count = Enumerable.Range(0, 100).Count(point => times.OffsetNs(77, point) < moment);
            times.CountBefore(77, moment, 100).ShouldBe(count);
        }
    }
}
