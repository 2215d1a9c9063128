using FuncLibs.Signals.Expressions.Text;

namespace FuncLibs.Signals.Expressions.Tree;

/// <summary>An operator of one operand.</summary>
/// <param name="operation">Which.</param>
/// <param name="operand">Of what.</param>
/// <param name="place">Where the operator stands.</param>
public sealed class UnaryNode(UnaryOperator operation, Node operand, TextPlace place = default) : Node(place, operand.Depth + 1)
{
    /// <summary>Which operator.</summary>
    public UnaryOperator Operator { get; } = operation;

    /// <summary>Of what.</summary>
    public Node Operand { get; } = operand;
}
