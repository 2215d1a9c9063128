using FuncLibs.Signals.Expressions.Programs.Memory;
using FuncLibs.Signals.Expressions.Programs.States;
using FuncLibs.Signals.Expressions.Programs.Steps;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>A column of the source.</summary>
internal sealed class InputNode(int id, Rate rate, InputColumn column) : GraphNode(id, rate, [])
{
    public InputColumn Column { get; } = column;
}

/// <summary>A function without memory.</summary>
internal sealed class ElementNode(int id, Rate rate, ElementOperation operation, params ReadOnlySpan<GraphOperand> operands)
    : GraphNode(id, rate, [.. operands])
{
    public ElementOperation Operation { get; private set; } = operation;

    /// <summary>Turns into another way to make the same values.</summary>
    public void Become(ElementOperation better, params ReadOnlySpan<GraphOperand> others)
    {
        Operation = better;
        Operands = [.. others];
    }
}

/// <summary>A function that remembers, with a value for each point.</summary>
internal sealed class StateNode(int id, Rate rate, StateCell cell, params ReadOnlySpan<GraphOperand> operands)
    : GraphNode(id, rate, [.. operands])
{
    public StateCell Cell { get; } = cell;
}

/// <summary>A function that remembers, with a table or a result: nothing per point.</summary>
internal sealed class SinkNode(int id, Rate rate, StateCell cell, params ReadOnlySpan<GraphOperand> operands)
    : GraphNode(id, rate, [.. operands])
{
    public StateCell Cell { get; } = cell;
}

/// <summary>The result of a sink as it stands after a block.</summary>
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

    /// <summary>The input that says how many points the rate has in a block.</summary>
    public InputNode Like { get; } = like;
}
