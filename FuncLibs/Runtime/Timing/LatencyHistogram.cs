using System.Numerics;

namespace FuncLibs.Runtime.Timing;

/// <summary>
/// A log-linear histogram of durations: 64 linear buckets for each power of two, so any percentile is at most 1/64 too
/// high. Range 0 ns to about 73 minutes (2^42 ns); beyond is counted in the last bucket, below 0 as 0. Recording does
/// not allocate. One writer; readers on other threads may see a sample late, never a torn one.
/// </summary>
public sealed class LatencyHistogram
{
    private const int LinearBits = 6;
    private const int Linear = 1 << LinearBits;
    private const int MaxExponent = 42;
    private readonly long[] _buckets = new long[(MaxExponent - LinearBits + 1) * Linear];
    private long _max;

    /// <summary>Samples recorded.</summary>
    public long Count { get; private set; }

    /// <summary>The largest sample in ns; exact.</summary>
    public long MaxNs => Volatile.Read(ref _max);

    /// <summary>The buckets that have samples, from the shortest durations on. Allocates.</summary>
    public IReadOnlyList<LatencyBucket> Buckets =>
    [
        .. _buckets
            .Select((count, index) => new LatencyBucket(Math.Min(UpperEdge(index), MaxNs), count))
            .Where(bucket => bucket.Count > 0),
    ];

    /// <summary>Records one duration in ns.</summary>
    public void Record(long nanoseconds)
    {
        nanoseconds = Math.Max(0, nanoseconds);
        _buckets[BucketOf(nanoseconds)]++;
        Count++;
        if (nanoseconds > _max)
            Volatile.Write(ref _max, nanoseconds);
    }

    /// <summary>
    /// The upper edge in ns of the bucket in which the given share of the samples ends; 0 without samples.
    /// </summary>
    /// <param name="percent">0 to 100.</param>
    public long PercentileNs(double percent)
    {
        long rank = Math.Max(1, (long)Math.Ceiling(Count * percent / 100));
        long seen = 0;
        for (int i = 0; i < _buckets.Length; i++)
        {
            seen += _buckets[i];
            if (seen >= rank)
                return Math.Min(UpperEdge(i), MaxNs);
        }

        return MaxNs;
    }

    /// <summary>Takes the samples of another in, whose writer is done.</summary>
    public void Add(LatencyHistogram other)
    {
        for (int i = 0; i < _buckets.Length; i++)
            _buckets[i] += other._buckets[i];
        Count += other.Count;
        _max = Math.Max(_max, other.MaxNs);
    }

    /// <summary>Takes the samples of another process in, by its <see cref="Buckets"/>.</summary>
    public void Add(IEnumerable<LatencyBucket> buckets)
    {
        foreach (LatencyBucket bucket in buckets)
        {
            _buckets[BucketOf(bucket.UpToNs)] += bucket.Count;
            Count += bucket.Count;
            _max = Math.Max(_max, bucket.UpToNs);
        }
    }

    /// <summary>Clears all samples.</summary>
    public void Reset()
    {
        Array.Clear(_buckets);
        Count = 0;
        _max = 0;
    }

    private static int BucketOf(long ns)
    {
        if (ns < Linear)
            return (int)ns;
        int exponent = BitOperations.Log2((ulong)ns);
        if (exponent >= MaxExponent)
            return ((MaxExponent - LinearBits + 1) * Linear) - 1;
        int shift = exponent - LinearBits;
        return ((shift + 1) << LinearBits) + (int)(ns >> shift) - Linear;
    }

    private static long UpperEdge(int bucket)
    {
        if (bucket < Linear)
            return bucket;
        int shift = (bucket >> LinearBits) - 1;
        long lower = (long)((bucket & (Linear - 1)) + Linear) << shift;
        return lower + (1L << shift) - 1;
    }
}

/// <summary>Samples of a histogram whose durations are alike.</summary>
/// <param name="UpToNs">The longest duration of the bucket in ns, which recorded again falls into the same.</param>
/// <param name="Count">Number of samples, 1 or more.</param>
public readonly record struct LatencyBucket(long UpToNs, long Count);
