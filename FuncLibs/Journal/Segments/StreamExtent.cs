namespace FuncLibs.Journal.Segments;

/// <summary>What a journal keeps of one stream in one epoch.</summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">The stream.</param>
/// <param name="First">First sequence that is kept.</param>
/// <param name="Last">Last sequence that is kept.</param>
/// <param name="Records">How many records; fewer than the span when some are missing.</param>
public readonly record struct StreamExtent(ulong Epoch, uint Stream, ulong First, ulong Last, ulong Records)
{
    internal StreamExtent With(in IndexEntry entry) => this with
    {
        First = Math.Min(First, entry.First),
        Last = Math.Max(Last, entry.Last),
        Records = Records + entry.Count,
    };
}
