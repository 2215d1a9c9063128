namespace FuncLibs.Messaging.Wire;

/// <summary>What a frame carries; byte 6 of the header and the first level of the topic.</summary>
public enum FrameKind : byte
{
    /// <summary>Not a kind; what <c>default</c> gives.</summary>
    None = 0,

    /// <summary>A block of a data stream; topic <c>D</c>.</summary>
    Data = 1,

    /// <summary>State of the publisher, each 250 ms, never journaled; topic <c>H</c>.</summary>
    Heartbeat = 2,

    /// <summary>What the streams are; topic <c>C</c>.</summary>
    Catalogue = 3,

    /// <summary>What was lost at the publisher; topic <c>L</c>.</summary>
    Loss = 4,

    /// <summary>Something that happened; topic <c>E</c>.</summary>
    Event = 5,

    /// <summary>A block of derived values; topic <c>S</c>.</summary>
    Derived = 6,
}
