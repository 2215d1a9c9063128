using FuncLibs.Signals.Expressions.Compilation;

namespace FuncLibs.Tests.Signals.Expressions.Compilation;

public sealed class CycleProbeTests
{
    [Theory]
    [InlineData("peak(servo1.force)", "pointspercycle(servo1.force)")]
    [InlineData("2 * range(abs(x), 3) + 1", "pointspercycle(abs(x), 3)")]
    [InlineData("peak(band = 2 kN, x = servo1.force)", "pointspercycle(servo1.force, 2 kN)")]
    [InlineData("peak(band = 2, servo1.force)", "pointspercycle(servo1.force, 2)")]
    [InlineData("energy(stroke = s, band = 1, force = f)", "pointspercycle(f, 1)")]
    [InlineData("damage(x, sn(1e12, 3), none, 0.5)", "pointspercycle(x, 0.5)")]
    [InlineData("damage(x, sn(1e12, 3))", "pointspercycle(x)")]
    [InlineData("-max(1, rainflow(x))", "pointspercycle(x)")]
    public void Of_ExpressionOfCycles_IsThePointsOfItsSignal(string text, string probe) =>
        CycleProbe.ExpressionFor(text).ShouldBe(probe);

    [Theory]
    [InlineData("abs(x)")]
    [InlineData("peak(")]
    [InlineData("peak()")]
    [InlineData("peak(band = 2)")]
    public void Of_Others_IsNothing(string text) => CycleProbe.ExpressionFor(text).ShouldBeNull();

    [Fact]
    public void SignalOf_ExpressionOfCycles_CallsOtherFunctionsOfTheSame() =>
        CycleProbe.SignalOf("2 * range(abs(x), 3 kN)")!.Value.Call("valley").ShouldBe("valley(abs(x), 3 kN)");
}
