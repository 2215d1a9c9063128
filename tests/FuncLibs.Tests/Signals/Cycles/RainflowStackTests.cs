using FuncLibs.Signals.Cycles;

namespace FuncLibs.Tests.Signals.Cycles;

public class RainflowStackTests
{
    [Fact]
    public void TryClose_InnerRangeWithinItsNeighbours_TakesItOut()
    {
        RainflowStack stack = Of(0, 10, 4, 12);

        stack.TryClose(out double from, out double to).ShouldBeTrue();
        (from, to, stack.Count, stack[0], stack[1]).ShouldBe((10, 4, 2, 0, 12));
    }

    [Theory]
    [InlineData(0, 10, -1, 12)]
    [InlineData(0, 10, 4, 9)]
    [InlineData(0, -10, 1, -12)]
    public void TryClose_InnerRangeBeyondANeighbour_ClosesNothing(double a, double b, double c, double d) =>
        Of(a, b, c, d).TryClose(out _, out _).ShouldBeFalse();

    [Fact]
    public void TryClose_EqualRanges_Close() => Of(0, 2, 0, 2).TryClose(out _, out _).ShouldBeTrue();

    [Fact]
    public void TakeOldest_FullStack_MakesRoomRoundTheRing()
    {
        RainflowStack stack = Of(1, -1, 2, -2);
        stack.IsFull.ShouldBeTrue();

        stack.TakeOldest().ShouldBe((1, -1));
        stack.Push(3);

        (stack[0], stack[3], stack.NewestSlot).ShouldBe((-1, 3, 0));
    }

    [Theory]
    [InlineData(3)]
    [InlineData(100)]
    [InlineData(131_072)]
    public void Constructor_CapacityOutOfRange_IsRefused(int capacity) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new RainflowStack(capacity));

    private static RainflowStack Of(params double[] reversals)
    {
        var stack = new RainflowStack(4);
        foreach (double reversal in reversals)
            stack.Push(reversal);
        return stack;
    }
}
