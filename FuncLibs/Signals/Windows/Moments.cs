namespace FuncLibs.Signals.Windows;

/// <summary>
/// Count, mean and sum of squared deviations of some values. The mean is kept as one of the values and the way from it.
/// </summary>
/// <remarks>
/// Source: Welford, Note on a method for calculating corrected sums of squares and products (1962); Chan, Golub and
/// LeVeque, Updating formulae and a pairwise algorithm for computing sample variances (1979). A mean in one number has
/// an error of its last digit, which at 1e9 is 1e-7; differences from a value of the window are exact, so that a large
/// mean does not cost the digits of a small deviation.
/// </remarks>
/// <param name="Count">How many values.</param>
/// <param name="Base">One of them.</param>
/// <param name="Off">Their mean less that one.</param>
/// <param name="Squares">Sum of the squared deviations from the mean.</param>
internal readonly record struct Moments(double Count, double Base, double Off, double Squares)
{
    /// <summary>The sample deviation: NaN of fewer than two values.</summary>
    public double Deviation => Math.Sqrt(Squares / (Count - 1));

    /// <summary>With one more value.</summary>
    public Moments With(double x)
    {
        if (Count == 0)
            return new Moments(1, x, 0, 0);
        double count = Count + 1;
        double away = x - Base;
        double from = away - Off;
        double off = Off + (from / count);
        return new Moments(count, Base, off, Squares + (from * (away - off)));
    }

    /// <summary>Of both together.</summary>
    public static Moments Join(Moments a, Moments b)
    {
        if (a.Count == 0)
            return b;
        if (b.Count == 0)
            return a;
        double count = a.Count + b.Count;
        double between = b.Base - a.Base + (b.Off - a.Off);
        double off = a.Off + (between * (b.Count / count));
        double squares = a.Squares + b.Squares + (between * between * (a.Count * b.Count / count));
        return new Moments(count, a.Base, off, squares);
    }
}
