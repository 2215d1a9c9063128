using FuncLibs.Signals.Expressions.Programs.Memory;
using FuncLibs.Signals.Expressions.Programs.States;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>Brings a whole column of another rate to the rate of the tile at work.</summary>
/// <param name="state">How, and what was before.</param>
/// <param name="source">A whole column, made before.</param>
/// <param name="group">The rate of the source.</param>
/// <param name="target">Where results go.</param>
internal sealed class ResampleStep(ResampleState state, Slot source, RateGroup group, Slot target) : TileStep
{
    /// <summary>How, and what was before.</summary>
    public ResampleState State => state;

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
