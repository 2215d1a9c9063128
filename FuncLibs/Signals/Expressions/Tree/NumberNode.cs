using FuncLibs.Signals.Expressions.Text;

namespace FuncLibs.Signals.Expressions.Tree;

/// <summary>A number as written, perhaps with its unit: <c>20</c>, <c>20 kN</c>, <c>1.5 [kN/mm]</c>, <c>5 %</c>.</summary>
/// <param name="value">Finite and not negative: a sign is an operator.</param>
/// <param name="unit">The unit as written; empty for none.</param>
/// <param name="place">Where it begins.</param>
public sealed class NumberNode(double value, string unit = "", TextPlace place = default) : Node(place, 1)
{
    /// <summary>The value in its unit.</summary>
    public double Value { get; } = value;

    /// <summary>The unit as written; empty for none.</summary>
    public string Unit { get; } = unit;
}
