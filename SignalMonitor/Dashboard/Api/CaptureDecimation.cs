namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Samples of a capture in so many stretches, each with its least and greatest value: no peak is lost.
/// </summary>
/// <param name="points">Samples of each column.</param>
/// <param name="stretches">Stretches at most, 1 or more.</param>
internal readonly struct CaptureDecimation(int points, int stretches)
{
    /// <summary>Stretches that there are.</summary>
    public int Count { get; } = Math.Min(points, stretches);

    /// <summary>Index of the first sample of a stretch.</summary>
    public int First(int stretch) => (int)((long)stretch * points / Count);

    /// <summary>Least and greatest value of each stretch of a column.</summary>
    public (double Min, double Max)[] Decimate(double[] values)
    {
        (double Min, double Max)[] ends = new (double Min, double Max)[Count];
        for (int i = 0; i < ends.Length; i++)
            ends[i] = Decimate(values, i);
        return ends;
    }

    /// <summary>Least and greatest value of a stretch; NaN when it has none.</summary>
    public (double Min, double Max) Decimate(ReadOnlySpan<double> values, int stretch)
    {
        (double min, double max) = (double.NaN, double.NaN);
        foreach (double value in values[First(stretch)..First(stretch + 1)])
        {
            min = double.IsNaN(min) || value < min ? value : min;
            max = double.IsNaN(max) || value > max ? value : max;
        }

        return (min, max);
    }
}
