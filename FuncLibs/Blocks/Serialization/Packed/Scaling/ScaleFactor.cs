namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

/// <summary>
/// Finds the step of a column of counts: the greatest number that all points are near multiples of, by Euclid's
/// algorithm with a tolerance, then refined with ever larger multiples, then the float64 beside it that give the points
/// bit for bit, as k * step or as k / (steps per unit).
/// </summary>
internal static class ScaleFactor
{
    // A remainder below the largest point times this is rounding, which grows with the quotients: first as for counts
    // of 16 bits with much room between, then as for those of 24.
    private const double Coarse = 1.0 / (1 << 20);
    private const double Fine = 1.0 / (1 << 27);

    // The refined step is off by a few units in the last place.
    private const int Neighbours = 3;

    // k * m / n with a small m and a whole n, as in counts * 10 / 32767.
    private const int MaxNumerator = 20;
    private const double Wholeness = 1e-9;
    private const double MaxWhole = 1L << 31;

    /// <summary>Finds a scale that holds the samples; the column decides about it.</summary>
    /// <param name="samples">Not empty, ascending by magnitude.</param>
    /// <param name="points">The column, searched for a common step.</param>
    /// <param name="scale">The scale.</param>
    public static bool TryFind(ReadOnlySpan<double> samples, ReadOnlySpan<double> points, out Scale scale) =>
        TryFind(samples, points, Coarse, out scale) || TryFind(samples, points, Fine, out scale);

    private static bool TryFind(
        ReadOnlySpan<double> samples, ReadOnlySpan<double> points, double tolerance, out Scale scale)
    {
        scale = default;
        double step = Step(samples, points, tolerance * Math.Abs(samples[^1]));
        if (!double.IsNormal(step))
            return false;
        foreach (double sample in samples)
            step = Refine(step, sample);
        var best = new ScaleSelector(samples, points);
        TryNear(step, Scale.Multiply, ref best);
        if (!best.IsWon)
            TryNear(1 / step, Scale.Divide, ref best);
        for (int numerator = 2; !best.IsWon && numerator <= MaxNumerator; numerator++)
            TryInteger(numerator / step, ref best);
        scale = best.Scale;
        return best.Hits > 0;
    }

    private static double Step(ReadOnlySpan<double> samples, ReadOnlySpan<double> points, double tolerance)
    {
        double step = 0;
        foreach (double sample in samples)
            step = Refine(Divisor(Math.Abs(sample), step, tolerance), sample);

        // Samples may share a factor that other points do not have.
        for (int i = 1; i < points.Length && step > tolerance; i += 1 + (points.Length / 64))
        {
            double difference = Math.Abs(points[i] - points[i - 1]);
            if (difference > tolerance && difference <= double.MaxValue)
                step = Refine(Divisor(difference, step, tolerance), samples[^1]);
        }

        return step > tolerance ? step : 0;
    }

    // The step that goes a whole number of times into a point: as exact as the point is. Without it each division
    // multiplies the error of the last.
    private static double Refine(double step, double point) => Math.Abs(point) / Math.Round(Math.Abs(point) / step);

    private static double Divisor(double a, double b, double tolerance)
    {
        while (b > tolerance)
            (a, b) = (b, Math.Abs(a - (Math.Round(a / b) * b)));
        return a;
    }

    private static void TryNear(double factor, byte code, ref ScaleSelector best)
    {
        long bits = BitConverter.DoubleToInt64Bits(factor);
        best.Try(new Scale(code, factor));
        for (int away = 1; away <= Neighbours && !best.IsWon; away++)
        {
            best.Try(new Scale(code, BitConverter.Int64BitsToDouble(bits - away)));
            best.Try(new Scale(code, BitConverter.Int64BitsToDouble(bits + away)));
        }
    }

    private static void TryInteger(double divisor, ref ScaleSelector best)
    {
        double whole = Math.Round(divisor);
        if (whole is >= 1 and <= MaxWhole && Math.Abs(divisor - whole) < whole * Wholeness)
            best.Try(new Scale(Scale.Divide, whole));
    }
}

/// <summary>
/// Keeps the scale that holds most points of a column. Samples alone do not decide between neighbouring factors: with
/// few different integers among them, several give them all.
/// </summary>
internal ref struct ScaleSelector(ReadOnlySpan<double> samples, ReadOnlySpan<double> points)
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
        if (!double.IsNormal(candidate.Factor) || !double.IsNormal(candidate.ToInteger)
            || !ScaleSamples.Fit(candidate, _samples))
            return;
        int hits = ScaleSamples.Hits(candidate, _points);
        if (hits > Hits)
            (Scale, Hits) = (candidate, hits);
    }
}
