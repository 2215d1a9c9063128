using Benchmarks.Measuring;

namespace Benchmarks.Tests.Measuring;

public sealed class ClaimTests
{
    private static readonly Repeats Small = new([1, 2, 3, 4, 5]);
    private static readonly Repeats Great = new([6, 7, 9, 10, 11]);

    [Fact]
    public void OfTimes_LessTime_IsTheRatioOfMedians() => Claim.OfTimes("a", Small, "b", Great).Ratio.ShouldBe(3);

    [Fact]
    public void OfRates_LessInASecond_IsBelowOne() =>
        Claim.OfRates("a", Small, "b", Great).Ratio.ShouldBe(1 / 3.0, 1e-12);

    [Fact]
    public void IsSignificant_RepeatsApart_IsTrue() =>
        Claim.OfTimes("a", Small, "b", Great).IsSignificant.ShouldBeTrue();

    [Fact]
    public void IsSignificant_TheOtherIsFaster_IsFalse() =>
        Claim.OfTimes("a", Great, "b", Small).IsSignificant.ShouldBeFalse();

    [Fact]
    public void IsSignificant_RepeatsMixed_IsFalse() =>
        Claim.OfTimes("a", Small, "b", new Repeats([2, 3, 4, 5, 6])).IsSignificant.ShouldBeFalse();

    [Fact]
    public void ToString_RepeatsApart_IsOneLine() => Claim.OfTimes("a", Small, "b", Great).ToString()
        .ShouldBe("a is 3.00 times as fast as b, p = 0.008");

    [Fact]
    public void ToString_RepeatsMixed_SaysThatItMayBeChance() =>
        Claim.OfTimes("a", Small, "b", new Repeats([2, 3, 4, 5, 6])).ToString().ShouldEndWith("may be chance");
}
