namespace FuncLibs.Journal.Segments;

/// <summary>The records of one stream in one stride (1 MiB) of a segment.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="Count">How many; fewer than the span of sequences when some are missing.</param>
/// <param name="First">First sequence.</param>
/// <param name="Last">Last sequence.</param>
/// <param name="Offset">Where the first of them begins.</param>
public readonly record struct IndexEntry(uint Stream, uint Count, ulong First, ulong Last, long Offset);
