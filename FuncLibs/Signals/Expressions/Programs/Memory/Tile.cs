namespace FuncLibs.Signals.Expressions.Programs.Memory;

/// <summary>The piece of a block that all steps work on before the next piece begins.</summary>
internal static class Tile
{
    /// <summary>
    /// Values of a tile: 8 KB, so that the few registers of a program stay in the first level cache, and long enough that calling a step
    /// costs little beside it.
    /// </summary>
    public const int Length = 1024;
}
