using FuncLibs.Signals.Expressions.Programs.Memory;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>Puts the result of a whole test, as it stands after the block, where steps of one value find it.</summary>
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
