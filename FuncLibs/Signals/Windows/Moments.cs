namespace FuncLibs.Signals.Windows;

/// <summary>Count, mean and sum of squared deviations of some values.</summary>
/// <remarks>
/// Source: Welford, Note on a method for calculating corrected sums of squares and products (1962); Chan, Golub and LeVeque, Updating
/// formulae and a pairwise algorithm for computing sample variances (1979). A large mean does not cost the digits of a small deviation.
/// </remarks>
internal readonly record struct Moments(double Count, double Mean, double Squares)
{
    /// <summary>The sample deviation: NaN of fewer than two values.</summary>
    public double Deviation => Math.Sqrt(Squares / (Count - 1));

    /// <summary>With one more value.</summary>
    public Moments With(double x)
    {
        double count = Count + 1;
        double off = x - Mean;
        double mean = Mean + (off / count);
        return new Moments(count, mean, Squares + (off * (x - mean)));
    }

    /// <summary>Of both together.</summary>
    public static Moments Join(Moments a, Moments b)
    {
        if (a.Count == 0)
            return b;
        if (b.Count == 0)
            return a;
        double count = a.Count + b.Count;
        double off = b.Mean - a.Mean;
        double mean = a.Mean + (off * (b.Count / count));
        return new Moments(count, mean, a.Squares + b.Squares + (off * off * (a.Count * b.Count / count)));
    }
}
