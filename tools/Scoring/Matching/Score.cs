namespace Tools.Scoring.Matching;

/// <summary>One line of the result: how well one kind of thing was found on one channel.</summary>
/// <param name="Kind">cycle, peak, valley, excursion, gap, gapSamples, alarm, or a property.</param>
/// <param name="Name">Signal, channel or limit; empty when it is of the whole stream.</param>
internal sealed record Score(string Kind, string Name)
{
    /// <summary>True positives: of the ground truth, and found.</summary>
    public long Hits { get; init; }

    /// <summary>False positives: found, and not of the ground truth, or with a wrong value.</summary>
    public long Extras { get; init; }

    /// <summary>False negatives: of the ground truth, and not found, or with a wrong value.</summary>
    public long Misses { get; init; }

    /// <summary>Pairs of the right place whose value is out of tolerance; each is one of <see cref="Extras"/> and of
    /// <see cref="Misses"/>.</summary>
    public long Wrong { get; init; }

    /// <summary>Not judged: at the ends of what was recorded, beside a gap, or beyond what the ground truth
    /// covers.</summary>
    public long Edges { get; init; }

    /// <summary>Median of how much later it is found than it is, base samples; NaN when there is no pair.</summary>
    public double OffsetSamples { get; init; } = double.NaN;

    /// <summary>Largest difference of the index from that, base samples; NaN none.</summary>
    public double WorstSamples { get; init; } = double.NaN;

    /// <summary>Root mean square of these differences; NaN none.</summary>
    public double RmsSamples { get; init; } = double.NaN;

    /// <summary>Largest error of a value, in % of the range, of a property in % of its value; NaN none.</summary>
    public double WorstPercent { get; init; } = double.NaN;

    /// <summary>Root mean square of these errors; NaN none.</summary>
    public double RmsPercent { get; init; } = double.NaN;

    /// <summary>Remarks for people; may be empty.</summary>
    public string Note { get; init; } = "";

    /// <summary>Part of what was found that is true; NaN when nothing was found.</summary>
    public double Precision => Hits + Extras == 0 ? double.NaN : (double)Hits / (Hits + Extras);

    /// <summary>Part of the ground truth that was found; NaN when there is none.</summary>
    public double Recall => Hits + Misses == 0 ? double.NaN : (double)Hits / (Hits + Misses);

    /// <summary>Harmonic mean of both; NaN when there was nothing to find and nothing found.</summary>
    public double F1 => Hits + Extras + Misses == 0 ? double.NaN : 2.0 * Hits / ((2 * Hits) + Extras + Misses);
}

/// <summary>
/// Worst and root mean square of errors, as they come. A mutable value, kept by its owner in a field.
/// </summary>
internal struct ErrorSum
{
    private double _worst;
    private double _squares;
    private long _count;

    public readonly double Worst => _count == 0 ? double.NaN : _worst;

    public readonly double Rms => _count == 0 ? double.NaN : Math.Sqrt(_squares / _count);

    public void Add(double error)
    {
        _worst = Math.Max(_worst, Math.Abs(error));
        _squares += error * error;
        _count++;
    }
}
