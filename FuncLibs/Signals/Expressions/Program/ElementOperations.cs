using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>A function without state, of one to three operands, each a column or a number.</summary>
/// <param name="key">Its name and constants: equal keys mean the same function.</param>
/// <param name="arity">1 to 3.</param>
/// <param name="passing">What it does with the qualities of its operands.</param>
internal abstract class ElementOperation(string key, int arity, QualityPassing passing = QualityPassing.Worst)
{
    /// <summary>Its name and constants: equal keys mean the same function.</summary>
    public string Key { get; } = key;

    /// <summary>How many operands it has.</summary>
    public int Arity { get; } = arity;

    /// <summary>What it does with the qualities of its operands.</summary>
    public QualityPassing Passing { get; } = passing;

    /// <summary>
    /// True when NaN in any operand gives NaN, whatever the others are; false when that is not known.
    /// </summary>
    public virtual bool KeepsNaN => false;

    /// <summary>True when results are 0 and 1: comparisons, and, or, not, isnan.</summary>
    public virtual bool IsCondition => false;

    /// <summary>The function of each value; operands beyond <see cref="Arity"/> are ignored.</summary>
    public abstract void Apply(Operand a, Operand b, Operand c, Span<double> target);

    /// <summary>The same, and true when some result is NaN.</summary>
    public virtual bool ApplyAndCheck(Operand a, Operand b, Operand c, Span<double> target)
    {
        Apply(a, b, c, target);
        return NaNCheck.HasNaN(target);
    }

    /// <summary>The function of numbers: the same code at length 1.</summary>
    public double Apply(double a, double b, double c)
    {
        double result = a;
        Apply(Operand.From(a), Operand.From(b), Operand.From(c), new Span<double>(ref result));
        return result;
    }
}

/// <summary>A function of one value.</summary>
internal sealed class UnaryOperation(
    string key, ElementwiseFunction function, QualityPassing passing = QualityPassing.Worst)
    : ElementOperation(key, 1, passing)
{
    /// <summary>The function.</summary>
    public ElementwiseFunction Function => function;

    /// <inheritdoc/>
    public override bool KeepsNaN { get; } = double.IsNaN(function.Apply(double.NaN));

    /// <inheritdoc/>
    public override bool IsCondition => function.Units == UnitRule.Logic || Passing == QualityPassing.Answered;

    /// <inheritdoc/>
    public override void Apply(Operand a, Operand b, Operand c, Span<double> target)
    {
        if (a.IsNumber)
            target.Fill(function.Apply(a.Number));
        else
            function.Apply(a.Column, target);
    }

    /// <inheritdoc/>
    public override bool ApplyAndCheck(Operand a, Operand b, Operand c, Span<double> target)
    {
        if (!a.IsNumber)
            return function.ApplyAndCheck(a.Column, target);
        double result = function.Apply(a.Number);
        target.Fill(result);
        return double.IsNaN(result);
    }
}

/// <summary>A function of two values.</summary>
internal sealed class BinaryOperation(BinaryFunction function, QualityPassing passing = QualityPassing.Worst)
    : ElementOperation(function.Name, 2, passing)
{
    /// <inheritdoc/>
    public override bool KeepsNaN => function.KeepsNaN;

    /// <inheritdoc/>
    public override bool IsCondition => function.Units is UnitRule.Comparison or UnitRule.Logic;

    /// <inheritdoc/>
    public override void Apply(Operand a, Operand b, Operand c, Span<double> target) => function.Apply(a, b, target);

    /// <inheritdoc/>
    public override bool ApplyAndCheck(Operand a, Operand b, Operand c, Span<double> target) =>
        function.ApplyAndCheck(a, b, target);
}

/// <summary>A function of three values.</summary>
internal sealed class TernaryOperation(TernaryFunction function, QualityPassing passing = QualityPassing.Worst)
    : ElementOperation(function.Name, 3, passing)
{
    /// <inheritdoc/>
    public override bool KeepsNaN => function.KeepsNaN;

    /// <inheritdoc/>
    public override void Apply(Operand a, Operand b, Operand c, Span<double> target) => function.Apply(a, b, c, target);

    /// <inheritdoc/>
    public override bool ApplyAndCheck(Operand a, Operand b, Operand c, Span<double> target) =>
        function.ApplyAndCheck(a, b, c, target);
}
