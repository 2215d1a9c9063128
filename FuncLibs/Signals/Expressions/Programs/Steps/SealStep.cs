using FuncLibs.Signals.Expressions.Programs.Memory;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>Looks whether a finished column has values that are no numbers; they are invalid.</summary>
internal sealed class SealStep(Slot target) : TileStep
{
    /// <inheritdoc/>
    public override void Run(TileFrame frame) => frame.Seal(target);
}
