using FuncLibs.Runtime.Timing.Clocks;
using Testing;

namespace FuncLibs.Tests.Runtime.Timing.Clocks;

public sealed class ClockFilterTests
{
    private const long Now = 1_763_700_315_000_000_000;
    private const long Ahead = 7_000_000;
    private readonly FakeTime _time = new();
    private readonly ClockFilter _filter;

    public ClockFilterTests() => _filter = new ClockFilter(_time);

    [Fact]
    public void Estimate_WithoutAnswers_IsUnknown() => _filter.Estimate.ShouldBeNull();

    [Fact]
    public void Estimate_OfSeveral_IsThatOfTheSmallestRoundTrip()
    {
        Add(there: 900_000, back: 100_000);
        Add(there: 50_000, back: 50_000);
        Add(there: 100_000, back: 900_000);

        _filter.Estimate.ShouldBe(new ClockEstimate(Ahead, 50_200, 100_000));
    }

    [Fact]
    public void Estimate_Older_IsLessSureByTheDrift()
    {
        Add(50_000, 50_000);
        _time.Advance(TimeSpan.FromSeconds(10));

        _filter.Estimate!.Value.BoundNs.ShouldBe(50_200 + (10 * ClockFilter.DriftPerSecond));
    }

    [Fact]
    public void Estimate_OldButSmall_GivesWayWhenAgeHasEatenItUp()
    {
        Add(50_000, 50_000);
        _time.Advance(TimeSpan.FromSeconds(3));
        Add(150_000, 150_000);
        _filter.Estimate!.Value.DelayNs.ShouldBe(100_000);

        _time.Advance(TimeSpan.FromSeconds(1));
        Add(150_000, 150_000);
        _filter.Estimate!.Value.DelayNs.ShouldBe(300_000);
    }

    [Fact]
    public void Estimate_NoAnswerForAMinute_IsUnknown()
    {
        Add(50_000, 50_000);
        _time.Advance(ClockFilter.MaxAge);
        _filter.Estimate.ShouldNotBeNull();
        _time.Advance(TimeSpan.FromSeconds(1));

        _filter.Estimate.ShouldBeNull();
    }

    [Fact]
    public void Add_BeyondTheWindow_DropsTheOldest()
    {
        Add(10, 10);
        for (int i = 0; i < ClockFilter.Window; i++)
            Add(50_000, 50_000);

        _filter.Estimate!.Value.DelayNs.ShouldBe(100_000);
    }

    [Theory]
    [InlineData(3_600_000_000_000)]
    [InlineData(-3_600_000_000_000)]
    [InlineData(150_000)]
    public void Add_AfterAnUnannouncedStep_RestartsWithIt(long step)
    {
        Add(50_000, 50_000);
        Add(50_000, 50_000, step).ShouldBe(ProbeVerdict.Jumped);

        _filter.Estimate.ShouldBe(new ClockEstimate(Ahead + step, 50_200, 100_000));
        Add(50_000, 50_000, step).ShouldBe(ProbeVerdict.Used);
    }

    [Fact]
    public void Add_LongDetourOneWay_IsNoStep() =>
        (Add(50_000, 50_000), Add(900_000_000, 50_000)).ShouldBe((ProbeVerdict.Used, ProbeVerdict.Used));

    [Fact]
    public void Add_StampsThatCannotBe_ChangesNothing()
    {
        Add(50_000, 50_000);
        _filter.Add(new ClockProbe(Now, long.MaxValue, long.MinValue, Now)).ShouldBe(ProbeVerdict.Refused);

        _filter.Estimate.ShouldBe(new ClockEstimate(Ahead, 50_200, 100_000));
    }

    [Fact]
    public void Estimate_RandomDelaysAndDrift_AlwaysContainsTheTrueOffset()
    {
        const int Seed = 20_261_122;
        Random random = new(Seed);
        for (int i = 0; i < 5000; i++)
        {
            // The publisher's clock gains as fast as it may.
            long groundTruth =
                Ahead + (long)(_time.GetTimestamp() / (double)TimeSpan.TicksPerSecond * ClockFilter.DriftPerSecond);
            AddAt(
                groundTruth,
                random.Next(20_000, 2_000_000),
                random.Next(20_000, 2_000_000)).ShouldBe(ProbeVerdict.Used, $"seed {Seed}, probe {i}");
            ClockEstimate estimate = _filter.Estimate!.Value;
            Math.Abs(estimate.OffsetNs - groundTruth)
                .ShouldBeLessThanOrEqualTo(estimate.BoundNs, $"seed {Seed}, probe {i}");
            _time.Advance(TimeSpan.FromMilliseconds(random.Next(200, 3000)));
        }
    }

    [Fact]
    public void Add_AndEstimate_DoNotAllocate()
    {
        long bounds = 0;

        Allocation
            .OfWarm(() => bounds += Add(50_000, 50_000) == ProbeVerdict.Used ? _filter.Estimate!.Value.BoundNs : 0)
            .ShouldBe(0);
        bounds.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData(20_000, 50_000, false, 70_000)]
    [InlineData(-80_000, 50_000, true, 130_000)]
    public void IsApart_OffsetWithinItsBound_IsOneClock(long offset, long bound, bool apart, long reach)
    {
        ClockEstimate estimate = new(offset, bound, 2 * bound);

        (estimate.IsApart, estimate.ReachNs).ShouldBe((apart, reach));
    }

    private ProbeVerdict Add(long there, long back, long step = 0) => AddAt(Ahead + step, there, back);

    private ProbeVerdict AddAt(long ahead, long there, long back)
    {
        const long Work = 10_000;
        return _filter.Add(
            new ClockProbe(Now, Now + ahead + there, Now + ahead + there + Work, Now + there + Work + back));
    }
}
