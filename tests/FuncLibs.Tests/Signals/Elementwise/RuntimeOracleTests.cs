using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Tests.Signals.Elementwise;

/// <summary>
/// Every function against what the runtime computes for one number, to the bit, over all pairs of hard values.
/// </summary>
public class RuntimeOracleTests
{
    public static TheoryData<string> Unary => [.. OfOne.Keys];

    public static TheoryData<string> Binary => [.. OfTwo.Keys];

    private static Dictionary<string, Func<double, double>> OfOne { get; } = new()
    {
        ["abs"] = Math.Abs,
        ["negate"] = x => -x,
        ["ceiling"] = Math.Ceiling,
        ["floor"] = Math.Floor,
        ["truncate"] = Math.Truncate,
        ["round"] = x => Math.Round(x, MidpointRounding.AwayFromZero),
        ["sign"] = x => double.IsNaN(x) ? x : Math.Sign(x),
        ["sqrt"] = Math.Sqrt,
        ["exp"] = Math.Exp,
        ["log"] = Math.Log,
        ["log10"] = Math.Log10,
        ["sin"] = Math.Sin,
        ["cos"] = Math.Cos,
        ["tan"] = Math.Tan,
        ["asin"] = Math.Asin,
        ["acos"] = Math.Acos,
        ["atan"] = Math.Atan,
        ["isnan"] = x => double.IsNaN(x) ? 1 : 0,
        ["not"] = x => double.IsNaN(x) ? x : x == 0 ? 1 : 0,
    };

    private static Dictionary<string, Func<double, double, double>> OfTwo { get; } = new()
    {
        ["+"] = (a, b) => a + b,
        ["-"] = (a, b) => a - b,
        ["*"] = (a, b) => a * b,
        ["/"] = (a, b) => a / b,
        ["min"] = Math.Min,
        ["max"] = Math.Max,
        ["atan2"] = Math.Atan2,
        ["pow"] = (a, b) => double.IsNaN(a) || double.IsNaN(b) ? double.NaN : Math.Pow(a, b),
        ["hypot"] = (a, b) => double.IsNaN(a) || double.IsNaN(b) ? double.NaN : double.Hypot(a, b),
        ["coalesce"] = (a, b) => double.IsNaN(a) ? b : a,
        ["<"] = (a, b) => Truth(a, b, a < b),
        ["<="] = (a, b) => Truth(a, b, a <= b),
        ["=="] = (a, b) => Truth(a, b, a == b),
        ["!="] = (a, b) => Truth(a, b, a != b),
        [">"] = (a, b) => Truth(a, b, a > b),
        [">="] = (a, b) => Truth(a, b, a >= b),
        ["and"] = (a, b) => a == 0 || b == 0 ? 0 : Truth(a, b, true),
        ["or"] = (a, b) => IsTrue(a) || IsTrue(b) ? 1 : Truth(a, b, false),
        ["mod"] = Mod,
    };

    [Theory]
    [MemberData(nameof(Unary))]
    public void Unary_HardValues_EqualTheRuntime(string name)
    {
        double[] target = new double[HardValues.All.Length];

        ElementwiseFunction.Find(name)!.Apply(HardValues.All, target);

        HardValues.ShouldBeSame(target, [.. HardValues.All.Select(OfOne[name])], name);
    }

    [Theory]
    [MemberData(nameof(Binary))]
    public void Binary_PairsOfHardValues_EqualTheRuntime(string name)
    {
        (double[] a, double[] b) = HardValues.Pairs;
        double[] target = new double[a.Length];

        BinaryFunction.Find(name)!.Apply(a, b, target);

        HardValues.ShouldBeSame(target, [.. a.Zip(b, OfTwo[name])], name);
    }

    [Theory]
    [InlineData("abs")]
    [InlineData("negate")]
    [InlineData("ceiling")]
    [InlineData("floor")]
    [InlineData("truncate")]
    [InlineData("sqrt")]
    public void Unary_NaNWithPayload_KeepsItAsTheRuntimeDoes(string name)
    {
        double[] values = [.. Enumerable.Range(0, 37).Select(i => HardValues.NaNs[i % HardValues.NaNs.Length])];
        double[] target = new double[values.Length];

        ElementwiseFunction.Find(name)!.Apply(values, target);

        target.Select(BitConverter.DoubleToUInt64Bits)
            .ShouldBe(values.Select(x => BitConverter.DoubleToUInt64Bits(OfOne[name](x))));
    }

    [Fact]
    public void Oracles_CoverEveryFunction()
    {
        OfOne.Keys.Order().ShouldBe(ElementwiseFunction.All.Select(function => function.Name).Order());
        OfTwo.Keys.Order().ShouldBe(BinaryFunction.All.Select(function => function.Name).Order());
    }

    [Fact]
    public void Ternary_Triples_EqualTheRuntime()
    {
        (double[] a, double[] b, double[] c) = HardValues.Triples;
        for (int i = 0; i < a.Length; i++)
        {
            Same("fma", Math.FusedMultiplyAdd(a[i], b[i], c[i]), i);
            double product = a[i] * b[i];
            Same("scale", product + c[i], i);
            Same("if", double.IsNaN(a[i]) ? double.NaN : a[i] != 0 ? b[i] : c[i], i);
            Same("clamp", b[i] > c[i] ? double.NaN : Math.Min(Math.Max(a[i], b[i]), c[i]), i);
        }

        void Same(string name, double expected, int i) =>
            HardValues.ShouldBeSame(
                [TernaryFunction.Find(name)!.Apply(a[i], b[i], c[i])], [expected], $"{name} of triple {i}");
    }

    [Fact]
    public void Mod_ManyMagnitudes_EqualsTheExactRemainder()
    {
        var random = new Random(20);
        BinaryFunction mod = BinaryFunction.Find("mod")!;
        double[] a = new double[64];
        double[] target = new double[a.Length];
        for (int round = 0; round < 2_000; round++)
        {
            double b = (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-8, 9));
            for (int i = 0; i < a.Length; i++)
                a[i] = i % 2 == 0
                    ? b * random.Next(-1000, 1000)
                    : (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-8, 9));
            mod.Apply(a, b, target);
            HardValues.ShouldBeSame(target, [.. a.Select(x => Mod(x, b))], $"mod by {b:R}");
        }
    }

    private static bool IsTrue(double x) => x != 0 && !double.IsNaN(x);

    private static double Truth(double a, double b, bool isTrue) =>
        double.IsNaN(a) || double.IsNaN(b) ? double.NaN : isTrue ? 1 : 0;

    // As Python's float % float, by the exact truncated remainder.
    private static double Mod(double a, double b)
    {
        double rest = a % b;
        if (double.IsNaN(rest))
            return rest;
        if (rest == 0)
            return Math.CopySign(0, b);
        return Math.Sign(rest) == Math.Sign(b) ? rest : rest + b;
    }
}
