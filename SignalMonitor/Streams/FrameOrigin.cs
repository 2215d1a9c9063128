namespace SignalMonitor.Streams;

/// <summary>Which way a frame came to this monitor.</summary>
internal enum FrameOrigin : byte
{
    /// <summary>The data socket.</summary>
    Live,

    /// <summary>The control channel, out of the publisher's journal.</summary>
    Replay,

    /// <summary>The control channel, the last block of a stream that was asked for at joining:
    /// shown, but not part of the account.</summary>
    Snapshot,
}
