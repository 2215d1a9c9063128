using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Transport;
using SignalMonitor.Recorder;

namespace SignalMonitor.Streams;

/// <summary>One frame on its way from the receive thread to the compute thread, which returns it to its pool.</summary>
public readonly record struct ComputeItem
{
    /// <summary>The frame, its header checked.</summary>
    public required FrameBuffer Frame { get; init; }

    /// <summary>The stream it belongs to.</summary>
    public required MonitoredStream Stream { get; init; }

    /// <summary>The stream by the frame's catalogue revision; null when there was no catalogue.</summary>
    public StreamDescription? Description { get; init; }

    /// <summary>Which way it came. A block of the past does not count for the present latency.</summary>
    internal FrameOrigin Origin { get; init; }

    /// <summary>The journal of the recording that the block belongs to; null none.</summary>
    internal PublisherJournal? Journal { get; init; }

    /// <summary>
    /// True for the last block of a stream that was requested at joining: shown, but not part of the account.
    /// </summary>
    public bool IsSnapshot => Origin == FrameOrigin.Snapshot;
}

/// <summary>Which way a frame came to this monitor.</summary>
internal enum FrameOrigin : byte
{
    /// <summary>The data socket.</summary>
    Live,

    /// <summary>The control channel, out of the publisher's journal.</summary>
    Replay,

    /// <summary>The control channel, the last block of a stream that was requested at joining:
    /// shown, but not part of the account.</summary>
    Snapshot,

    /// <summary>A queue at a broker, long after it was published: delivered like a live one, and not of now.</summary>
    Backlog,
}
