using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Dashboard.Live;

/// <summary>The newest buckets of one signal at one width. Live thread only.</summary>
/// <param name="widthNs">Width of a bucket, ns.</param>
internal sealed class BucketLevel(long widthNs)
{
    private readonly BucketRing _ring = new(1, LiveLimits.KeptBuckets);

    /// <summary>Bytes of a level.</summary>
    public const long Bytes = LiveLimits.KeptBuckets * Bucket.Bytes;

    /// <summary>Its grid.</summary>
    public BucketGrid Grid { get; } = new(widthNs);

    /// <summary>The first bucket that it saw whole.</summary>
    public long WholeFrom { get; private set; }

    /// <summary>The newest bucket; null before the first.</summary>
    public long? Newest => _ring.Newest;

    /// <summary>The oldest bucket that it still has.</summary>
    public long Oldest => Math.Max(WholeFrom, (Newest ?? WholeFrom) - LiveLimits.KeptBuckets + 1);

    /// <summary>Adds some samples that are in one bucket.</summary>
    /// <param name="atNs">A moment in that bucket.</param>
    /// <param name="samples">What they are.</param>
    /// <param name="acquiredNs">When the block begins that they are of: what is before was not seen, if it is the
    /// first.</param>
    /// <returns>False when time was set back further than is kept: everything began again.</returns>
    public bool Add(long atNs, in Bucket samples, long acquiredNs)
    {
        long bucket = Grid.IndexOf(atNs);
        bool isBehind = _ring.IsBehind(bucket);
        if (isBehind)
            _ring.Clear();
        if (Newest is null)
            WholeFrom = Grid.FirstWholeStart(acquiredNs);
        ref Bucket cell = ref _ring.Row(bucket)[0];
        cell = cell.Append(samples);
        return !isBehind;
    }

    /// <summary>A bucket; without samples when it is not kept, or nothing fell into it.</summary>
    public Bucket this[long bucket] => _ring.Find(bucket) is { IsEmpty: false } row ? row[0] : default;
}
