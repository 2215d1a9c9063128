namespace FuncLibs.Blocks.Serialization.Packed.Scales;

/// <summary>
/// Keeps the scale that holds most points of a column. Samples alone do not decide between neighbouring factors: with few different
/// integers among them, several give them all.
/// </summary>
internal ref struct ScaleContest(ReadOnlySpan<double> samples, ReadOnlySpan<double> points)
{
    private readonly ReadOnlySpan<double> _samples = samples;
    private readonly ReadOnlySpan<double> _points = points;

    /// <summary>The best so far.</summary>
    public Scale Scale { get; private set; }

    /// <summary>Points of the column that it holds; 0 = there is none.</summary>
    public int Hits { get; private set; }

    /// <summary>True when a scale holds the whole column.</summary>
    public readonly bool IsWon => Hits == _points.Length;

    /// <summary>Enters a scale; the first of equals stays.</summary>
    public void Try(Scale candidate)
    {
        if (!double.IsNormal(candidate.Factor) || !double.IsNormal(candidate.ToInteger) || !ScaleSamples.Fit(candidate, _samples))
            return;
        int hits = ScaleSamples.Hits(candidate, _points);
        if (hits > Hits)
            (Scale, Hits) = (candidate, hits);
    }
}
