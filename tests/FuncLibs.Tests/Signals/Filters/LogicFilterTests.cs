using FuncLibs.Signals.Filters;
using FuncLibs.Signals.Stateful;
using FuncLibs.Tests.Signals.Stateful;

namespace FuncLibs.Tests.Signals.Filters;

/// <summary>Delay, hold, debounce and hysteresis: their tables.</summary>
public class LogicFilterTests
{
    private const double NaN = double.NaN;

    public static TheoryData<string, double[], double[]> Tables => new()
    {
        { "delay 2", [1, -0.0, NaN, 4], [NaN, NaN, 1, -0.0] },
        { "delay 0", [1, NaN, 3], [1, NaN, 3] },
        { "debounce 1", [0, 1, 0, 5], [0, 1, 0, 1] },
        { "debounce 2", [1, 1, 0, 1, 0, 0, 1], [0, 1, 1, 1, 1, 0, 0] },
        { "debounce 2", [1, NaN, 1, 1], [0, NaN, 0, 1] },
        { "debounce 2", [1, 1, NaN, 0, 1], [0, 1, NaN, 1, 1] },
        { "hysteresis", [0.5, 1, 1.1, 0.5, -1, -1.1, 0], [0, 0, 1, 1, 1, 0, 0] },
        { "hysteresis", [2, NaN, 0, -2, NaN, 0], [1, NaN, 1, 0, NaN, 0] },
        { "hysteresis", [double.PositiveInfinity, double.NegativeInfinity], [1, 0] },
    };

    [Theory]
    [MemberData(nameof(Tables))]
    public void Apply_Table_IsExactToTheBit(string name, double[] x, double[] expected)
    {
        double[] y = new double[x.Length];
        New(name).Apply(0, x, y);

        Fed.Bits(y).ShouldBe(Fed.Bits(expected), string.Join(' ', y));
    }

    [Fact]
    public void Hold_Condition_TakesTheValueWhileItIsTrue()
    {
        double[] y = new double[7];
        new Hold().Apply(0, [0, 1, 0, NaN, -1, 1, 0], [1, 2, 3, 4, 5, NaN, 7], y);

        y.ShouldBe([NaN, 2, 2, 2, 5, NaN, NaN]);
    }

    [Fact]
    public void Hysteresis_AfterAGap_KeepsItsState()
    {
        var hysteresis = new Hysteresis(-1, 1);
        double[] y = new double[1];
        hysteresis.Apply(0, [2], y);
        hysteresis.Gap();

        hysteresis.Apply(5, [0], y);

        y.ShouldBe([1]);
    }

    [Fact]
    public void Constructor_ArgumentOutOfRange_IsRefused()
    {
        Should.Throw<ArgumentOutOfRangeException>(() => new Delay(-1));
        Should.Throw<ArgumentOutOfRangeException>(() => new Delay(Delay.MaxLength + 1));
        Should.Throw<ArgumentOutOfRangeException>(() => new Debounce(0));
        Should.Throw<ArgumentException>(() => new Hysteresis(2, 1)).Message.ShouldContain("lower threshold 2");
        Should.Throw<ArgumentException>(() => new Hysteresis(NaN, 1));
    }

    private static IUnaryState New(string name) => name switch
    {
        "hysteresis" => new Hysteresis(-1, 1),
        ['d', 'e', 'l', .., var n] => new Delay(n - '0'),
        [.., var n] => new Debounce(n - '0'),
        _ => throw new ArgumentException(name),
    };
}
