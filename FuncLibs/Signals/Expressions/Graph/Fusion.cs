using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>
/// Puts the commonest chain into one step: a column times a number plus a number, and a function of that, as abs(a * x
/// + b). Tiles already keep a chain in the first level cache; this also saves its stores and loads there. The bits stay
/// those of the single steps.
/// </summary>
internal static class Fusion
{
    private static readonly TernaryOperation Scale = new(TernaryFunction.Find("scale")!);

    /// <summary>Fuses what can be: inner values with a single reader.</summary>
    public static void Fuse(GraphUse use)
    {
        foreach (ElementNode node in use.Needed.OfType<ElementNode>())
        {
            if (node.Operation.Key is "+" or "-")
                FuseLine(node, use);
            else if (node.Operation is UnaryOperation { Passing: QualityPassing.Worst } unary)
                FuseFunction(node, unary, use);
        }
    }

    // x * g + o, o + x * g and x * g - o: addition and multiplication commute bit by bit, and a - b is a + (-b).
    private static void FuseLine(ElementNode sum, GraphUse use)
    {
        bool isDifference = sum.Operation.Key == "-";
        (GraphOperand product, GraphOperand offset) = sum.Operands[0].Node is null && !isDifference
            ? (sum.Operands[1], sum.Operands[0])
            : (sum.Operands[0], sum.Operands[1]);
        if (offset.Node is not null || product.Node is not ElementNode { Operation.Key: "*" } inner
            || !use.IsPrivate(inner))
            return;
        (GraphOperand x, GraphOperand gain) = inner.Operands[0].Node is null
            ? (inner.Operands[1], inner.Operands[0])
            : (inner.Operands[0], inner.Operands[1]);
        if (gain.Node is null)
            sum.ReplaceWith(Scale, x, gain, isDifference ? new GraphOperand(null, -offset.Number) : offset);
    }

    private static void FuseFunction(ElementNode node, UnaryOperation unary, GraphUse use)
    {
        if (node.Operands[0].Node is not ElementNode { Operation.Key: "scale" } line || !use.IsPrivate(line))
            return;
        (GraphOperand x, GraphOperand gain, GraphOperand offset) = (
            line.Operands[0], line.Operands[1], line.Operands[2]);
        if (gain.Node is null && offset.Node is null && x.Node is not null
            && unary.Function.AfterScale(gain.Number, offset.Number) is { } fused)
            node.ReplaceWith(new UnaryOperation($"{unary.Key} after scale", fused), x);
    }
}
