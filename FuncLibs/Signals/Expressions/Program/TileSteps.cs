using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// One instruction of a program: makes the values of one slot, and what is known of their quality, for the current
/// tile.
/// </summary>
internal abstract class TileStep
{
    /// <summary>Runs it; does not allocate.</summary>
    public abstract void Run(TileFrame frame);
}

/// <summary>
/// Copies an operand with its qualities: a variable that is nothing but a channel, or a column another rate reads.
/// </summary>
internal sealed class CopyStep(Slot source, Slot target) : TileStep
{
    /// <inheritdoc/>
    public override void Run(TileFrame frame)
    {
        frame.Values(source).CopyTo(frame.Target(target));
        if (frame.IsGood(source))
            frame.SetGood(target);
        else
            frame.Qualities(source).CopyTo(frame.QualityTarget(target));
    }
}

/// <summary>Makes a column of one number, for functions with state and take columns only.</summary>
internal sealed class FillStep(double value, Slot target) : TileStep
{
    /// <inheritdoc/>
    public override void Run(TileFrame frame)
    {
        frame.Target(target).Fill(value);
        frame.SetGood(target);
    }
}

/// <summary>Applies a function with state and gives a value for each that comes in.</summary>
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
            ((IBinaryState)cell.State).Apply(
                frame.FirstIndex, frame.Values(a), frame.Values(second), frame.Target(target));
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
            ((IResultState)cell.State).Apply(
                frame.FirstIndex, frame.Values(a), b is { } second ? frame.Values(second) : []);

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

/// <summary>Puts the result of a whole test, as it is after the block, where steps of one value find it.</summary>
/// <param name="sink">The function.</param>
/// <param name="target">Where it goes.</param>
internal sealed class ResultStep(SinkStep sink, Slot target) : TileStep
{
    /// <inheritdoc/>
    public override void Run(TileFrame frame)
    {
        frame.Target(target)[0] = sink.Result!.Value;
        if (sink.Quality == Quality.Good)
            frame.SetGood(target);
        else
            frame.QualityTarget(target)[0] = sink.Quality;
    }
}

/// <summary>Brings a whole column of another rate to the rate of the current tile.</summary>
/// <param name="state">How, and what was before.</param>
/// <param name="source">A whole column, made before.</param>
/// <param name="group">The rate of the source.</param>
/// <param name="target">Where results go.</param>
internal sealed class ResampleStep(ResampleState state, Slot source, RateGroup group, Slot target) : TileStep
{
    /// <inheritdoc/>
    public override void Run(TileFrame frame)
    {
        state.Apply(group.FirstIndex, frame.Whole(source), frame.FirstIndex, frame.Target(target));
        if (frame.IsGood(source) && state.IsSettled)
            frame.SetGood(target);
        else
            state.Apply(group.FirstIndex, frame.WholeQualities(source), frame.FirstIndex, frame.QualityTarget(target));
    }

    /// <summary>The block is over.</summary>
    public void EndBlock(TileFrame frame) => state.EndBlock(frame.Whole(source), frame.WholeQualities(source));
}

/// <summary>Looks whether a finished column has values that are no numbers; they are invalid.</summary>
internal sealed class SealStep(Slot target) : TileStep
{
    /// <inheritdoc/>
    public override void Run(TileFrame frame) => frame.Seal(target);
}
