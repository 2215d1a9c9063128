using FuncLibs.Signals.Expressions.Variables;

namespace FuncLibs.Tests.Signals.Expressions.Variables;

public sealed class CycleProbeTests
{
    [Theory]
    [InlineData("peak(servo1.force)", "pointspercycle(servo1.force)")]
    [InlineData("2 * range(abs(x), 3) + 1", "pointspercycle(abs(x))")]
    [InlineData("damage(x, sn(1e12, 3))", "pointspercycle(x)")]
    [InlineData("-max(1, rainflow(x))", "pointspercycle(x)")]
    public void Of_ExpressionOfCycles_IsThePointsOfItsSignal(string text, string probe) => CycleProbe.Of(text).ShouldBe(probe);

    [Theory]
    [InlineData("abs(x)")]
    [InlineData("peak(")]
    [InlineData("peak()")]
    public void Of_Others_IsNothing(string text) => CycleProbe.Of(text).ShouldBeNull();
}
