using System.Collections.Immutable;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>
/// One value per point, made from others: what all variables are compiled to, each thing that is computed once. Nodes are numbered in the
/// order they were made, so operands come before what needs them.
/// </summary>
internal abstract class GraphNode
{
    private protected GraphNode(int id, Rate rate, ImmutableArray<GraphOperand> operands)
    {
        Id = id;
        Rate = rate;
        Operands = operands;
        Phase = operands.Select(operand => operand.Node is not { } node ? 0 : node.Rate == rate ? node.Phase : node.Phase + 1)
            .DefaultIfEmpty().Max();
    }

    /// <summary>Its number.</summary>
    public int Id { get; }

    /// <summary>Its rate.</summary>
    public Rate Rate { get; }

    /// <summary>What it is made from.</summary>
    public ImmutableArray<GraphOperand> Operands { get; private protected set; }

    /// <summary>Changes of rate on the longest way to it: what is of one phase and rate runs tile by tile together.</summary>
    public int Phase { get; }
}

/// <summary>What a node is made from: another node, or one number.</summary>
/// <param name="Node">The node; null for a number.</param>
/// <param name="Number">The number.</param>
internal readonly record struct GraphOperand(GraphNode? Node, double Number = 0)
{
    /// <summary>Text that is equal for equal operands only.</summary>
    public string Key => Node is null
        ? BitConverter.DoubleToInt64Bits(Number).ToString("x16", System.Globalization.CultureInfo.InvariantCulture)
        : string.Create(System.Globalization.CultureInfo.InvariantCulture, $"#{Node.Id}");
}
