namespace FuncLibs.Blocks.Catalogue;

/// <summary>What a catalogue or a hello may hold at most. Checked while it is read, before allocating.</summary>
public sealed record CatalogueLimits
{
    /// <summary>The limits that both hosts use.</summary>
    public static CatalogueLimits Default { get; } = new();

    /// <summary>Streams of one publisher or rig.</summary>
    public int Streams { get; init; } = 64;

    /// <summary>Entries of the list of epochs.</summary>
    public int Epochs { get; init; } = 4096;

    /// <summary>UTF-8 bytes of a name.</summary>
    public int NameBytes { get; init; } = 64;

    /// <summary>UTF-8 bytes of a unit.</summary>
    public int UnitBytes { get; init; } = 24;

    /// <summary>Nesting of the whole map, with values whose keys are not known.</summary>
    public int Depth { get; init; } = 12;

    /// <summary>Channels, columns, points and bits of a stream: those of a block.</summary>
    public BlockLimits Block { get; init; } = BlockLimits.Default;
}
