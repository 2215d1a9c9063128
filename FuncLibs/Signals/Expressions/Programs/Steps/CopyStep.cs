using FuncLibs.Signals.Expressions.Programs.Memory;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>Copies an operand with its qualities: a variable that is nothing but a channel, or a column another rate reads.</summary>
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
