using FuncLibs.Signals.Expressions.Text;

namespace FuncLibs.Signals.Expressions.Tree;

/// <summary>An operator between two operands.</summary>
/// <param name="operation">Which.</param>
/// <param name="left">Left operand.</param>
/// <param name="right">Right operand.</param>
/// <param name="place">Where the operator stands.</param>
public sealed class BinaryNode(BinaryOperator operation, Node left, Node right, TextPlace place = default)
    : Node(place, Math.Max(left.Depth, right.Depth) + 1)
{
    /// <summary>Which operator.</summary>
    public BinaryOperator Operator { get; } = operation;

    /// <summary>Left operand.</summary>
    public Node Left { get; } = left;

    /// <summary>Right operand.</summary>
    public Node Right { get; } = right;
}
