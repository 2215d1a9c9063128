namespace FuncLibs.Blocks;

/// <summary>What a block may hold at most. Checked before memory is taken, in every decoder and in every layout.</summary>
public sealed record BlockLimits
{
    /// <summary>The limits of the wire (docs/wire-format.md).</summary>
    public static BlockLimits Default { get; } = new();

    /// <summary>Channels of all groups together.</summary>
    public int Channels { get; init; } = 1024;

    /// <summary>Columns of all channels together.</summary>
    public int Columns { get; init; } = 4096;

    /// <summary>Points of one column.</summary>
    public int PointsPerColumn { get; init; } = 65_536;

    /// <summary>Values (points times columns) of a whole block.</summary>
    public int Values { get; init; } = 4_194_304;

    /// <summary>Digital lines of one direction.</summary>
    public int Bits { get; init; } = 4096;

    /// <summary>Nesting of a document.</summary>
    public int Depth { get; init; } = 8;
}
