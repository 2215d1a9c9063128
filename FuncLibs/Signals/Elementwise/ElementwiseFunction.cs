using System.Collections.Immutable;
using FuncLibs.Signals.Elementwise.Kernels;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// An element-wise function of one value: found by name in configuration and expressions, applied to whole columns.
/// </summary>
public abstract class ElementwiseFunction
{
    private protected ElementwiseFunction(string name, UnitRule units)
    {
        Name = name;
        Units = units;
    }

    /// <summary>Every function of one value without parameters, in alphabetical order.</summary>
    public static ImmutableArray<ElementwiseFunction> All { get; } =
    [
        Create("abs", UnitRule.Same, default(AbsKernel)),
        OfEach("acos", UnitRule.ToAngle, default(AcosFormula)),
        OfEach("asin", UnitRule.ToAngle, default(AsinFormula)),
        OfEach("atan", UnitRule.ToAngle, default(AtanFormula)),
        Create("ceiling", UnitRule.Same, default(CeilingKernel), countsInOnes: true),
        OfEach("cos", UnitRule.OfAngle, default(CosFormula)),
        OfEach("exp", UnitRule.Plain, default(ExpFormula)),
        Create("floor", UnitRule.Same, default(FloorKernel), countsInOnes: true),
        Create("isnan", UnitRule.Number, default(IsNaNKernel), QualityPassing.Answered),
        OfEach("log", UnitRule.Plain, default(LogFormula)),
        OfEach("log10", UnitRule.Plain, default(LogTenFormula)),
        Create("negate", UnitRule.Same, default(NegateKernel)),
        Create("not", UnitRule.Logic, default(NotKernel)),
        Round(0, RoundingMode.HalfAway),
        Create("sign", UnitRule.Number, default(SignKernel)),
        OfEach("sin", UnitRule.OfAngle, default(SinFormula)),
        Create("sqrt", UnitRule.SquareRoot, default(SqrtKernel)),
        OfEach("tan", UnitRule.OfAngle, default(TanFormula)),
        Create("truncate", UnitRule.Same, default(TruncateKernel), countsInOnes: true),
    ];

    /// <summary>Its name in configuration, expressions and snapshots: lower case.</summary>
    public string Name { get; }

    /// <summary>What it does with units.</summary>
    public UnitRule Units { get; }

    /// <summary>What quality its results have.</summary>
    internal QualityPassing Passing { get; private init; }

    /// <summary>
    /// True when it counts in ones of its operand: a dimensionless unit that was not written is reduced to 1.
    /// </summary>
    internal bool CountsInOnes { get; private init; }

    /// <summary>The function of that name, in any case, or null.</summary>
    public static ElementwiseFunction? Find(string name) =>
        All.FirstOrDefault(function => string.Equals(function.Name, name, StringComparison.OrdinalIgnoreCase));

    /// <summary>round with its parameters; see <see cref="RoundKernel{TRounding}"/>.</summary>
    /// <param name="digits">-15 to 15.</param>
    /// <param name="mode">Which neighbour.</param>
    /// <exception cref="ArgumentOutOfRangeException">digits is out of range, or the mode is unknown.</exception>
    public static ElementwiseFunction Round(int digits, RoundingMode mode) => mode switch
    {
        RoundingMode.HalfAway => Create("round", UnitRule.Same, new RoundKernel<HalfAway>(digits)),
        RoundingMode.HalfEven => Create("round", UnitRule.Same, new RoundKernel<HalfEven>(digits)),
        RoundingMode.Up => Create("round", UnitRule.Same, new RoundKernel<Up>(digits)),
        RoundingMode.Down => Create("round", UnitRule.Same, new RoundKernel<Down>(digits)),
        RoundingMode.TowardZero => Create("round", UnitRule.Same, new RoundKernel<TowardZero>(digits)),
        _ => throw new ArgumentOutOfRangeException(nameof(mode), mode, "The rounding mode is not known."),
    };

    /// <summary>poly with its coefficients c0, c1, ...; see <see cref="PolynomialKernel"/>.</summary>
    /// <exception cref="ArgumentException">None, or more than
    /// <see cref="PolynomialKernel.MaxCoefficients"/>.</exception>
    public static ElementwiseFunction Polynomial(ReadOnlySpan<double> coefficients) =>
        Create("poly", UnitRule.Declared, new PolynomialKernel(coefficients));

    /// <summary>The conversion between two units.</summary>
    internal static ElementwiseFunction Convert(ConversionKernel kernel) =>
        Create("convert", UnitRule.Declared, kernel);

    /// <summary>lookup with its table.</summary>
    public static ElementwiseFunction Lookup(LookupTable table) => new LookupFunction(table);

    /// <summary>The function of one number.</summary>
    public abstract double Apply(double x);

    /// <summary>The function of each value; see <see cref="Unary"/>.</summary>
    public abstract void Apply(ReadOnlySpan<double> source, Span<double> target);

    /// <summary>The same, and true when some result is NaN.</summary>
    internal virtual bool ApplyAndCheck(ReadOnlySpan<double> source, Span<double> target)
    {
        Apply(source, target);
        return NaNCheck.HasNaN(target[..source.Length]);
    }

    /// <summary>
    /// This function of x * gain + offset in one pass, with the bits of three; null for a function that goes value by
    /// value.
    /// </summary>
    internal virtual ElementwiseFunction? AfterScale(double gain, double offset) => null;

    private static Vectors<TKernel> Create<TKernel>(
        string name,
        UnitRule units,
        TKernel kernel,
        QualityPassing passing = QualityPassing.Worst,
        bool countsInOnes = false)
        where TKernel : struct, IUnaryKernel =>
        new(name, units, kernel) { Passing = passing, CountsInOnes = countsInOnes };

    private static Values<TFormula> OfEach<TFormula>(string name, UnitRule units, TFormula formula)
        where TFormula : struct, IUnaryFormula => new(name, units, formula);

    // One virtual call a column; the loop inside is specialised for its kernel.
    private sealed class Vectors<TKernel>(
        string name, UnitRule units, TKernel kernel) : ElementwiseFunction(name, units)
        where TKernel : struct, IUnaryKernel
    {
        public override double Apply(double x) => Unary.Apply(kernel, x);

        public override void Apply(ReadOnlySpan<double> source, Span<double> target) =>
            Unary.Apply(kernel, source, target);

        internal override bool ApplyAndCheck(ReadOnlySpan<double> source, Span<double> target) =>
            Unary.ApplyAndCheck(kernel, source, target);

        internal override ElementwiseFunction AfterScale(double gain, double offset) =>
            new ScaledVectors<TKernel>(Name, Units, new ScaledKernel<TKernel>(kernel, gain, offset));
    }

    private sealed class ScaledVectors<TKernel>(
        string name, UnitRule units, ScaledKernel<TKernel> kernel) : ElementwiseFunction(name, units)
        where TKernel : struct, IUnaryKernel
    {
        public override double Apply(double x) => Unary.Apply(kernel, x);

        public override void Apply(ReadOnlySpan<double> source, Span<double> target) =>
            Unary.Apply(kernel, source, target);

        internal override bool ApplyAndCheck(ReadOnlySpan<double> source, Span<double> target) =>
            Unary.ApplyAndCheck(kernel, source, target);
    }

    private sealed class Values<TFormula>(
        string name, UnitRule units, TFormula formula) : ElementwiseFunction(name, units)
        where TFormula : struct, IUnaryFormula
    {
        public override double Apply(double x) => formula.Apply(x);

        public override void Apply(ReadOnlySpan<double> source, Span<double> target) =>
            Unary.ApplyEach(formula, source, target);
    }
}

/// <summary>lookup(x): NaN of NaN, and outside the table unless it clamps.</summary>
internal sealed class LookupFunction(LookupTable table) : ElementwiseFunction("lookup", UnitRule.Declared)
{
    public override double Apply(double x) => table.At(x);

    public override void Apply(ReadOnlySpan<double> source, Span<double> target)
    {
        Unary.MustFit(source, target);
        table.At(source, target);
    }
}
