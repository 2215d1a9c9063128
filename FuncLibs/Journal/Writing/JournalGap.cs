namespace FuncLibs.Journal.Writing;

/// <summary>Frames of the present epoch that were published and are not, or not safely, in the journal.</summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">The stream.</param>
/// <param name="From">First sequence.</param>
/// <param name="To">Last sequence.</param>
/// <param name="Count">How many between them; fewer than the span only when more holes came than can be kept apart.</param>
/// <param name="Reason">Why.</param>
public readonly record struct JournalGap(ulong Epoch, uint Stream, ulong From, ulong To, ulong Count, GapReason Reason);
