using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Tests.Signals.Expressions.Program;

/// <summary>
/// A finished column is looked at for NaN while it is written: none may be missed, wherever it is, and none invented.
/// </summary>
public class ElementStepTests
{
    private const int Long = 2100;

    // One, two and three operands, value by value, with a number for all, and with results that are infinite.
    private static readonly string[] Definitions =
    [
        "a := sqrt(x)", "b := abs(2 * x + 1)", "c := x + y", "d := clamp(x, -1, y)", "e := log(x)", "f := hypot(x, y)",
        "g := y / (x * 0)",
        "h := poly(x, 1, 2, 3)",
    ];

    [Fact]
    public void Run_NaNAtAnyPlaceOfAnyLength_IsInvalidAndNoOther()
    {
        double[] x = new double[40];
        double[] y = [.. Enumerable.Repeat(3.0, x.Length)];
        Rig rig = new Rig().Fast("x", "", x).Fast("y", "", y);
        SignalProgram program = rig.Compile(Definitions);
        for (int length = 1; length <= x.Length; length++)
        {
            for (int place = 0; place < length; place++)
            {
                Array.Fill(x, 1);
                x[place] = double.NaN;
                program.Run(rig.At(0, length));
                ShouldBeInvalidAtNaN(program);
            }
        }
    }

    [Fact]
    public void Run_OverSeveralTiles_IsInvalidWhereItIsNaN()
    {
        double[] x = [.. Enumerable.Range(0, Long).Select(i => i % 701 == 700 ? double.NaN : i)];
        Rig rig = new Rig().Fast("x", "", x).Fast("y", "", [.. x.Reverse()]);
        SignalProgram program = rig.Compile(Definitions);

        program.Run(rig.At(0, Long));

        program.Qualities(0).Count(Quality.Invalid).ShouldBe(2);
        ShouldBeInvalidAtNaN(program);
    }

    [Fact]
    public void Run_InfiniteResults_AreGood()
    {
        Rig rig = new Rig().Fast("x", "", [0, 1, double.PositiveInfinity, -1, 0, 3, 4, 5, 6]);
        SignalProgram program = rig.Compile("a := 1 / (x * 0 + 0)", "b := 2 * x - 1");

        program.Run(rig.At(0, 9));

        program.Qualities(0).ToArray().Count(quality => quality == Quality.Good).ShouldBe(8);
        program.Qualities(0)[2].ShouldBe(Quality.Invalid);
        program.IsGood(1).ShouldBeTrue();
    }

    private static void ShouldBeInvalidAtNaN(SignalProgram program)
    {
        for (int variable = 0; variable < Definitions.Length; variable++)
        {
            ReadOnlySpan<double> values = program.Values(variable);
            ReadOnlySpan<Quality> qualities = program.Qualities(variable);
            for (int i = 0; i < values.Length; i++)
            {
                if (qualities[i] != (double.IsNaN(values[i]) ? Quality.Invalid : Quality.Good))
                    throw new ShouldAssertException(
                        $"{Definitions[variable]}: value {i} is {values[i]}, {qualities[i]}");
            }
        }
    }
}
