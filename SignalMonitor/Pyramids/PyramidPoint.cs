namespace SignalMonitor.Pyramids;

/// <summary>
/// How far a pyramid has taken the blocks of a stream in: all before a sequence of an epoch, and of that block the
/// samples in finest buckets up to <see cref="SkipThrough"/>. Epochs and sequences grow.
/// </summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Sequence">The next block.</param>
/// <param name="SkipThrough">Number of the last finest bucket of that block that is in; <see cref="Nothing"/> =
/// nothing of it is.</param>
internal readonly record struct PyramidPoint(ulong Epoch, ulong Sequence, long SkipThrough)
{
    /// <summary>Nothing of the next block is in.</summary>
    public const long Nothing = long.MinValue;

    /// <summary>Before the first block of a stream.</summary>
    public static PyramidPoint Beginning => new(0, 0, Nothing);

    /// <summary>Whether this point comes before another.</summary>
    public bool IsBefore(in PyramidPoint other) =>
        (Epoch, Sequence, SkipThrough).CompareTo((other.Epoch, other.Sequence, other.SkipThrough)) < 0;
}
