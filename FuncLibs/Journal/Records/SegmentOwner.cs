namespace FuncLibs.Journal.Records;

/// <summary>Whose records a segment may hold.</summary>
/// <param name="Publisher">The publisher; empty = not known yet, any is taken.</param>
/// <param name="Epoch">The epoch in the name of the segment.</param>
public readonly record struct SegmentOwner(Guid Publisher, ulong Epoch);
