namespace FuncLibs.Blocks.Catalogue;

/// <summary>The sequences that one stream had in one life of its publisher.</summary>
/// <param name="Epoch">The life.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence, from 1.</param>
/// <param name="Last">Last sequence that is known; <paramref name="First"/> - 1 when there was none.</param>
/// <param name="Exact">False after a power loss: more may have been sent.</param>
public readonly record struct EpochDescription(ulong Epoch, uint Stream, ulong First, ulong Last, bool Exact);
