using Benchmarks.Measuring;
using FuncLibs.Signals.Elementwise;
using static FuncLibs.Signals.Elementwise.ElementwiseFunction;

namespace Benchmarks.Signals;

/// <summary>Every element-wise function on 16,000 values against its plain loop, results compared first.</summary>
internal static class KernelBenchmarks
{
    private const double NeverSlower = 1;
    private const double SignBit = 2.5;
    private const double Vector = 3;
    private const double Digits = 6;

    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Quick = TimeSpan.FromSeconds(8);
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(60);

    private static readonly KernelBenchmark[] Signed =
    [
        KernelBenchmark.Create("abs", SignBit, Find("abs")!, UnaryLoops.Abs),
        KernelBenchmark.Create("negate", SignBit, Find("negate")!, UnaryLoops.Negate),
        KernelBenchmark.Create("ceiling", Vector, Find("ceiling")!, UnaryLoops.Ceiling),
        KernelBenchmark.Create("floor", Vector, Find("floor")!, UnaryLoops.Floor),
        KernelBenchmark.Create("truncate", Vector, Find("truncate")!, UnaryLoops.Truncate),
        KernelBenchmark.Create("round", Vector, Find("round")!, UnaryLoops.Round),
        KernelBenchmark.Create("round2", Digits, Round(2, RoundingMode.HalfAway), UnaryLoops.RoundDigits),
        KernelBenchmark.Create("sign", Vector, Find("sign")!, UnaryLoops.Sign),
        Number("min", NumberLoops.Min),
        Number("max", NumberLoops.Max),
        KernelBenchmark.OfNumbers("clamp", Vector, TernaryFunction.Find("clamp")!, NumberLoops.Clamp),
        Number("<", NumberLoops.Less, "less"),
        Number("<=", NumberLoops.LessOrEqual, "lessorequal"),
        Number("==", NumberLoops.Equal, "equal"),
        Number("!=", NumberLoops.NotEqual, "notequal"),
        Number(">", NumberLoops.Greater, "greater"),
        Number(">=", NumberLoops.GreaterOrEqual, "greaterorequal"),
        Binary("min", NeverSlower, BinaryLoops.Min, "min.columns"),
        Binary("max", NeverSlower, BinaryLoops.Max, "max.columns"),
        KernelBenchmark.Create("clamp.columns", NeverSlower, TernaryFunction.Find("clamp")!, TernaryLoops.Clamp),
        Binary("<", NeverSlower, BinaryLoops.Less, "less.columns"),
        Binary("<=", NeverSlower, BinaryLoops.LessOrEqual, "lessorequal.columns"),
        Binary("==", NeverSlower, BinaryLoops.Equal, "equal.columns"),
        Binary("!=", NeverSlower, BinaryLoops.NotEqual, "notequal.columns"),
        Binary(">", NeverSlower, BinaryLoops.Greater, "greater.columns"),
        Binary(">=", NeverSlower, BinaryLoops.GreaterOrEqual, "greaterorequal.columns"),
        Binary("+", NeverSlower, BinaryLoops.Add, "add"),
        Binary("-", NeverSlower, BinaryLoops.Subtract, "subtract"),
        Binary("*", NeverSlower, BinaryLoops.Multiply, "multiply"),
        Binary("/", NeverSlower, BinaryLoops.Divide, "divide"),
        Binary("mod", NeverSlower, BinaryLoops.Mod),
        Binary("hypot", NeverSlower, BinaryLoops.Hypot),
        Binary("atan2", NeverSlower, BinaryLoops.AtanTwo),
        Binary("and", NeverSlower, BinaryLoops.And),
        Binary("or", NeverSlower, BinaryLoops.Or),
        Binary("coalesce", NeverSlower, BinaryLoops.Coalesce),
        KernelBenchmark.Create("if", NeverSlower, TernaryFunction.Find("if")!, TernaryLoops.If),
        KernelBenchmark.Create("fma", NeverSlower, TernaryFunction.Find("fma")!, TernaryLoops.FusedMultiplyAdd),
        KernelBenchmark.OfNumbers("scale", NeverSlower, TernaryFunction.Find("scale")!, NumberLoops.Scale),
        KernelBenchmark.Create("not", NeverSlower, Find("not")!, UnaryLoops.Not),
        KernelBenchmark.Create("isnan", NeverSlower, Find("isnan")!, UnaryLoops.IsNaN),
        KernelBenchmark.Create("exp", NeverSlower, Find("exp")!, UnaryLoops.Exp),
        KernelBenchmark.Create("sin", NeverSlower, Find("sin")!, UnaryLoops.Sin),
        KernelBenchmark.Create("cos", NeverSlower, Find("cos")!, UnaryLoops.Cos),
        KernelBenchmark.Create("tan", NeverSlower, Find("tan")!, UnaryLoops.Tan),
        KernelBenchmark.Create("atan", NeverSlower, Find("atan")!, UnaryLoops.Atan),
    ];

    // Functions that are NaN for most of what the others take, and then quicker than they are.
    private static readonly KernelBenchmark[] Unsigned =
    [
        KernelBenchmark.Create("sqrt", NeverSlower, Find("sqrt")!, UnaryLoops.Sqrt),
        KernelBenchmark.Create("log", NeverSlower, Find("log")!, UnaryLoops.Log),
        KernelBenchmark.Create("log10", NeverSlower, Find("log10")!, UnaryLoops.LogTen),
        KernelBenchmark.Create("asin", NeverSlower, Find("asin")!, UnaryLoops.Asin),
        KernelBenchmark.Create("acos", NeverSlower, Find("acos")!, UnaryLoops.Acos),
        Binary("pow", NeverSlower, BinaryLoops.Pow),
    ];

    /// <summary>
    /// All of them interleaved, so that tiered compilation is done with every one before the first sample.
    /// </summary>
    public static void Run(bool quick, MetricReport report)
    {
        var signed = new Columns(-100, 100);
        var unsigned = new Columns(0, 1);
        KernelComparison[] comparisons =
        [
            .. Signed.Select(race => new KernelComparison(race, signed)),
            .. Unsigned.Select(race => new KernelComparison(race, unsigned)),
        ];
        foreach (KernelComparison comparison in comparisons)
            comparison.Check();
        Comparison.Run(
            [.. comparisons.SelectMany(comparison => new[] { comparison.Kernel, comparison.Loop })],
            WarmUp,
            quick ? Quick : Long);
        foreach (KernelComparison comparison in comparisons)
            comparison.Report(report);
    }

    private static KernelBenchmark Number(string sign, KernelBenchmark.NumberLoop loop, string? name = null) =>
        KernelBenchmark.OfNumber(name ?? sign, Vector, BinaryFunction.Find(sign)!, loop);

    private static KernelBenchmark Binary(
        string sign, double goal, KernelBenchmark.BinaryLoop loop, string? name = null) =>
        KernelBenchmark.Create(name ?? sign, goal, BinaryFunction.Find(sign)!, loop);
}
