using FuncLibs.Signals.Expressions.Programs.Memory;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>Makes a column of one number, for functions that remember and take columns only.</summary>
internal sealed class FillStep(double value, Slot target) : TileStep
{
    /// <inheritdoc/>
    public override void Run(TileFrame frame)
    {
        frame.Target(target).Fill(value);
        frame.SetGood(target);
    }
}
