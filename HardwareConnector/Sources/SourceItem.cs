using FuncLibs.Blocks;
using FuncLibs.Messaging.RigLink;
using LinkState = FuncLibs.Messaging.Wire.Broadcast.LinkState;

namespace HardwareConnector.Sources;

/// <summary>What a ring cell carries.</summary>
public enum SourceItemKind : byte
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>A block. Whoever takes the item returns the block to its pool.</summary>
    Block,

    /// <summary>The rig described itself; holds from the next block on.</summary>
    Description,

    /// <summary>The link went up or down.</summary>
    State,

    /// <summary>Something happened at the rig.</summary>
    Event,
}

/// <summary>One thing that a source hands to the publish thread; only the members of its kind mean anything.</summary>
public readonly record struct SourceItem
{
    /// <summary>What it is.</summary>
    public SourceItemKind Kind { get; init; }

    /// <summary>The block, filled and rented.</summary>
    public CDataBlock? Block { get; init; }

    /// <summary>Where the block goes back to.</summary>
    public BlockPool? Pool { get; init; }

    /// <summary>Position of the block's or event's stream in the rig's description.</summary>
    public int Stream { get; init; }

    /// <summary>Due time of the first sample, UTC ns, as the rig says.</summary>
    public long DueNs { get; init; }

    /// <summary>Samples that are missing before this block; empty when none are.</summary>
    public SampleRange Missing { get; init; }

    /// <summary>What the rig is.</summary>
    public RigDescription? Description { get; init; }

    /// <summary>True when channels or bits were trimmed to the rig's live counts.</summary>
    public bool Trimmed { get; init; }

    /// <summary>How the link is.</summary>
    public LinkState Link { get; init; }

    /// <summary>What happened.</summary>
    public LinkEvent? Event { get; init; }

    /// <summary>Why the link is so; null when there is nothing to say.</summary>
    public string? Reason { get; init; }
}

/// <summary>What the header of a rig's block says.</summary>
/// <param name="DueNs">Due time of the first sample, UTC ns, as the rig's clock has it.</param>
/// <param name="ErrorCode">The rig's error code; 0 none, any other makes the values invalid.</param>
/// <param name="BufferPerMille">How full the rig's buffer is, 0 to 1000.</param>
public readonly record struct RigHeader(long DueNs, int ErrorCode, int BufferPerMille);
