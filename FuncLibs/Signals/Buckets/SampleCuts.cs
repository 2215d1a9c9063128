namespace FuncLibs.Signals.Buckets;

/// <summary>
/// The samples of one channel in one block, cut where the buckets of a grid begin: the same cuts as those of
/// <see cref="StreamBuckets"/>. Used again for block after block; does not allocate once it was as long as the longest.
/// One thread.
/// </summary>
public sealed class SampleCuts
{
    private SampleCut[] _cuts = new SampleCut[8];

    /// <summary>The cuts, in the order of time.</summary>
    public ReadOnlySpan<SampleCut> All => _cuts.AsSpan(0, Count);

    /// <summary>How many there are.</summary>
    public int Count { get; private set; }

    /// <summary>Cuts the samples of a block.</summary>
    /// <param name="grid">The buckets.</param>
    /// <param name="times">When samples of the channel are due.</param>
    /// <param name="firstIndex">Base index of the block's first sample.</param>
    /// <param name="acquiredNs">Due time of that sample, UTC ns.</param>
    /// <param name="points">Samples of the channel in the block.</param>
    public void Cut(BucketGrid grid, in SampleTimes times, long firstIndex, long acquiredNs, int points)
    {
        Count = 0;
        int from = 0;
        while (from < points)
        {
            long bucket = grid.IndexOf(acquiredNs + times.OffsetNs(firstIndex, from));
            int to = times.CountBefore(firstIndex, grid.StartOf(bucket + 1) - acquiredNs, points);
            if (Count == _cuts.Length)
                Array.Resize(ref _cuts, 2 * Count);
            _cuts[Count++] = new SampleCut(bucket, from, Math.Max(1, to - from));
            from = Math.Max(from + 1, to);
        }
    }
}

/// <summary>Some samples in a row of one channel in one block.</summary>
/// <param name="Bucket">The bucket that they are in.</param>
/// <param name="From">The first of them.</param>
/// <param name="Count">How many.</param>
public readonly record struct SampleCut(long Bucket, int From, int Count);
