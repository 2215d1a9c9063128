namespace FuncLibs.Messaging.Delivery;

/// <summary>Which way a frame came.</summary>
public enum FrameSource : byte
{
    /// <summary>The publisher's data socket.</summary>
    Live,

    /// <summary>The control channel, out of the journal.</summary>
    Replay,
}

/// <summary>What becomes of a frame.</summary>
public enum FrameDisposition : byte
{
    /// <summary>It is the caller's to use again: not wanted, or it will come out of the journal.</summary>
    Drop,

    /// <summary>Hand it on now.</summary>
    Deliver,

    /// <summary>Keep it under its token until that token is released or discarded.</summary>
    Hold,
}
