namespace FuncLibs.Journal.Position;

/// <summary>The last sequence that a stream was given, stored before its frame was sent.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="Last">The sequence.</param>
public readonly record struct StreamPosition(uint Stream, ulong Last);
