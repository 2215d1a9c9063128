using FuncLibs.Signals;
using FuncLibs.Signals.Limits;
using Testing;

namespace FuncLibs.Tests.Signals.Limits;

public class LimitWatchTests
{
    private static readonly LimitDefinition Upper = new(1, "servo1.force", LimitKind.Upper, 10);

    [Fact]
    public void Upper_TheLimitItself_IsNotAbove() =>
        Crossings(Upper, 10, 10.000000000000002, 10).ShouldBe([(true, 1), (false, 2)]);

    [Fact]
    public void Lower_TheLimitItself_IsNotBelow() =>
        Crossings(Upper with { Kind = LimitKind.Lower }, 10, 9.9999999999999982, 10).ShouldBe([(true, 1), (false, 2)]);

    [Fact]
    public void Band_BothEnds_BelongToIt() =>
        Crossings(Upper with { Kind = LimitKind.Band, Value = -10, Value2 = 10 }, -10, 10, 10.5, -10, -10.5, 0)
            .ShouldBe([(true, 2), (false, 3), (true, 4), (false, 5)]);

    [Fact]
    public void EndOfCount_TheCountItself_IsReached() =>
        Crossings(Upper with { Kind = LimitKind.EndOfCount }, 8, 9, 10, 11, 0).ShouldBe([(true, 2), (false, 4)]);

    [Fact]
    public void Rate_EitherWay_CountsPerSecond() =>
        Crossings(Upper with { Kind = LimitKind.Rate, Value = 1000 }, 5, 6, 7.5, 7.5, 6, 6)
            .ShouldBe([(true, 2), (false, 3), (true, 4), (false, 5)]);

    [Fact]
    public void Rate_BehindAGapOrABadSample_IsNotKnown()
    {
        LimitDefinition rate = Upper with { Kind = LimitKind.Rate, Value = 1000 };

        Crossings(rate, LimitRun.Of(0, 0, 50, 50).Gap(2, 1)).ShouldBeEmpty();
        Crossings(rate, LimitRun.Of(0, 99, 50, 50).Bad(1, Quality.Invalid)).ShouldBeEmpty();
    }

    [Fact]
    public void Hysteresis_ValueBetweenLimitAndReturn_ChangesNothing() =>
        Crossings(Upper with { Hysteresis = 2 }, 11, 9, 8.1, 12, 8, 9.9, 10).ShouldBe([(true, 0), (false, 4)]);

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    [InlineData(3, 3)]
    public void MinDurationSamples_HeldSoLong_RaisesAtTheLastOfThem(int samples, int held) =>
        Crossings(
            Upper with { MinDurationSamples = samples },
            [.. Enumerable.Repeat(9.0, 5), .. Enumerable.Repeat(11.0, held)])
            .ShouldBe([(true, 4 + held)]);

    [Fact]
    public void MinDurationSamples_OneLess_RaisesNothing() =>
        Crossings(Upper with { MinDurationSamples = 3 }, 11, 11, 10, 11, 11, 9).ShouldBeEmpty();

    [Fact]
    public void MinDurationMs_RaisesAtTheSampleThatIsSoMuchLater()
    {
        Crossings(Upper with { MinDurationMs = 2 }, 9, 11, 11, 11).ShouldBe([(true, 3)]);
        Crossings(Upper with { MinDurationMs = 2 }, 9, 11, 11, 9).ShouldBeEmpty();
    }

    [Fact]
    public void MinDuration_AcrossAGap_Restarts()
    {
        LimitDefinition limit = Upper with { MinDurationSamples = 3 };

        Crossings(limit, LimitRun.Of(11, 11, 11, 11).Gap(2, 5)).ShouldBeEmpty();
        Crossings(limit, LimitRun.Of(11, 11, 11, 11, 11).Gap(2, 5)).ShouldBe([(true, 9)]);
    }

    [Fact]
    public void Gap_OfARaisedLimit_LeavesItRaised() =>
        Crossings(Upper, LimitRun.Of(11, 11, 11, 9).Gap(1, 100)).ShouldBe([(true, 0), (false, 103)]);

    [Theory]
    [InlineData(Quality.Good, true)]
    [InlineData(Quality.Uncertain, true)]
    [InlineData(Quality.Saturated, true)]
    [InlineData(Quality.Stale, false)]
    [InlineData(Quality.Invalid, false)]
    public void Quality_OfTheSample_DecidesWhetherItCounts(Quality quality, bool counts)
    {
        Crossings(Upper, LimitRun.Of(9, 11, 9).Bad(1, quality)).Count.ShouldBe(counts ? 2 : 0);
        Crossings(Upper, LimitRun.Of(11, 9, 11).Bad(1, quality)).Count.ShouldBe(counts ? 3 : 1);
    }

    [Fact]
    public void NaN_NeitherRaisesNorClearsNorBreaksADuration()
    {
        Crossings(Upper, 11, double.NaN, 11).ShouldBe([(true, 0)]);
        Crossings(Upper with { MinDurationSamples = 2 }, 11, double.NaN, 11).ShouldBe([(true, 2)]);
    }

    [Fact]
    public void Infinity_IsAboveEveryLimit() =>
        Crossings(Upper, 9, double.PositiveInfinity, double.NegativeInfinity).ShouldBe([(true, 1), (false, 2)]);

    [Fact]
    public void Underpeak_OfClosedCycles_ComesWhenTheNextTurnIsSeen() =>
        Crossings(
            Upper with { Kind = LimitKind.Underpeak, Hysteresis = 1 }, 0, 20, -20, 9, -20, 10.5, -20, 11, -20, 11, -20)
            .ShouldBe([(true, 4), (false, 8)]);

    [Fact]
    public void Underpeak_TurnsWithinTheNoise_AreNoPeaks()
    {
        double[] noisy = [0, 20, -20, -18, -20, 20, -20, 20, -20, 20];

        Crossings(Upper with { Kind = LimitKind.Underpeak }, noisy).ShouldNotBeEmpty();
        Crossings(Upper with { Kind = LimitKind.Underpeak, Value2 = 3 }, noisy).ShouldBeEmpty();
    }

    [Fact]
    public void PeakValleyChange_OfThePercentOfTheReferenceRange_Raises() =>
        Crossings(
            Upper with { Kind = LimitKind.PeakValleyChange, Value = 10 },
            0,
            100,
            -100,
            100,
            -100,
            120,
            -100,
            121,
            -100,
            100,
            -100,
            100)
            .ShouldBe([(true, 8), (false, 10)]);

    [Fact]
    public void Stale_MissingSamples_CountFromTheNewestUsableOne()
    {
        LimitDefinition stale = Upper with { Kind = LimitKind.Stale, Value = 5 };

        Crossings(stale, LimitRun.Of(1, 1, 1).Gap(2, 4)).ShouldBeEmpty();
        Crossings(stale, LimitRun.Of(1, 1, 1).Gap(2, 5)).ShouldBe([(true, 6), (false, 7)]);
    }

    [Fact]
    public void TryExpire_NoBlocks_RaisesAtTheSampleThatWasDue()
    {
        LimitWatch watch = LimitWatch.Create(Upper with { Kind = LimitKind.Stale, Value = 5 });
        watch.TryExpire(long.MaxValue, out _).ShouldBeFalse();
        LimitRun.Of(1, 1, 1).Through(watch, () => 3);

        watch.TryExpire(6, out _).ShouldBeFalse();
        watch.TryExpire(100, out LimitCrossing crossing).ShouldBeTrue();
        crossing.ShouldBe(new LimitCrossing(true, 7, 5));
        watch.TryExpire(101, out _).ShouldBeFalse();
    }

    [Fact]
    public void Create_LimitWithAFault_IsMisuse() =>
        Should.Throw<ArgumentException>(
            () => LimitWatch.Create(Upper with { Value = double.NaN })).Message.ShouldContain("finite");

    [Theory]
    [InlineData(LimitKind.Upper, 0.5)]
    [InlineData(LimitKind.Band, 0.5)]
    [InlineData(LimitKind.Rate, 150)]
    [InlineData(LimitKind.Stale, 5)]
    [InlineData(LimitKind.Underpeak, 0.8)]
    [InlineData(LimitKind.PeakValleyChange, 5)]
    public void TryNext_ManyBlocks_DoNotAllocate(LimitKind kind, double value)
    {
        LimitWatch watch =
            LimitWatch.Create(Upper with { Kind = kind, Value = value, Value2 = kind == LimitKind.Band ? 1 : 0 });
        double[] values = [.. Enumerable.Range(0, 100).Select(i => Math.Sin(i / 5.0) * (1 + (i / 50)) / 2)];
        long index = 0;
        int crossings = 0;

        Allocation.OfWarm(() =>
        {
            LimitColumn column = new(index, 1000, 0, values);
            index += 100 + (index % 3 * 10);
            watch.Begin(column);
            for (int at = 0; watch.TryNext(column, ref at, out _);)
                crossings++;
        }).ShouldBe(0);
        crossings.ShouldBePositive();
    }

    private static List<(bool, long)> Crossings(LimitDefinition limit, params double[] values) =>
        Crossings(limit, LimitRun.Of(values));

    private static List<(bool, long)> Crossings(LimitDefinition limit, LimitRun run) =>
        [.. run.Through(LimitWatch.Create(limit), () => 2).Select(crossing => (crossing.IsRaised, crossing.Index))];
}
