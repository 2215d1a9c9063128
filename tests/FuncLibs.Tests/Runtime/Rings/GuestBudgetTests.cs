using FuncLibs.Runtime.Rings;
using Testing;

namespace FuncLibs.Tests.Runtime.Rings;

public sealed class GuestBudgetTests
{
    private readonly FakeTime _time = new();
    private readonly GuestBudget _budget;

    public GuestBudgetTests() => _budget = new GuestBudget(_time);

    [Fact]
    public void IsOpen_New_IsTrue() => _budget.IsOpen.ShouldBeTrue();

    [Fact]
    public void End_LessThanAQuarterOfTheTime_StaysOpen() => Work(count: 2_000, spentMs: 0.8, everyMs: 3.3).ShouldBe(0);

    [Fact]
    public void End_MoreThanAQuarterOfTheTime_Closes()
    {
        Work(count: 100, spentMs: 1, everyMs: 3.3);

        _budget.IsOpen.ShouldBeFalse();
    }

    [Fact]
    public void End_ABurst_ClosesWithinAQuarterOfAWindow()
    {
        int done = 0;
        for (; _budget.IsOpen; done++)
            Work(count: 1, spentMs: 1, everyMs: 1);

        done.ShouldBe(25);
    }

    [Fact]
    public void End_OneLongItem_StaysOpen()
    {
        Work(count: 1, spentMs: 20, everyMs: 100);

        _budget.IsOpen.ShouldBeTrue();
    }

    [Fact]
    public void End_ThreeLongItems_Closes()
    {
        Work(count: 2, spentMs: 5, everyMs: 100).ShouldBe(0);
        Work(count: 1, spentMs: 5, everyMs: 100);

        _budget.IsOpen.ShouldBeFalse();
    }

    [Fact]
    public void End_CalmForASecond_OpensAgain()
    {
        Close();
        Work(count: 90, spentMs: 0.1, everyMs: 10).ShouldBe(90);
        Work(count: 20, spentMs: 0.1, everyMs: 10);

        _budget.IsOpen.ShouldBeTrue();
    }

    [Fact]
    public void End_BetweenTheBounds_StaysClosed()
    {
        Close();

        Work(count: 2_000, spentMs: 0.7, everyMs: 3.3).ShouldBe(2_000);
    }

    [Fact]
    public void End_FewItems_StaysClosed()
    {
        Close();

        Work(count: 15, spentMs: 0.1, everyMs: 1_000).ShouldBe(15);
        Work(count: 1, spentMs: 0.1, everyMs: 1_000);
        _budget.IsOpen.ShouldBeTrue();
    }

    [Fact]
    public void End_WhenWarm_DoesNotAllocate() =>
        Allocation.OfWarm(() => _budget.End(_budget.Begin())).ShouldBe(0);

    private void Close()
    {
        Work(count: 3, spentMs: 6, everyMs: 100);
        _budget.IsOpen.ShouldBeFalse();
    }

    // How many of the items found it closed.
    private int Work(int count, double spentMs, double everyMs)
    {
        int closed = 0;
        for (int i = 0; i < count; i++)
        {
            closed += _budget.IsOpen ? 0 : 1;
            long began = _budget.Begin();
            _time.Advance(TimeSpan.FromMilliseconds(spentMs));
            _budget.End(began);
            _time.Advance(TimeSpan.FromMilliseconds(everyMs - spentMs));
        }

        return closed;
    }
}
