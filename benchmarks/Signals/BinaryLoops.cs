namespace Benchmarks.Signals;

/// <summary>
/// Plain loops over two columns: static methods over spans, System.Math, the library's rules for NaN.
/// </summary>
internal static class BinaryLoops
{
    public static void Add(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = a[i] + b[i];
    }

    public static void Subtract(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = a[i] - b[i];
    }

    public static void Multiply(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = a[i] * b[i];
    }

    public static void Divide(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = a[i] / b[i];
    }

    public static void Less(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b[i]) ? double.NaN : a[i] < b[i] ? 1 : 0;
    }

    public static void LessOrEqual(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b[i]) ? double.NaN : a[i] <= b[i] ? 1 : 0;
    }

    public static void Equal(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b[i]) ? double.NaN : a[i] == b[i] ? 1 : 0;
    }

    public static void NotEqual(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b[i]) ? double.NaN : a[i] != b[i] ? 1 : 0;
    }

    public static void Greater(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b[i]) ? double.NaN : a[i] > b[i] ? 1 : 0;
    }

    public static void GreaterOrEqual(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b[i]) ? double.NaN : a[i] >= b[i] ? 1 : 0;
    }

    public static void And(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = a[i] == 0 || b[i] == 0 ? 0 : double.IsNaN(a[i]) || double.IsNaN(b[i]) ? double.NaN : 1;
    }

    public static void AtanTwo(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Atan2(a[i], b[i]);
    }

    public static void Coalesce(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) ? b[i] : a[i];
    }

    public static void Hypot(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.Hypot(a[i], b[i]);
    }

    public static void Max(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Max(a[i], b[i]);
    }

    public static void Min(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Min(a[i], b[i]);
    }

    public static void Mod(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = a[i] - (b[i] * Math.Floor(a[i] / b[i]));
    }

    public static void Or(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Abs(a[i]) > 0 || Math.Abs(b[i]) > 0
                ? 1
                : double.IsNaN(a[i]) || double.IsNaN(b[i]) ? double.NaN : 0;
    }

    public static void Pow(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Pow(a[i], b[i]);
    }
}
