namespace FuncLibs.Messaging.RigLink;

/// <summary>Kinds of frames of the controller link, as their byte on the wire.</summary>
public enum LinkFrameType : byte
{
    /// <summary>Map: <c>{protocol, streams}</c> from the rig, <c>{protocol, client}</c> from the connector.</summary>
    Hello = 1,

    /// <summary>A <see cref="LinkBlockHeader"/> and a content 1 document.</summary>
    Block = 2,

    /// <summary>Map: something the rig reports.</summary>
    Event = 3,

    /// <summary>Map: <c>{state, reason}</c>.</summary>
    State = 4,

    /// <summary>No body; each second, both sides.</summary>
    Heartbeat = 5,
}
