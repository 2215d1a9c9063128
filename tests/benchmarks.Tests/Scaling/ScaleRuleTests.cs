using Benchmarks.Scaling;
using Tools.Load;

namespace Benchmarks.Tests.Scaling;

public sealed class ScaleRuleTests
{
    private static readonly LagFigures Live = new(1000, 0, 3, 20, 40);

    [Fact]
    public void FindLimit_NothingLostAndInTime_IsNone() => ScaleRule.FindLimit(0, Live, Load(missed: 0)).ShouldBeNull();

    [Fact]
    public void FindLimit_LagOfASecond_IsNone() =>
        ScaleRule.FindLimit(0, Live with { P99Ms = 1000 }, Load(missed: 0)).ShouldBeNull();

    [Fact]
    public void FindLimit_LagAboveASecond_SaysIt() =>
        ScaleRule.FindLimit(0, Live with { P99Ms = 1001 }, Load(missed: 0))
            .ShouldBe("the lag is 1001 ms at its 99th percentile");

    [Fact]
    public void FindLimit_OneBlockLost_SaysIt() =>
        ScaleRule.FindLimit(1, Live, Load(missed: 0)).ShouldBe("1 blocks were lost");

    [Fact]
    public void FindLimit_BlocksMadeLate_AreJudgedByTheLag() =>
        ScaleRule.FindLimit(0, Live, Load(missed: 900)).ShouldBeNull();

    [Fact]
    public void Missed_OfAllThatWereDue_IsTheirShare() => ScaleRule.Missed(Load(missed: 50)).ShouldBe(0.05);

    [Fact]
    public void FindLimit_ABlockNeverMade_SaysThatTheLoadWasNotMade() =>
        ScaleRule.FindLimit(1, Live, Load(missed: 1, never: 1)).ShouldBe("the load was not made: 1 of 1000 blocks");

    private static RigLoad Load(long missed, long never = 0) => new()
    {
        Name = "total",
        Due = 1000,
        Sent = 1000 - never,
        Dropped = 0,
        Unserved = 0,
        Never = never,
        Late = missed,
        Missed = missed,
        Waiting = 0,
        LatenessUs = new LatenessUs(0, 0, 0, 0),
        CpuShare = 0,
    };
}
