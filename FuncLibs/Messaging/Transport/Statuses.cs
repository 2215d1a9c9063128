namespace FuncLibs.Messaging.Transport;

/// <summary>What came of a send.</summary>
public enum SendStatus : byte
{
    /// <summary>Not tried.</summary>
    None,

    /// <summary>It is on its way.</summary>
    Sent,

    /// <summary>The peer's queue is full: pause, try again later.</summary>
    Full,

    /// <summary>The peer is not there any more: forget it.</summary>
    Gone,

    /// <summary>The transport is shutting down: close the socket.</summary>
    Closed,
}

/// <summary>What came of a receive.</summary>
public enum ReceiveStatus : byte
{
    /// <summary>Nothing waits.</summary>
    Empty,

    /// <summary>A data message: topic, header and payload, unchecked but for their sizes.</summary>
    Frame,

    /// <summary>A control map, in the payload.</summary>
    Control,

    /// <summary>A message of a wrong shape; dropped whole and counted.</summary>
    Malformed,

    /// <summary>The transport is shutting down: close the socket.</summary>
    Closed,
}

/// <summary>What came of waiting for sockets.</summary>
public enum WaitStatus : byte
{
    /// <summary>The time is over.</summary>
    TimedOut,

    /// <summary>At least one socket has something.</summary>
    Ready,

    /// <summary>The transport is shutting down: close the sockets.</summary>
    Closed,
}
