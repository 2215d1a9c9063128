using FuncLibs.Signals.Expressions.Programs.Memory;
using FuncLibs.Signals.Expressions.Programs.States;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>Applies a function that remembers and gives a value for each that comes in.</summary>
/// <param name="cell">The function.</param>
/// <param name="a">Its column.</param>
/// <param name="b">Its second column; null for a function of one.</param>
/// <param name="target">Where results go.</param>
internal sealed class StateStep(StateCell cell, Slot a, Slot? b, Slot target) : TileStep
{
    /// <inheritdoc/>
    public override void Run(TileFrame frame)
    {
        // Qualities first: the values of an operand are gone when the result takes its place.
        Span<Quality> inputs = frame.Scratch;
        bool good = QualityPass.AllGoodOf(frame, a, b ?? Slot.Number(0), inputs);
        if (b is { } second)
            ((IBinaryState)cell.State).Apply(frame.FirstIndex, frame.Values(a), frame.Values(second), frame.Target(target));
        else
            ((IUnaryState)cell.State).Apply(frame.FirstIndex, frame.Values(a), frame.Target(target));

        if (good && cell.Tracker.IsSettled)
        {
            frame.SetGood(target);
            return;
        }

        if (good)
            inputs.Clear();
        cell.Tracker.Apply(inputs, frame.QualityTarget(target));
    }
}
