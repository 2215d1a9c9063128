using FuncLibs.Blocks.Catalogue.Names;

namespace SignalMonitor.TestReports;

/// <summary>
/// A channel over a whole test in a bounded number of buckets, each of as long a time as the others: least and greatest
/// value. A peak is never lost.
/// </summary>
/// <param name="signal">The channel.</param>
/// <param name="buckets">How many buckets, 1 or more.</param>
internal sealed class ReportedChannel(SignalDescription signal, int buckets)
{
    private readonly double[] _min = Filled(buckets);
    private readonly double[] _max = Filled(buckets);

    /// <summary>The channel.</summary>
    public SignalDescription Signal => signal;

    /// <summary>Least value of each bucket; NaN without a value.</summary>
    public ReadOnlySpan<double> Min => _min;

    /// <summary>Greatest value of each.</summary>
    public ReadOnlySpan<double> Max => _max;

    /// <summary>Values that were taken, NaN not among them.</summary>
    public long Count { get; private set; }

    /// <summary>Takes the values of a block.</summary>
    public void Append(int bucket, ReadOnlySpan<double> values)
    {
        foreach (double value in values)
        {
            if (double.IsNaN(value))
                continue;
            Count++;

            // The first comparison with NaN is false.
            if (!(value >= _min[bucket]))
                _min[bucket] = value;
            if (!(value <= _max[bucket]))
                _max[bucket] = value;
        }
    }

    private static double[] Filled(int count)
    {
        double[] values = new double[count];
        values.AsSpan().Fill(double.NaN);
        return values;
    }
}

/// <summary>Two channels of one axis over a short piece of a test, sample by sample.</summary>
/// <param name="X">The abscissa.</param>
/// <param name="Y">The ordinate.</param>
/// <param name="Title">Which piece.</param>
internal sealed record ReportedLoop(SignalDescription X, SignalDescription Y, string Title)
{
    /// <summary>Abscissas.</summary>
    public List<double> Xs { get; init; } = [];

    /// <summary>Ordinates, as many.</summary>
    public List<double> Ys { get; init; } = [];
}
