using FuncLibs.Signals.Running;
using FuncLibs.Signals.Stateful;
using FuncLibs.Tests.Signals.Stateful;

namespace FuncLibs.Tests.Signals.Running;

/// <summary>The tables of the functions of everything so far.</summary>
public class RunningTests
{
    private const double NaN = double.NaN;
    private const double Inf = double.PositiveInfinity;

    public static TheoryData<string, double[], double[]> Tables => new()
    {
        { "deriv", [1, 2, 4, NaN, 5, 6], [NaN, 2, 4, NaN, NaN, 2] },
        { "deriv", [0, Inf, Inf], [NaN, Inf, NaN] },
        { "integ", [2, 2, 4, NaN, 4, 4], [0, 1, 2.5, 2.5, 2.5, 4.5] },
        { "integ", [NaN, NaN, 1, 1], [0, 0, 0, 0.5] },
        { "integ", [0, Inf, 1, 1], [0, Inf, Inf, Inf] },
        { "edge", [1, 1, 0, 1, 1, 0, 2], [0, 0, 0, 1, 0, 0, 1] },
        { "edge", [0, NaN, 1, 0, NaN, 0, 1], [0, NaN, NaN, 0, NaN, 0, 1] },
        { "count", [1, 0, 1, 1, 0, -3], [0, 0, 1, 1, 1, 2] },
        { "count", [0, NaN, 1, NaN, 1], [0, 0, 1, 1, 1] },
        { "runmax", [NaN, -0.0, 0.0, -0.0, 3, NaN, 1], [NaN, -0.0, 0.0, 0.0, 3, 3, 3] },
        { "runmin", [NaN, 0.0, -0.0, 0.0, -3, NaN, 1], [NaN, 0.0, -0.0, -0.0, -3, -3, -3] },
        { "first", [NaN, 4, 5, NaN], [NaN, 4, 4, 4] },
        { "last", [NaN, 4, NaN, 5], [NaN, 4, 4, 5] },
    };

    [Theory]
    [MemberData(nameof(Tables))]
    public void Apply_Table_IsExactToTheBit(string name, double[] x, double[] expected)
    {
        double[] y = new double[x.Length];
        New(name).Apply(0, x, y);

        Fed.Bits(y).ShouldBe(Fed.Bits(expected), string.Join(' ', y));
    }

    public static TheoryData<string, double> AfterAGap => new()
    {
        { "deriv", NaN },
        { "integ", 1 },
        { "edge", 0 },
        { "count", 1 },
        { "runmax", 2 },
        { "runmin", 0 },
        { "first", 2 },
        { "last", 1 },
    };

    // 2, 2, 0, a gap, then 1.
    [Theory]
    [MemberData(nameof(AfterAGap))]
    public void Apply_AfterAGap_RestartsOrContinues(string name, double expected)
    {
        IUnaryState function = New(name);
        double[] y = new double[3];
        function.Apply(0, [2, 2, 0], y);
        function.Gap();
        function.Apply(9, [1], y);

        double area = name == "integ" ? 0.5 : 0;
        y[0].ShouldBe(expected + area);
    }

    [Fact]
    public void RunningExtreme_Reset_BeginsWithTheValueOfThatSample()
    {
        double[] max = new double[6];
        double[] min = new double[6];
        RunningExtreme.Maximum().Apply(0, [3, 5, 1, 2, NaN, 0], [0, NaN, 1, 0, 1, 0], max);
        RunningExtreme.Minimum().Apply(0, [3, 5, 4, 2, NaN, 9], [0, NaN, 1, 0, 1, 0], min);

        max.ShouldBe([3, 5, 1, 2, NaN, 0]);
        min.ShouldBe([3, 3, 4, 2, NaN, 9]);
    }

    [Fact]
    public void Integral_MillionsOfSmallAreas_KeepsTheDigits()
    {
        double[] x = new double[3_000_000];
        double[] y = new double[x.Length];
        Array.Fill(x, 0.1);
        new Integral(0.001).Apply(0, x, y);

        y[^1].ShouldBe((x.Length - 1) * 0.0001, 1e-12);
    }

    [Fact]
    public void Constructor_IntervalOutOfRange_IsRefused()
    {
        Should.Throw<ArgumentOutOfRangeException>(() => new Derivative(0)).Message.ShouldContain("above 0 s");
        Should.Throw<ArgumentOutOfRangeException>(() => new Integral(NaN));
    }

    private static IUnaryState New(string name) => name switch
    {
        "deriv" => new Derivative(0.5),
        "integ" => new Integral(0.5),
        "edge" => new RisingEdge(),
        "count" => new RisingEdgeCount(),
        "runmax" => RunningExtreme.Maximum(),
        "runmin" => RunningExtreme.Minimum(),
        "first" => new FirstValue(),
        _ => new LastValue(),
    };
}
