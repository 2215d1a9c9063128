using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Tests.Signals.Expressions.Functions;

/// <summary>Times in the place of numbers of values, at 1000 Hz; temp2.upper has 250 Hz.</summary>
public class SampleCountTests
{
    private const int Points = 40;

    [Theory]
    [InlineData("1 ms", 1)]
    [InlineData("0.5 ms", 1)]
    [InlineData("2.4 ms", 2)]
    [InlineData("2.5 ms", 3)]
    [InlineData("4.5 ms", 5)]
    [InlineData("0.0045 s", 5)]
    [InlineData("16.499 ms", 16)]
    [InlineData("2 * 2.5 ms", 5)]
    [InlineData("7000 us", 7)]
    public void Time_OfADelay_IsTheNearestNumberOfValues(string time, int expected) =>
        DelayOf("x", time).ShouldBe(expected);

    [Fact]
    public void Time_OfAColumnOfAnotherRate_IsByItsOwn() => DelayOf("temp2.upper", "10 ms").ShouldBe(3);

    [Theory]
    [InlineData("movavg(x, 5 ms)", "movavg(x, 5)")]
    [InlineData("movrms(x, 5 ms)", "movrms(x, 5)")]
    [InlineData("movmedian(x, 5 ms)", "movmedian(x, 5)")]
    [InlineData("movmin(x, n = 5 ms)", "movmin(x, 5)")]
    [InlineData("movmax(n = 5 ms, x)", "movmax(x, 5)")]
    [InlineData("movstd(x, 5 ms)", "movstd(x, 5)")]
    [InlineData("p2p(x, 5 ms)", "p2p(x, 5)")]
    [InlineData("outlier(x, 5 ms, 3)", "outlier(x, 5, 3)")]
    [InlineData("debounce(x > 0, 5 ms)", "debounce(x > 0, 5)")]
    [InlineData("delay(x, 5 ms)", "delay(x, 5)")]
    public void Time_InEveryFunctionOfAWindow_GivesTheBitsOfItsNumber(string ofTime, string ofNumber) =>
        Values(ofTime).ShouldBe(Values(ofNumber));

    [Theory]
    [InlineData(
        "movavg(x, 0.4 ms)",
        "'n' is 0.0004 s, 0.4 values at 1000 Hz; expected a time of 1 to 1048576 values: 0.0005 s to 1048.58 s")]
    [InlineData(
        "delay(x, 0 ms)",
        "'n' is 0 s, 0 values at 1000 Hz; expected a time of 1 to 1048576 values: 0.0005 s to 1048.58 s")]
    [InlineData(
        "movavg(x, -5 ms)",
        "'n' is -0.005 s, -5 values at 1000 Hz; expected a time of 1 to 1048576 values: 0.0005 s to 1048.58 s")]
    [InlineData(
        "movavg(x, 1 h)",
        "'n' is 3600 s, 3.6E+06 values at 1000 Hz; expected a time of 1 to 1048576 values: 0.0005 s to 1048.58 s")]
    [InlineData(
        "movavg(x, nan * 1 ms)",
        "'n' is NaN s, NaN values at 1000 Hz; expected a time of 1 to 1048576 values: 0.0005 s to 1048.58 s")]
    [InlineData("movavg(x, 5 mm)", "units do not go together: no unit and mm")]
    [InlineData("round(x, 5 ms)", "units do not go together: no unit and ms")]
    public void Time_ThatCannotBe_IsRefusedWithOneLine(string text, string reason) =>
        Rig.OfTheDocs().Compile($"v := {text}").Variables[0].Fault!.ToString().ShouldEndWith(reason);

    // How many values the first one comes late.
    private static int DelayOf(string column, string time) =>
        Values($"delay({column}, {time})").TakeWhile(double.IsNaN).Count();

    private static double[] Values(string formula)
    {
        Random random = new(1);
        double[] fast = [.. Enumerable.Range(0, Points).Select(_ => random.NextDouble() - 0.5)];
        Rig rig = new Rig()
            .Fast("x", "", fast)
            .Slow("temp2.upper", "degC", [.. Enumerable.Range(1, Points / Rig.FastPoints).Select(i => (double)i)]);
        SignalProgram program = rig.Compile($"v := {formula}");
        program.Variables[0].Reason.ShouldBe("");
        program.Run(rig.At(0, Points));
        return program.Values(0).ToArray();
    }
}
