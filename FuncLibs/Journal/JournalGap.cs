namespace FuncLibs.Journal;

/// <summary>Frames of the present epoch that were published and are not, or not safely, in the journal.</summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">The stream.</param>
/// <param name="From">First sequence.</param>
/// <param name="To">Last sequence.</param>
/// <param name="Count">How many between them; fewer than the span only when more gaps came than can be kept
/// apart.</param>
/// <param name="Reason">Why.</param>
public readonly record struct JournalGap(ulong Epoch, uint Stream, ulong From, ulong To, ulong Count, GapReason Reason);

/// <summary>Why frames are missing from the journal.</summary>
public enum GapReason : byte
{
    /// <summary>None; what <c>default</c> gives.</summary>
    None,

    /// <summary>The disk did not keep up, and the record ring buffer was full.</summary>
    RingFull,

    /// <summary>The frame is larger than a record may be.</summary>
    Oversize,

    /// <summary>Nothing could be recorded: the status has the reason.</summary>
    NotRecording,

    /// <summary>They were written, but fsync failed: they may be there, and may not.</summary>
    NotDurable,

    /// <summary>Their segment, or the whole folder, was taken away.</summary>
    Vanished,
}
