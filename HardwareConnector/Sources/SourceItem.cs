using FuncLibs.Blocks;
using FuncLibs.Messaging.RigLink;
using LinkState = FuncLibs.Messaging.Wire.Broadcast.LinkState;

namespace HardwareConnector.Sources;

/// <summary>Kind of a ring item.</summary>
public enum SourceItemKind : byte
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>A block. The receiver returns it to its pool.</summary>
    Block,

    /// <summary>A description of the rig; it applies from the next block on.</summary>
    Description,

    /// <summary>A change of the link.</summary>
    State,

    /// <summary>An event of the rig.</summary>
    Event,
}

/// <summary>One item from a source to the publish thread; only the members of its kind are set.</summary>
public readonly record struct SourceItem
{
    /// <summary>Kind of the item.</summary>
    public SourceItemKind Kind { get; init; }

    /// <summary>The block, filled and rented.</summary>
    public CDataBlock? Block { get; init; }

    /// <summary>Pool of the block.</summary>
    public BlockPool? Pool { get; init; }

    /// <summary>Index of the block's or event's stream in the rig's description.</summary>
    public int Stream { get; init; }

    /// <summary>Due time of the first sample by the rig's clock, UTC ns.</summary>
    public long DueNs { get; init; }

    /// <summary>Samples missing before this block; empty for none.</summary>
    public SampleRange Missing { get; init; }

    /// <summary>The description.</summary>
    public RigDescription? Description { get; init; }

    /// <summary>True when channels or bits were trimmed to the rig's live counts.</summary>
    public bool Trimmed { get; init; }

    /// <summary>State of the link.</summary>
    public LinkState Link { get; init; }

    /// <summary>The event.</summary>
    public LinkEvent? Event { get; init; }

    /// <summary>Reason of the link state; null for none.</summary>
    public string? Reason { get; init; }
}

/// <summary>Header of a rig's block.</summary>
/// <param name="DueNs">Due time of the first sample by the rig's clock, UTC ns.</param>
/// <param name="ErrorCode">The rig's error code; 0 = none, any other makes the values invalid.</param>
/// <param name="BufferPerMille">Fill level of the rig's buffer, 0 to 1000.</param>
public readonly record struct RigHeader(long DueNs, int ErrorCode, int BufferPerMille);
