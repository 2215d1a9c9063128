using Simulator.Measuring;
using Testing;

namespace Simulator.Tests.Measuring;

public sealed class LoopHistoryTests
{
    [Fact]
    public void Add_MoreThanTheCapacity_KeepsTheNewest()
    {
        var history = new LoopHistory(2, 8);
        for (int n = 0; n < 21; n++)
            history.Add([n, -n]);

        history.Ticks.ShouldBe(21);
        Enumerable.Range(13, 8).Select(n => history[0, n]).ShouldBe(Enumerable.Range(13, 8).Select(n => (double)n));
        Enumerable.Range(13, 8).Select(n => history[1, n]).ShouldBe(Enumerable.Range(13, 8).Select(n => -(double)n));
    }

    [Theory]
    [InlineData(13, 20, true)]
    [InlineData(12, 20, false)]
    [InlineData(13, 21, false)]
    public void Holds_Ticks_OnlyThoseKept(long oldest, long newest, bool held)
    {
        var history = new LoopHistory(1, 8);
        for (int n = 0; n < 21; n++)
            history.Add([n]);

        history.Holds(oldest, newest).ShouldBe(held);
    }

    [Fact]
    public void This_BeforeTickZero_IsTheValueOfTickZero()
    {
        var history = new LoopHistory(1, 8);
        history.Add([7]);
        history.Add([8]);

        history[0, -1].ShouldBe(7);
        history[0, -6].ShouldBe(7);
    }

    [Fact]
    public void Restart_ThenAdd_IsTickZeroAgain()
    {
        var history = new LoopHistory(1, 8);
        history.Add([1]);
        history.Restart();
        history.Add([2]);

        history.Ticks.ShouldBe(1);
        history[0, -3].ShouldBe(2);
    }

    [Theory]
    [InlineData(0, 8)]
    [InlineData(1, 12)]
    [InlineData(1, 0)]
    public void New_OfAnImpossibleShape_IsRefused(int quantities, int capacity) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new LoopHistory(quantities, capacity));

    [Fact]
    public void Add_OfAnotherNumberOfQuantities_IsRefused()
    {
        var history = new LoopHistory(2, 8);
        Should.Throw<ArgumentException>(() => history.Add([1]));
    }

    [Fact]
    public void Add_Warm_DoesNotAllocate()
    {
        var history = new LoopHistory(10, 64);
        double[] tick = new double[10];
        Allocation.OfWarm(() => history.Add(tick)).ShouldBe(0);
    }
}
