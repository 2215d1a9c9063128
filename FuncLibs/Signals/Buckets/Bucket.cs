namespace FuncLibs.Signals.Buckets;

/// <summary>
/// What a column did in one stretch of time. <c>default</c> is a stretch without samples: a gap, whose values mean
/// nothing.
/// </summary>
/// <remarks>
/// NaN is never the least or the greatest; it is counted, and may be first or last. A bucket that holds only NaN has
/// NaN as least and greatest. Infinities are values like others. A least or greatest zero is +0.0, because which of two
/// equal zeros is met first must not matter; first and last keep their bits.
/// </remarks>
/// <param name="Min">Least value.</param>
/// <param name="Max">Greatest value.</param>
/// <param name="First">First sample.</param>
/// <param name="Last">Last sample.</param>
/// <param name="Count">Samples, NaN among them; 0 none.</param>
public readonly record struct Bucket(double Min, double Max, double First, double Last, long Count)
{
    /// <summary>Bytes of a bucket in memory.</summary>
    public const int Bytes = 5 * sizeof(double);

    /// <summary>A stretch without samples, as it is shown: NaN everywhere.</summary>
    public static Bucket Empty { get; } = new(double.NaN, double.NaN, double.NaN, double.NaN, 0);

    /// <summary>The bucket of some samples in their order. Does not allocate.</summary>
    public static Bucket From(ReadOnlySpan<double> samples)
    {
        if (samples.IsEmpty)
            return default;
        (double min, double max) = Extremes.Find(samples);
        return new Bucket(min, max, samples[0], samples[^1], samples.Length);
    }

    /// <summary>The bucket of an integer column; exact up to 2^53.</summary>
    public static Bucket From(ReadOnlySpan<long> samples)
    {
        if (samples.IsEmpty)
            return default;
        (long min, long max) = Extremes.Find(samples);
        return new Bucket(min, max, samples[0], samples[^1], samples.Length);
    }

    /// <summary>The bucket of one sample.</summary>
    public static Bucket From(double sample) => new(sample + 0.0, sample + 0.0, sample, sample, 1);

    /// <summary>
    /// This bucket and one whose samples come after its own. Exact: how samples were cut into buckets leaves no trace.
    /// </summary>
    public Bucket Append(in Bucket later)
    {
        if (Count == 0)
            return later;
        if (later.Count == 0)
            return this;
        double min = double.IsNaN(Min) || later.Min < Min ? later.Min : Min;
        double max = double.IsNaN(Max) || later.Max > Max ? later.Max : Max;
        return new Bucket(min, max, First, later.Last, Count + later.Count);
    }
}
