namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>The connector's link to its rig.</summary>
public enum LinkState : byte
{
    /// <summary>Not said.</summary>
    Unknown,

    /// <summary>Blocks come in.</summary>
    Online,

    /// <summary>The rig cannot be reached.</summary>
    Offline,

    /// <summary>The rig is starting again.</summary>
    Restart,
}
