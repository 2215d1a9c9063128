using FuncLibs.Blocks;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;

namespace SignalMonitor.Derived;

/// <summary>What goes from a compute thread to the publishing thread: a block, a new form of a stream (neither block
/// nor notice), or a notice.</summary>
internal readonly record struct DerivedItem
{
    /// <summary>The stream as it is now; null for a notice that concerns none.</summary>
    public DerivedForm? Form { get; init; }

    /// <summary>A block of the form's pool, which the publishing thread returns.</summary>
    public CDataBlock? Block { get; init; }

    /// <summary>Its number.</summary>
    public ulong Sequence { get; init; }

    /// <summary>When it is of: due time of its first sample, UTC ns; of a notice: when it happened.</summary>
    public long AcquiredNs { get; init; }

    /// <summary>The flags of its frame: samples are missing before it, it is of a recording.</summary>
    public FrameFlags Flags { get; init; }

    /// <summary>An event for subscribers.</summary>
    public IBroadcastPayload? Payload { get; init; }
}
