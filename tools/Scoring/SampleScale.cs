using FuncLibs.Blocks.Catalogue.Names;

namespace Tools.Scoring;

/// <summary>From samples of a channel to those of the base clock.</summary>
/// <param name="Points">Points of the channel in a full block.</param>
/// <param name="BasePoints">Points of the base clock in it.</param>
internal readonly record struct SampleScale(int Points, int BasePoints)
{
    /// <summary>Of a signal of a stream.</summary>
    public static SampleScale Of(SignalDescription signal, int pointsPerBlock) => new(Math.Max(1, signal.Points), pointsPerBlock);

    /// <summary>The base sample at, or last before, a sample of the channel.</summary>
    public long ToBase(long index) => (long)((Int128)index * BasePoints / Points);
}
