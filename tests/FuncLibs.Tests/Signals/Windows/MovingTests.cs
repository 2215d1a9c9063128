using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Windows;

namespace FuncLibs.Tests.Signals.Windows;

public class MovingTests
{
    private const double NaN = double.NaN;
    private const double Inf = double.PositiveInfinity;

    public static TheoryData<string, int, double[], double[]> Edges => new()
    {
        { "movavg", 3, [1, 2, 3, 4], [1, 1.5, 2, 3] },
        { "movavg", 2, [-0.0, -0.0], [-0.0, -0.0] },
        { "movavg", 2, [Inf, 1, 2, 3], [Inf, Inf, 1.5, 2.5] },
        { "movavg", 2, [Inf, -Inf, 2, 3], [Inf, NaN, -Inf, 2.5] },
        { "movavg", 2, [NaN, 1, 3], [NaN, NaN, 2] },
        { "movavg", 2, [1e308, 1e308, 1], [1e308, Inf, 5e307] },
        { "movrms", 2, [3, 4, 4], [3, 3.5355339059327378, 4] },
        { "movrms", 3, [-0.0, 0.0], [0.0, 0.0] },
        { "movmin", 2, [1, -0.0, 0.0, 0.0, NaN, 2, 3], [1, -0.0, -0.0, 0.0, NaN, NaN, 2] },
        { "movmax", 2, [-1, 0.0, -0.0, -0.0, NaN, 2, 1], [-1, 0.0, 0.0, -0.0, NaN, NaN, 2] },
        { "p2p", 2, [1, 4, 2, 2], [0, 3, 2, 0] },
        { "p2p", 2, [Inf, Inf, 1], [NaN, NaN, Inf] },
        { "movstd", 2, [1, 3, 3], [NaN, 1.4142135623730951, 0] },
        { "movstd", 1, [1, 3], [NaN, NaN] },
        { "movstd", 2, [Inf, 1, 3], [NaN, NaN, 1.4142135623730951] },
        { "movmedian", 3, [5, 1, 3, 2], [5, 3, 3, 2] },
        { "movmedian", 4, [4, 1, 2, 8, NaN], [4, 2.5, 2, 3, NaN] },
        { "movmedian", 2, [1e308, 1.5e308], [1e308, 1.25e308] },
        { "movmedian", 3, [-0.0, 0.0, 0.0, -0.0], [-0.0, 0.0, 0.0, 0.0] },
        { "movmedian", 2, [-Inf, Inf, Inf], [-Inf, NaN, Inf] },
        { "outlier", 5, [1, 2, 1, 2, 9, 9, 9], [0, 0, 0, 0, 1, 1, 0] },
        { "outlier", 3, [1, 1, 1.0000001, 5], [0, 0, 1, 1] },
        { "outlier", 2, [NaN, 1, 1], [NaN, NaN, 0] },
    };

    [Theory]
    [MemberData(nameof(Edges))]
    public void Apply_Edge_IsExactToTheBit(string name, int n, double[] x, double[] expected)
    {
        double[] y = new double[x.Length];
        New(name, n).Apply(0, x, y);

        Bits(y).ShouldBe(Bits(expected), $"{string.Join(' ', y)}");
    }

    [Theory]
    [InlineData("movavg")]
    [InlineData("movrms")]
    [InlineData("movstd")]
    public void Apply_HugePulseThatHasLeftTheWindow_LeavesNoErrorBehind(string name)
    {
        double[] x = [.. Enumerable.Repeat(0.1, 1000)];
        double[] y = new double[1000];
        double[] quiet = new double[1000];
        New(name, 64).Apply(0, x, quiet);
        x[300] = 1e12;
        New(name, 64).Apply(0, x, y);

        y[364..].ShouldBe(quiet[364..]);
    }

    [Fact]
    public void Deviation_SmallNoiseOnALargeMean_KeepsItsDigits()
    {
        double[] x = [.. Enumerable.Range(0, 3000).Select(i => 1e9 + (i % 2))];
        double[] y = new double[3000];
        Moving.Deviation(1000).Apply(0, x, y);

        y[^1].ShouldBe(Math.Sqrt(0.25 * 1000 / 999), 1e-12);
    }

    // From outside: 7e-5 off; the values themselves have steps of 1.2e-7.
    [Theory]
    [InlineData(100)]
    [InlineData(1000)]
    public void Deviation_TinyNoiseOnALargeMean_KeepsItsDigits(int n)
    {
        var random = new Random(1);
        double spread = 1e-3 * Math.Sqrt(12);
        double[] x = [.. Enumerable.Range(0, 5000).Select(_ => 1e9 + (spread * (random.NextDouble() - 0.5)))];
        double[] y = new double[x.Length];
        Moving.Deviation(n).Apply(0, x, y);

        double[] window = [.. x[^n..].Select(value => value - 1e9)];
        double mean = window.Average();
        double expected = Math.Sqrt(window.Sum(value => (value - mean) * (value - mean)) / (n - 1));
        (y[^1] / expected).ShouldBe(1, 1e-12);
    }

    // The squares are below the least double: documented.
    [Fact]
    public void Rms_BelowTheRootOfTheLeastDouble_IsZero()
    {
        double[] y = new double[2];
        Moving.Rms(2).Apply(0, [1e-170, 1e-150], y);

        y[0].ShouldBe(0);
        y[1].ShouldBe(1e-150 / Math.Sqrt(2), 1e-159);
    }

    [Theory]
    [InlineData("movavg")]
    [InlineData("movmin")]
    [InlineData("movmedian")]
    public void Apply_LongestWindow_CountsEveryValue(string name)
    {
        double[] x = new double[Moving.MaxLength + 10];
        Array.Fill(x, 2);
        x[5] = -Moving.MaxLength;
        double[] y = new double[x.Length];
        New(name, Moving.MaxLength).Apply(0, x, y);

        y[Moving.MaxLength
            + 4].ShouldBe(
                name switch { "movavg" => 1 - (2.0 / Moving.MaxLength), "movmin" => -Moving.MaxLength, _ => 2 });
        y[Moving.MaxLength + 5].ShouldBe(2);
    }

    [Fact]
    public void Apply_IndexThatDoesNotFollow_CountsAsAGap()
    {
        IUnaryState average = Moving.Average(3);
        double[] y = new double[3];
        average.Apply(0, [1, 2, 3], y);

        average.Apply(10, [7, 8, 9], y);

        y.ShouldBe([7, 7.5, 8]);
    }

    [Theory]
    [InlineData("movmedian")]
    [InlineData("outlier")]
    public void Apply_SortedAndEqualValues_AgreeWithSorting(string name)
    {
        double[][] columns =
        [
            [.. Enumerable.Range(0, 900).Select(i => (double)i)],
            [.. Enumerable.Range(0, 900).Select(i => (double)-i)],
            [.. Enumerable.Range(0, 900).Select(i => (double)(i % 3))],
        ];
        foreach (double[] x in columns)
        {
            double[] y = new double[x.Length];
            New(name, 50).Apply(0, x, y);
            y.ShouldBe(Enumerable.Range(0, x.Length).Select(i => BySorting(name, x[Math.Max(0, i - 49)..(i + 1)])));
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(Moving.MaxLength + 1)]
    public void New_LengthOutOfRange_IsRefusedWithTheRange(int n) =>
        Should.Throw<ArgumentOutOfRangeException>(() => Moving.Average(n)).Message.ShouldContain("1 to 1048576");

    [Theory]
    [InlineData(-0.1)]
    [InlineData(NaN)]
    [InlineData(Inf)]
    public void Outlier_FactorOutOfRange_IsRefused(double k) =>
        Should.Throw<ArgumentOutOfRangeException>(() => Moving.Outlier(5, k));

    private static IUnaryState New(string name, int n) => name switch
    {
        "movavg" => Moving.Average(n),
        "movrms" => Moving.Rms(n),
        "movmin" => Moving.Minimum(n),
        "movmax" => Moving.Maximum(n),
        "p2p" => Moving.PeakToPeak(n),
        "movstd" => Moving.Deviation(n),
        "movmedian" => Moving.Median(n),
        _ => Moving.Outlier(n, 3),
    };

    private static double BySorting(string name, double[] window)
    {
        double median = MedianOf(window);
        double limit = 3 * 1.4826 * MedianOf([.. window.Select(value => Math.Abs(value - median))]);
        return name == "movmedian" ? median : Math.Abs(window[^1] - median) > limit ? 1 : 0;
    }

    private static double MedianOf(double[] values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    private static long[] Bits(double[] values) => Stateful.Fed.Bits(values);
}
