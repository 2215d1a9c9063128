using FuncLibs.Signals.Expressions.Programs.Memory;
using FuncLibs.Signals.Expressions.Programs.States;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>Feeds a function whose outcome is no column: a table, or a result of the whole test.</summary>
/// <param name="cell">The function.</param>
/// <param name="a">Its column.</param>
/// <param name="b">Its second column; null for a function of one.</param>
internal sealed class SinkStep(StateCell cell, Slot a, Slot? b) : TileStep
{
    /// <summary>How far the outcome can be trusted.</summary>
    public Quality Quality { get; private set; }

    /// <summary>The table; null for a function with a result.</summary>
    public ITableState? Table => cell.State as ITableState;

    /// <summary>The result; null for a function with a table.</summary>
    public IResultState? Result => cell.State as IResultState;

    /// <inheritdoc/>
    public override void Run(TileFrame frame)
    {
        Span<Quality> qualities = frame.Scratch;
        bool good = QualityPass.AllGoodOf(frame, a, b ?? Slot.Number(0), qualities);
        if (cell.State is ITableState table)
            table.Apply(frame.FirstIndex, frame.Values(a));
        else
            ((IResultState)cell.State).Apply(frame.FirstIndex, frame.Values(a), b is { } second ? frame.Values(second) : []);

        Quality = Quality.Good;
        if (good && cell.Tracker.IsSettled)
            return;
        if (good)
            qualities.Clear();
        cell.Tracker.Apply(qualities, qualities);
        if (!qualities.IsEmpty)
            Quality = qualities[^1];
    }
}
