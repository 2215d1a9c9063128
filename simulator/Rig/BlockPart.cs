namespace Simulator.Rig;

/// <summary>
/// A part of a block in time, the same for all rates: a long block is filled part by part, so that a plant's history stays short. Where the
/// parts lie changes no sample.
/// </summary>
/// <param name="Block">Index of the block.</param>
/// <param name="Part">From 0.</param>
/// <param name="Parts">Parts of a block.</param>
internal readonly record struct BlockPart(long Block, int Part, int Parts)
{
    /// <summary>First point of the part in a block of so many.</summary>
    public int From(int points) => (int)((long)points * Part / Parts);

    /// <summary>Points of the part.</summary>
    public int Count(int points) => (int)((long)points * (Part + 1) / Parts) - From(points);

    /// <summary>Index of its first sample from the start of the run.</summary>
    public long First(int points) => (Block * points) + From(points);
}
