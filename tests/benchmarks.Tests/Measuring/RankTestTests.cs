using Benchmarks.Measuring;

namespace Benchmarks.Tests.Measuring;

public sealed class RankTestTests
{
    private const double Tolerance = 1e-12;

    [Fact]
    public void Compare_FiveAndFiveApart_IsTwoIn252() =>
        RankTest.Compare([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]).ShouldBe(2 / 252.0, Tolerance);

    [Fact]
    public void Compare_TheGreaterFirst_IsTheSame() =>
        RankTest.Compare([6, 7, 8, 9, 10], [1, 2, 3, 4, 5]).ShouldBe(2 / 252.0, Tolerance);

    // U = 1 of 25: the two extreme ways and the next one on each side.
    [Fact]
    public void Compare_OnePairOverlaps_IsFourIn252() =>
        RankTest.Compare([1, 2, 3, 4, 6], [5, 7, 8, 9, 10]).ShouldBe(4 / 252.0, Tolerance);

    // The example of Mann and Whitney, 1947, table I: n = m = 4, U = 1 has 0.029 on one side.
    [Fact]
    public void Compare_FourAndFour_IsTheirTable() =>
        RankTest.Compare([1, 2, 3, 5], [4, 6, 7, 8]).ShouldBe(2 * 2 / 70.0, Tolerance);

    [Fact]
    public void Compare_TheSameValues_IsOne() => RankTest.Compare([3, 3, 3], [3, 3, 3]).ShouldBe(1, Tolerance);

    [Fact]
    public void Compare_MixedValues_IsOne() => RankTest.Compare([1, 4], [2, 3]).ShouldBe(1, Tolerance);

    // Ranks 1, 2.5 and 2.5, 4: of six ways, those of the sums 3.5 and 6.5.
    [Fact]
    public void Compare_ATie_SharesItsRanks() => RankTest.Compare([1, 2], [2, 3]).ShouldBe(4 / 6.0, Tolerance);

    [Fact]
    public void Compare_TwoUnequalSizes_CountsAllWays() =>
        RankTest.Compare([1], [2, 3, 4]).ShouldBe(2 / 4.0, Tolerance);

    [Fact]
    public void Compare_NoValues_IsRefused() => Should.Throw<ArgumentException>(() => RankTest.Compare([], [1]));

    [Fact]
    public void Compare_MoreThanCanBeCounted_IsRefused() =>
        Should.Throw<ArgumentException>(() => RankTest.Compare(new double[11], new double[10]));
}
