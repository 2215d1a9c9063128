using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>A function of one value.</summary>
internal sealed class UnaryOperation(string key, ElementwiseFunction function, QualityPassing passing = QualityPassing.Worst)
    : ElementOperation(key, 1, passing)
{
    /// <summary>The function.</summary>
    public ElementwiseFunction Function => function;

    /// <inheritdoc/>
    public override bool KeepsNaN { get; } = double.IsNaN(function.Apply(double.NaN));

    /// <inheritdoc/>
    public override void Apply(Operand a, Operand b, Operand c, Span<double> target)
    {
        if (a.IsNumber)
            target.Fill(function.Apply(a.Number));
        else
            function.Apply(a.Column, target);
    }

    /// <inheritdoc/>
    public override bool ApplyAndLook(Operand a, Operand b, Operand c, Span<double> target)
    {
        if (!a.IsNumber)
            return function.ApplyAndLook(a.Column, target);
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
    public override bool KeepsNaN => function.Name is not ("and" or "or" or "coalesce");

    /// <inheritdoc/>
    public override void Apply(Operand a, Operand b, Operand c, Span<double> target) => function.Apply(a, b, target);

    /// <inheritdoc/>
    public override bool ApplyAndLook(Operand a, Operand b, Operand c, Span<double> target) => function.ApplyAndLook(a, b, target);
}

/// <summary>A function of three values.</summary>
internal sealed class TernaryOperation(TernaryFunction function, QualityPassing passing = QualityPassing.Worst)
    : ElementOperation(function.Name, 3, passing)
{
    /// <inheritdoc/>
    public override bool KeepsNaN => function.Name is not "if";

    /// <inheritdoc/>
    public override void Apply(Operand a, Operand b, Operand c, Span<double> target) => function.Apply(a, b, c, target);

    /// <inheritdoc/>
    public override bool ApplyAndLook(Operand a, Operand b, Operand c, Span<double> target) => function.ApplyAndLook(a, b, c, target);
}
