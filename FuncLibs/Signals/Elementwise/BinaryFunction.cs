using System.Collections.Immutable;
using FuncLibs.Signals.Elementwise.Kernels;

namespace FuncLibs.Signals.Elementwise;

/// <summary>An element-wise function or operator of two values, each a column or a number.</summary>
public abstract class BinaryFunction
{
    private protected BinaryFunction(string name, UnitRule units)
    {
        Name = name;
        Units = units;
    }

    /// <summary>
    /// Every function of two values: arithmetic, comparisons, then those with names in alphabetical order.
    /// </summary>
    public static ImmutableArray<BinaryFunction> All { get; } =
    [
        Create("+", UnitRule.Same, default(AddKernel)),
        Create("-", UnitRule.Same, default(SubtractKernel)),
        Create("*", UnitRule.Product, default(MultiplyKernel)),
        Create("/", UnitRule.Quotient, default(DivideKernel)),
        Create("<", UnitRule.Comparison, default(LessKernel)),
        Create("<=", UnitRule.Comparison, default(LessOrEqualKernel)),
        Create("==", UnitRule.Comparison, default(EqualKernel)),
        Create("!=", UnitRule.Comparison, default(NotEqualKernel)),
        Create(">", UnitRule.Comparison, default(GreaterKernel)),
        Create(">=", UnitRule.Comparison, default(GreaterOrEqualKernel)),
        Create("and", UnitRule.Logic, default(AndKernel), keepsNaN: false),
        OfEach("atan2", UnitRule.AngleOf, default(AtanTwoFormula), "y", "x"),
        Repeating("coalesce", UnitRule.Same, default(CoalesceKernel), QualityPassing.FirstNumber, keepsNaN: false),
        OfEach("hypot", UnitRule.Same, default(HypotFormula), "y", "x"),
        Repeating("max", UnitRule.Same, default(MaxKernel)),
        Repeating("min", UnitRule.Same, default(MinKernel)),
        Create("mod", UnitRule.Same, default(ModKernel), "x", "divisor"),
        Create("or", UnitRule.Logic, default(OrKernel), keepsNaN: false),
        OfEach("pow", UnitRule.Power, default(PowFormula), "x", "exponent"),
    ];

    /// <summary>Its name or sign in expressions: lower case.</summary>
    public string Name { get; }

    /// <summary>What it does with units.</summary>
    public UnitRule Units { get; }

    /// <summary>Names of its operands in expressions.</summary>
    internal (string A, string B) Operands { get; private init; } = ("a", "b");

    /// <summary>True when it takes any number of operands: min(a, b, ...).</summary>
    internal bool Repeats { get; private init; }

    /// <summary>What quality its results have.</summary>
    internal QualityPassing Passing { get; private init; }

    /// <summary>True when NaN in any operand gives NaN, whatever the others are.</summary>
    internal bool KeepsNaN { get; private init; } = true;

    /// <summary>The function of that name, in any case, or null.</summary>
    public static BinaryFunction? Find(string name) =>
        All.FirstOrDefault(function => string.Equals(function.Name, name, StringComparison.OrdinalIgnoreCase));

    /// <summary>The function of two numbers.</summary>
    public abstract double Apply(double a, double b);

    /// <summary>The function of each pair; see <see cref="Binary"/>.</summary>
    public abstract void Apply(Operand a, Operand b, Span<double> target);

    /// <summary>The same, and true when some result is NaN.</summary>
    internal virtual bool ApplyAndCheck(Operand a, Operand b, Span<double> target)
    {
        Apply(a, b, target);
        return NaNCheck.HasNaN(target);
    }

    /// <inheritdoc cref="Apply(Operand, Operand, Span{double})"/>
    public void Apply(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> target) =>
        Apply(Operand.From(a), Operand.From(b), target);

    /// <inheritdoc cref="Apply(Operand, Operand, Span{double})"/>
    public void Apply(ReadOnlySpan<double> a, double b, Span<double> target) =>
        Apply(Operand.From(a), Operand.From(b), target);

    /// <inheritdoc cref="Apply(Operand, Operand, Span{double})"/>
    public void Apply(double a, ReadOnlySpan<double> b, Span<double> target) =>
        Apply(Operand.From(a), Operand.From(b), target);

    private static Vectors<TKernel> Create<TKernel>(
        string name, UnitRule units, TKernel kernel, string a = "a", string b = "b", bool keepsNaN = true)
        where TKernel : struct, IBinaryKernel =>
        new(name, units, kernel) { Operands = (a, b), KeepsNaN = keepsNaN };

    private static Vectors<TKernel> Repeating<TKernel>(
        string name,
        UnitRule units,
        TKernel kernel,
        QualityPassing passing = QualityPassing.Worst,
        bool keepsNaN = true)
        where TKernel : struct, IBinaryKernel =>
        new(name, units, kernel) { Repeats = true, Passing = passing, KeepsNaN = keepsNaN };

    private static Values<TFormula> OfEach<TFormula>(string name, UnitRule units, TFormula formula, string a, string b)
        where TFormula : struct, IBinaryFormula => new(name, units, formula) { Operands = (a, b) };

    // One virtual call a column; the loop inside is specialised for its kernel.
    private sealed class Vectors<TKernel>(string name, UnitRule units, TKernel kernel) : BinaryFunction(name, units)
        where TKernel : struct, IBinaryKernel
    {
        public override double Apply(double a, double b) => Binary.Apply(kernel, a, b);

        public override void Apply(Operand a, Operand b, Span<double> target) => Binary.Apply(kernel, a, b, target);

        internal override bool ApplyAndCheck(Operand a, Operand b, Span<double> target) =>
            Binary.ApplyAndCheck(kernel, a, b, target);
    }

    private sealed class Values<TFormula>(string name, UnitRule units, TFormula formula) : BinaryFunction(name, units)
        where TFormula : struct, IBinaryFormula
    {
        public override double Apply(double a, double b) => formula.Apply(a, b);

        public override void Apply(Operand a, Operand b, Span<double> target) =>
            Binary.ApplyEach(formula, a, b, target);
    }
}
