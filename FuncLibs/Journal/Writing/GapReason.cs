namespace FuncLibs.Journal.Writing;

/// <summary>Why frames are missing from the journal.</summary>
public enum GapReason : byte
{
    /// <summary>None; what <c>default</c> gives.</summary>
    None,

    /// <summary>The disk did not keep up, and the page ring was full.</summary>
    RingFull,

    /// <summary>The frame is larger than a record may be.</summary>
    Oversize,

    /// <summary>Nothing could be recorded: the status says why.</summary>
    NotRecording,

    /// <summary>They were written, but fsync failed: they may be there, and may not.</summary>
    NotDurable,

    /// <summary>Their segment, or the whole folder, was taken away.</summary>
    Vanished,
}
