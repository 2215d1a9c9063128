using Benchmarks.Measuring;
using FuncLibs.Signals.Elementwise;
using static FuncLibs.Signals.Elementwise.ElementwiseFunction;

namespace Benchmarks.Signals;

/// <summary>Every element-wise function on 16,000 values against its plain loop, results compared first.</summary>
internal static class KernelRaces
{
    private const double NeverSlower = 1;
    private const double SignBit = 2.5;
    private const double Vector = 3;
    private const double Digits = 6;

    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Quick = TimeSpan.FromSeconds(8);
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(60);

    private static readonly KernelRace[] Signed =
    [
        KernelRace.Of("abs", SignBit, Find("abs")!, UnaryLoops.Abs),
        KernelRace.Of("negate", SignBit, Find("negate")!, UnaryLoops.Negate),
        KernelRace.Of("ceiling", Vector, Find("ceiling")!, UnaryLoops.Ceiling),
        KernelRace.Of("floor", Vector, Find("floor")!, UnaryLoops.Floor),
        KernelRace.Of("truncate", Vector, Find("truncate")!, UnaryLoops.Truncate),
        KernelRace.Of("round", Vector, Find("round")!, UnaryLoops.Round),
        KernelRace.Of("round2", Digits, Round(2, RoundingMode.HalfAway), UnaryLoops.RoundDigits),
        KernelRace.Of("sign", Vector, Find("sign")!, UnaryLoops.Sign),
        Number("min", NumberLoops.Min),
        Number("max", NumberLoops.Max),
        KernelRace.OfNumbers("clamp", Vector, TernaryFunction.Find("clamp")!, NumberLoops.Clamp),
        Number("<", NumberLoops.Less, "less"),
        Number("<=", NumberLoops.LessOrEqual, "lessorequal"),
        Number("==", NumberLoops.Equal, "equal"),
        Number("!=", NumberLoops.NotEqual, "notequal"),
        Number(">", NumberLoops.Greater, "greater"),
        Number(">=", NumberLoops.GreaterOrEqual, "greaterorequal"),
        Binary("min", NeverSlower, BinaryLoops.Min, "min.columns"),
        Binary("max", NeverSlower, BinaryLoops.Max, "max.columns"),
        KernelRace.Of("clamp.columns", NeverSlower, TernaryFunction.Find("clamp")!, TernaryLoops.Clamp),
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
        KernelRace.Of("if", NeverSlower, TernaryFunction.Find("if")!, TernaryLoops.If),
        KernelRace.Of("fma", NeverSlower, TernaryFunction.Find("fma")!, TernaryLoops.FusedMultiplyAdd),
        KernelRace.OfNumbers("scale", NeverSlower, TernaryFunction.Find("scale")!, NumberLoops.Scale),
        KernelRace.Of("not", NeverSlower, Find("not")!, UnaryLoops.Not),
        KernelRace.Of("isnan", NeverSlower, Find("isnan")!, UnaryLoops.IsNaN),
        KernelRace.Of("exp", NeverSlower, Find("exp")!, UnaryLoops.Exp),
        KernelRace.Of("sin", NeverSlower, Find("sin")!, UnaryLoops.Sin),
        KernelRace.Of("cos", NeverSlower, Find("cos")!, UnaryLoops.Cos),
        KernelRace.Of("tan", NeverSlower, Find("tan")!, UnaryLoops.Tan),
        KernelRace.Of("atan", NeverSlower, Find("atan")!, UnaryLoops.Atan),
    ];

    // Functions that are NaN for most of what the others take, and then quicker than they are.
    private static readonly KernelRace[] Unsigned =
    [
        KernelRace.Of("sqrt", NeverSlower, Find("sqrt")!, UnaryLoops.Sqrt),
        KernelRace.Of("log", NeverSlower, Find("log")!, UnaryLoops.Log),
        KernelRace.Of("log10", NeverSlower, Find("log10")!, UnaryLoops.LogTen),
        KernelRace.Of("asin", NeverSlower, Find("asin")!, UnaryLoops.Asin),
        KernelRace.Of("acos", NeverSlower, Find("acos")!, UnaryLoops.Acos),
        Binary("pow", NeverSlower, BinaryLoops.Pow),
    ];

    /// <summary>All of them interleaved, so that tiered compilation is done with every one before the first sample.</summary>
    public static void Run(bool quick, MetricReport report)
    {
        var signed = new Columns(-100, 100);
        var unsigned = new Columns(0, 1);
        KernelDuel[] duels =
        [
            .. Signed.Select(race => new KernelDuel(race, signed)),
            .. Unsigned.Select(race => new KernelDuel(race, unsigned)),
        ];
        foreach (KernelDuel duel in duels)
            duel.Check();
        Race.Run([.. duels.SelectMany(duel => new[] { duel.Kernel, duel.Loop })], WarmUp, quick ? Quick : Long);
        foreach (KernelDuel duel in duels)
            duel.Report(report);
    }

    private static KernelRace Number(string sign, KernelRace.NumberLoop loop, string? name = null) =>
        KernelRace.OfNumber(name ?? sign, Vector, BinaryFunction.Find(sign)!, loop);

    private static KernelRace Binary(string sign, double goal, KernelRace.BinaryLoop loop, string? name = null) =>
        KernelRace.Of(name ?? sign, goal, BinaryFunction.Find(sign)!, loop);
}
