using SignalMonitor.Sharing;

namespace SignalMonitor.Tests.Sharing;

public sealed class FairShareTests
{
    [Theory]
    [InlineData(6, 3, 2)]
    [InlineData(7, 3, 3)]
    [InlineData(3, 2, 2)]
    [InlineData(1, 4, 1)]
    [InlineData(5, 1, 5)]
    [InlineData(40, 7, 6)]
    public void Of_StationsWithAsManyCandidates_IsTheirQuotientRoundedUp(int stations, int candidates, int share) =>
        FairShare.Of(Enumerable.Repeat(candidates, stations)).ShouldBe(share);

    [Fact]
    public void Of_StationsWithOtherCandidates_AddsTheParts() => FairShare.Of([1, 2, 2, 0]).ShouldBe(3);

    [Fact]
    public void Of_NoStation_IsNone() => FairShare.Of([]).ShouldBe(0);
}
