using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Tests.Signals.Elementwise;

/// <summary>A function of one, two or three values behind one seam, so that one suite holds all of them.</summary>
internal abstract class FunctionCase(string name)
{
    /// <summary>All functions, with their parameters where they have any.</summary>
    public static IReadOnlyList<FunctionCase> All { get; } =
    [
        .. ElementwiseFunction.All.Select(function => new OfOne(function.Name, function)),
        .. from mode in Enum.GetValues<RoundingMode>()
           from digits in new[] { -15, -2, 0, 2, 15 }
           select new OfOne($"round {digits} {mode}", ElementwiseFunction.Round(digits, mode)),
        new OfOne("poly 3", ElementwiseFunction.Polynomial([1, -2, 0.5])),
        new OfOne("poly 1", ElementwiseFunction.Polynomial([4])),
        new OfOne(
            "lookup",
            ElementwiseFunction.Lookup(LookupTable.Create([-5, 0, 0.25, 7], [1, -1, 3, 3], clamps: false, out _)!)),
        new OfOne(
            "lookup clamp",
            ElementwiseFunction.Lookup(LookupTable.Create([-5, 0, 0.25, 7], [1, -1, 3, 3], clamps: true, out _)!)),
        .. BinaryFunction.All.Select(function => new OfTwo(function)),
        .. TernaryFunction.All.Select(function => new OfThree(function)),
    ];

    public static TheoryData<string> Names => [.. All.Select(function => function.Name)];

    public string Name { get; } = name;

    public static FunctionCase Named(string name) => All.Single(function => function.Name == name);

    /// <summary>The operands over which it is tested, as many columns as it takes.</summary>
    public abstract double[][] Hard { get; }

    public abstract double Number(double[] operands);

    public abstract void Column(double[][] columns, int start, int length, Span<double> target);

    public double[] Numbers(double[][] columns) =>
        [.. Enumerable.Range(0, columns[0].Length).Select(i => Number([.. columns.Select(c => c[i])]))];

    private sealed class OfOne(string name, ElementwiseFunction function) : FunctionCase(name)
    {
        public override double[][] Hard => [HardValues.All];

        public override double Number(double[] operands) => function.Apply(operands[0]);

        public override void Column(double[][] columns, int start, int length, Span<double> target) =>
            function.Apply(columns[0].AsSpan(start, length), target);
    }

    private sealed class OfTwo(BinaryFunction function) : FunctionCase(function.Name)
    {
        public override double[][] Hard => [HardValues.Pairs.A, HardValues.Pairs.B];

        public override double Number(double[] operands) => function.Apply(operands[0], operands[1]);

        public override void Column(double[][] columns, int start, int length, Span<double> target) =>
            function.Apply(columns[0].AsSpan(start, length), columns[1].AsSpan(start, length), target);
    }

    private sealed class OfThree(TernaryFunction function) : FunctionCase(function.Name)
    {
        public override double[][] Hard => [HardValues.Triples.A, HardValues.Triples.B, HardValues.Triples.C];

        public override double Number(double[] operands) => function.Apply(operands[0], operands[1], operands[2]);

        public override void Column(double[][] columns, int start, int length, Span<double> target) => function.Apply(
            Operand.From(columns[0].AsSpan(start, length)),
            Operand.From(columns[1].AsSpan(start, length)),
            Operand.From(columns[2].AsSpan(start, length)),
            target);
    }
}
