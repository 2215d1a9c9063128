using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Elementwise.Formulas;
using FuncLibs.Signals.Expressions.Programs.Steps;
using FuncLibs.Signals.Tensile;

namespace FuncLibs.Signals.Expressions.Functions.Rows;

/// <summary>True stress and true strain as functions of columns or numbers.</summary>
internal static class TrueStrainOperations
{
    /// <summary>Stress (1 + strain).</summary>
    public static ElementOperation Stress { get; } = new StressOperation();

    /// <summary>ln(1 + strain).</summary>
    public static ElementOperation Strain { get; } = new StrainOperation();

    private readonly struct StressFormula : IBinaryFormula
    {
        public double Apply(double a, double b) => StressStrain.TrueStress(a, b);
    }

    private sealed class StressOperation() : ElementOperation("truestress", 2)
    {
        public override void Apply(Operand a, Operand b, Operand c, Span<double> target) =>
            Binary.ApplyEach(default(StressFormula), a, b, target);
    }

    private sealed class StrainOperation() : ElementOperation("truestrain", 1)
    {
        public override void Apply(Operand a, Operand b, Operand c, Span<double> target)
        {
            if (a.IsNumber)
                target.Fill(StressStrain.TrueStrain(a.Number));
            else
                StressStrain.TrueStrain(a.Column, target);
        }
    }
}
