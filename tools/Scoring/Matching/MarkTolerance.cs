namespace Tools.Scoring.Matching;

/// <summary>When a mark that was found is one of the truth.</summary>
/// <param name="Samples">Base samples that indices may differ by, once the delay is taken off; null: from the distance of marks.</param>
/// <param name="LeastSamples">Least that null gives: two samples of the channel.</param>
/// <param name="Percent">Part of the range that values may differ by.</param>
/// <param name="Range">Range of the column in its unit; not finite when the catalogue does not say.</param>
/// <param name="MostDelaySamples">Largest delay that is looked for.</param>
internal readonly record struct MarkTolerance(long? Samples, long LeastSamples, double Percent, double Range, long MostDelaySamples)
{
    // An extreme of a sine may lie anywhere in its flat top: noise of 0.5 % of the amplitude moves it by 1.6 % of a period.
    private const double PartOfDistance = 0.05;

    /// <summary>The tolerance for marks such as these.</summary>
    public long SamplesFor(ReadOnlySpan<Mark> truth)
    {
        if (Samples is { } given)
            return given;
        List<long> distances = [];
        for (int i = 1; i < truth.Length; i++)
            distances.Add(truth[i].Index - truth[i - 1].Index);
        return Math.Max(LeastSamples, (long)(Delay.MedianOf(distances) * PartOfDistance));
    }

    /// <summary>Error of a value in % of the range; of the value itself when the range is not known.</summary>
    public double ErrorPercent(double truth, double found)
    {
        double range = double.IsFinite(Range) && Range > 0 ? Range : Math.Abs(truth);
        return found == truth ? 0 : 100 * (found - truth) / range;
    }
}
