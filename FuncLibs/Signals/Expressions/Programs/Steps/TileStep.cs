using FuncLibs.Signals.Expressions.Programs.Memory;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>
/// One instruction of a program: makes the values of one slot, and what can be said of their quality, for the tile at work.
/// </summary>
internal abstract class TileStep
{
    /// <summary>Runs it; takes no memory.</summary>
    public abstract void Run(TileFrame frame);
}
