using FuncLibs.Signals.Elementwise;
using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>Writes the steps of one segment.</summary>
internal sealed class StepWriter(
    RegisterFile registers, Dictionary<Rate, RateGroup> groups, Dictionary<SinkNode, SinkStep> sinks, GraphUse use)
{
    private readonly ImmutableArray<TileStep>.Builder _steps = ImmutableArray.CreateBuilder<TileStep>();

    /// <summary>What was written.</summary>
    public ImmutableArray<TileStep> Steps => _steps.ToImmutable();

    /// <summary>Writes what makes one node; those it needs are written.</summary>
    public void Write(GraphNode node)
    {
        switch (node)
        {
            case InputNode input:
                _steps.Add(new CopyStep(registers.SlotOf(new GraphOperand(input)), registers.TargetOf(input)));
                return;
            case ElementNode element:
                Element(element);
                return;
            case StateNode state:
                State(state, state.Cell);
                break;
            case SinkNode sink:
                Sink(sink);
                break;
            case ResampleNode resample:
                ResampleStep step = new(
                    resample.State, registers.ColumnOf(resample.Source), groups[resample.Source.Rate],
                    registers.TargetOf(node));
                _steps.Add(step);
                break;
            case ResultNode result:
                _steps.Add(new ResultStep(sinks[result.Sink], registers.TargetOf(node)));
                break;
        }

        if (use.IsRoot(node) && node is not SinkNode)
            _steps.Add(new SealStep(registers.TargetOf(node)));
    }

    // The result may take the place of an operand, unless qualities are chosen by the operands' values.
    private void Element(ElementNode node)
    {
        ImmutableArray<GraphOperand> operands = node.Operands;
        Slot a = registers.SlotOf(operands[0]);
        Slot b = operands.Length > 1 ? registers.SlotOf(operands[1]) : Slot.Number(0);
        Slot c = operands.Length > 2 ? registers.SlotOf(operands[2]) : Slot.Number(0);
        bool inPlace = node.Operation.Passing is QualityPassing.Worst or QualityPassing.Answered;
        if (inPlace)
            registers.Release(node);
        Slot target = registers.TargetOf(node);
        if (!inPlace)
            registers.Release(node);
        _steps.Add(new ElementStep(node.Operation, a, b, c, target, use.IsRoot(node)));
    }

    private void State(StateNode node, StateCell cell)
    {
        Slot a = registers.SlotOf(node.Operands[0]);
        Slot? b = node.Operands.Length > 1 ? Column(node.Operands[1]) : null;
        registers.Release(node);
        Slot target = registers.TargetOf(node);
        _steps.Add(new StateStep(cell, a, b, target));
        ReturnFilled(node, b);
    }

    private void Sink(SinkNode node)
    {
        Slot? b = node.Operands.Length > 1 ? Column(node.Operands[1]) : null;
        SinkStep step = new(node.Cell, registers.SlotOf(node.Operands[0]), b);
        registers.Release(node);
        sinks.Add(node, step);
        _steps.Add(step);
        ReturnFilled(node, b);
    }

    private Slot Column(GraphOperand operand)
    {
        if (operand.Node is not null)
            return registers.SlotOf(operand);
        Slot filled = registers.Rent();
        _steps.Add(new FillStep(operand.Number, filled));
        return filled;
    }

    private void ReturnFilled(GraphNode node, Slot? second)
    {
        if (second is { } borrowed && node.Operands[1].Node is null)
            registers.Return(borrowed);
    }
}
