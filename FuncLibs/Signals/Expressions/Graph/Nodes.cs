using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>
/// One value per point, made from others: what all variables are compiled to, each thing that is computed once. Nodes
/// are numbered in the order they were made, so operands come before what needs them.
/// </summary>
internal abstract class GraphNode
{
    private protected GraphNode(int id, Rate rate, ImmutableArray<GraphOperand> operands)
    {
        Id = id;
        Rate = rate;
        Operands = operands;
        Phase = operands.Select(
            operand => operand.Node is not { } node ? 0 : node.Rate == rate ? node.Phase : node.Phase + 1)
            .DefaultIfEmpty().Max();
    }

    /// <summary>Its number.</summary>
    public int Id { get; }

    /// <summary>Its rate.</summary>
    public Rate Rate { get; }

    /// <summary>What it is made from.</summary>
    public ImmutableArray<GraphOperand> Operands { get; private protected set; }

    /// <summary>
    /// Changes of rate on the longest way to it: what is of one phase and rate runs tile by tile together.
    /// </summary>
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

/// <summary>A column of the source.</summary>
internal sealed class InputNode(int id, Rate rate, InputColumn column) : GraphNode(id, rate, [])
{
    public InputColumn Column { get; } = column;
}

/// <summary>A function without state.</summary>
internal sealed class ElementNode(
    int id, Rate rate, ElementOperation operation, params ReadOnlySpan<GraphOperand> operands)
    : GraphNode(id, rate, [.. operands])
{
    public ElementOperation Operation { get; private set; } = operation;

    /// <summary>Turns into another way to make the same values.</summary>
    public void ReplaceWith(ElementOperation better, params ReadOnlySpan<GraphOperand> others)
    {
        Operation = better;
        Operands = [.. others];
    }
}

/// <summary>A function with state, with a value for each point.</summary>
internal sealed class StateNode(int id, Rate rate, StateCell cell, params ReadOnlySpan<GraphOperand> operands)
    : GraphNode(id, rate, [.. operands])
{
    public StateCell Cell { get; } = cell;
}

/// <summary>A function with state, with a table or a result: nothing per point.</summary>
internal sealed class SinkNode(int id, Rate rate, StateCell cell, params ReadOnlySpan<GraphOperand> operands)
    : GraphNode(id, rate, [.. operands])
{
    public StateCell Cell { get; } = cell;
}

/// <summary>The result of a sink as it is after a block.</summary>
internal sealed class ResultNode(int id, SinkNode sink) : GraphNode(id, Rate.Result, [new GraphOperand(sink)])
{
    public SinkNode Sink { get; } = sink;
}

/// <summary>A column brought to the rate of another.</summary>
internal sealed class ResampleNode(int id, Rate rate, ResampleState state, GraphNode source, InputNode like)
    : GraphNode(id, rate, [new GraphOperand(source)])
{
    public ResampleState State { get; } = state;

    public GraphNode Source { get; } = source;

    /// <summary>The input that gives the number of points the rate has in a block.</summary>
    public InputNode Like { get; } = like;
}
