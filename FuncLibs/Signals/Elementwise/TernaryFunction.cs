using System.Collections.Immutable;
using FuncLibs.Signals.Elementwise.Kernels;

namespace FuncLibs.Signals.Elementwise;

/// <summary>An element-wise function of three values, each a column or a number.</summary>
public abstract class TernaryFunction
{
    private protected TernaryFunction(string name, UnitRule units)
    {
        Name = name;
        Units = units;
    }

    /// <summary>
    /// Every function of three values, in alphabetical order: clamp(x, lo, hi), fma(a, b, c), if(condition, then,
    /// else), scale(x, gain, offset).
    /// </summary>
    public static ImmutableArray<TernaryFunction> All { get; } =
    [
        new Vectors<ClampKernel>("clamp", UnitRule.Same) { Operands = ["x", "lo", "hi"] },
        new Vectors<FusedMultiplyAddKernel>("fma", UnitRule.ProductAndSame),
        new Vectors<IfKernel>("if", UnitRule.Choice)
        {
            Operands = ["c", "then", "otherwise"],
            Passing = QualityPassing.Chosen,
            KeepsNaN = false,
        },
        new Vectors<ScaleKernel>("scale", UnitRule.ProductAndSame) { Operands = ["x", "gain", "offset"] },
    ];

    /// <summary>Its name in expressions: lower case.</summary>
    public string Name { get; }

    /// <summary>What it does with units.</summary>
    public UnitRule Units { get; }

    /// <summary>Names of its three operands in expressions.</summary>
    internal ImmutableArray<string> Operands { get; private init; } = ["a", "b", "c"];

    /// <summary>What quality its results have.</summary>
    internal QualityPassing Passing { get; private init; }

    /// <summary>True when NaN in any operand gives NaN, whatever the others are.</summary>
    internal bool KeepsNaN { get; private init; } = true;

    /// <summary>The function of that name, in any case, or null.</summary>
    public static TernaryFunction? Find(string name) =>
        All.FirstOrDefault(function => string.Equals(function.Name, name, StringComparison.OrdinalIgnoreCase));

    /// <summary>The function of three numbers.</summary>
    public abstract double Apply(double a, double b, double c);

    /// <summary>The function of each triple; see <see cref="Ternary"/>.</summary>
    public abstract void Apply(Operand a, Operand b, Operand c, Span<double> target);

    /// <summary>The same, and true when some result is NaN.</summary>
    internal virtual bool ApplyAndCheck(Operand a, Operand b, Operand c, Span<double> target)
    {
        Apply(a, b, c, target);
        return NaNCheck.HasNaN(target);
    }

    // One virtual call a column; the loop inside is specialised for its kernel.
    private sealed class Vectors<TKernel>(string name, UnitRule units) : TernaryFunction(name, units)
        where TKernel : struct, ITernaryKernel
    {
        public override double Apply(double a, double b, double c) => Ternary.Apply(default(TKernel), a, b, c);

        public override void Apply(Operand a, Operand b, Operand c, Span<double> target) =>
            Ternary.Apply(default(TKernel), a, b, c, target);

        internal override bool ApplyAndCheck(Operand a, Operand b, Operand c, Span<double> target) =>
            Ternary.ApplyAndCheck(default(TKernel), a, b, c, target);
    }
}
