using FuncLibs.Signals;
using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Tests.Signals.Expressions.Graph;

/// <summary>
/// A column with a range is always looked at, one without only where that can make a difference: held against each
/// other, over all functions, values and qualities must be the same.
/// </summary>
public class NaNCheckPlanTests
{
    private const double Unreached = 1e300;

    private static readonly double[] Values =
        [double.NaN, 0, -0.0, 1, -1, 0.5, 2.5, -2.5, 1e200, -1e200, 1e-300, 3, double.NaN, 7, -7, 10.6, -0.3, 4];

    private static readonly string[] Chains =
    [
        "x", "abs(1.7 * x - 0.25)", "(x + y) * z / x", "0 and x", "x or 1", "0 and x * 2", "x * 2 or 1 + y",
        "isnan(x * 2 + y)",
        "coalesce(x, y, z)", "coalesce(x + 1, 7)", "if(x + 1 > y, sqrt(z), -z)", "poly(x, 4)", "poly(x, 1, 2)",
        "x / 0 - y / 0",
        "movavg(x, 3)", "movmax(x + y, 2)", "integ(0 and x)", "prev(x)", "edge(x > 0)", "hysteresis(x, -1, 1)",
        "lookup(x, [0, 0; 1, 5])",
        "lookup(x, [0, 0; 1, 5], clamp)", "coalesce(prev(x), 0)", "round(x, 2) + round(0 and y)",
        "truestress(x * 1 [MPa], y)", "truestrain(x)",
    ];

    public static TheoryData<string> Expressions =>
    [
        .. Chains,
        .. ElementwiseFunction.All.SelectMany(
            function => new[] { $"{function.Name}(x)", $"0 and sign({function.Name}(x))" }),
        .. BinaryFunction.All.Select(function => function.Name).SelectMany(name => char.IsLetter(name[0])
            && name is not ("and" or "or")
            ? new[] { $"{name}(x, y)", $"0 and sign({name}(x, y))", $"{name}(2, y)" }
            : [$"x {name} y", $"0 and sign(x {name} y)", $"2 {name} y"]),
        .. TernaryFunction.All.SelectMany(
            function => new[] { $"{function.Name}(x, y, z)", $"0 and sign({function.Name}(x, 2, z))" }),
    ];

    [Theory]
    [MemberData(nameof(Expressions))]
    public void Run_WithoutRanges_GivesWhatItGivesWithRangesNoValueReaches(string expression)
    {
        SignalProgram open = Run(expression, double.PositiveInfinity);
        SignalProgram ranged = Run(expression, Unreached);

        open.Values(0).ToArray().ShouldBe(ranged.Values(0).ToArray());
        open.Qualities(0).ToArray().ShouldBe(ranged.Qualities(0).ToArray());
        open.Qualities(1).ToArray().ShouldBe(ranged.Qualities(1).ToArray());
    }

    [Fact]
    public void Run_OfNaNThatVanishesBehindAChangeOfRate_IsInvalidStill()
    {
        Rig rig = new Rig().Fast("x", "", new double[8]).Slow("slow", "", 1, double.NaN);
        SignalProgram program = rig.Compile("a := 0 and hold(slow, x)");

        program.Run(rig.At(0, 8));

        program.Values(0).ToArray().ShouldAllBe(value => value == 0);
        program.Qualities(0).ToArray().ShouldBe(
            [
                .. Enumerable.Repeat(Quality.Good, Rig.FastPoints),
                .. Enumerable.Repeat(Quality.Invalid, Rig.FastPoints),
            ]);
    }

    [Fact]
    public void Run_OfNaNThatVanishesBehindAFinishedVariable_IsInvalidStill()
    {
        Rig rig = new Rig().Fast("x", "", [1, double.NaN]);
        SignalProgram program = rig.Compile("a := x + 1", "b := 0 and a");

        program.Run(rig.At(0, 2));

        program.Values(1).ToArray().ShouldBe([0, 0]);
        program.Qualities(1).ToArray().ShouldBe([Quality.Good, Quality.Invalid]);
    }

    // A second variable that reads the first as a finished column.
    private static SignalProgram Run(string expression, double range)
    {
        double[] y = [.. Values.Skip(5), .. Values.Take(5)];
        double[] z = [.. Values.Skip(11), .. Values.Take(11)];
        Rig rig = new Rig()
            .Fast("x", "", Values, -range, range)
            .Fast("y", "", y, -range, range)
            .Fast("z", "", z, -range, range);
        SignalProgram program = rig.Compile($"a := {expression}", "b := 0 and sign(a)");
        program.Variables.ShouldAllBe(variable => variable.IsOk);
        program.Run(rig.At(0, Values.Length));
        return program;
    }
}
