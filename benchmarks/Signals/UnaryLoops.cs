namespace Benchmarks.Signals;

/// <summary>Plain loops over one column: static methods over spans, System.Math, the library's rules for NaN.</summary>
internal static class UnaryLoops
{
    public static void Abs(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Abs(x[i]); }

    public static void Acos(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Acos(x[i]); }

    public static void Asin(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Asin(x[i]); }

    public static void Atan(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Atan(x[i]); }

    public static void Ceiling(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Ceiling(x[i]); }

    public static void Cos(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Cos(x[i]); }

    public static void Exp(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Exp(x[i]); }

    public static void Floor(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Floor(x[i]); }

    public static void IsNaN(ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(x[i]) ? 1 : 0;
    }

    public static void Log(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Log(x[i]); }

    public static void LogTen(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Log10(x[i]); }

    public static void Negate(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = -x[i]; }

    public static void Not(ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(x[i]) ? double.NaN : x[i] == 0 ? 1 : 0;
    }

    public static void Round(ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Round(x[i], MidpointRounding.AwayFromZero);
    }

    public static void RoundDigits(ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Round(x[i], 2, MidpointRounding.AwayFromZero);
    }

    public static void Sign(ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(x[i]) ? double.NaN : Math.Sign(x[i]);
    }

    public static void Sin(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Sin(x[i]); }

    public static void Sqrt(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Sqrt(x[i]); }

    public static void Tan(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Tan(x[i]); }

    public static void Truncate(
        ReadOnlySpan<double> x, Span<double> y)
    { for (int i = 0; i < y.Length; i++) y[i] = Math.Truncate(x[i]); }
}
