namespace Benchmarks.Signals;

/// <summary>Plain loops over a column and numbers; see <see cref="BinaryLoops"/>.</summary>
internal static class NumberLoops
{
    public static void Less(ReadOnlySpan<double> a, double b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b) ? double.NaN : a[i] < b ? 1 : 0;
    }

    public static void LessOrEqual(ReadOnlySpan<double> a, double b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b) ? double.NaN : a[i] <= b ? 1 : 0;
    }

    public static void Equal(ReadOnlySpan<double> a, double b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b) ? double.NaN : a[i] == b ? 1 : 0;
    }

    public static void NotEqual(ReadOnlySpan<double> a, double b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b) ? double.NaN : a[i] != b ? 1 : 0;
    }

    public static void Greater(ReadOnlySpan<double> a, double b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b) ? double.NaN : a[i] > b ? 1 : 0;
    }

    public static void GreaterOrEqual(ReadOnlySpan<double> a, double b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) || double.IsNaN(b) ? double.NaN : a[i] >= b ? 1 : 0;
    }

    public static void Max(ReadOnlySpan<double> a, double b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Max(a[i], b);
    }

    public static void Min(ReadOnlySpan<double> a, double b, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Min(a[i], b);
    }

    public static void Clamp(ReadOnlySpan<double> a, double b, double c, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Clamp(a[i], b, c);
    }

    public static void Scale(ReadOnlySpan<double> a, double b, double c, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = (a[i] * b) + c;
    }
}
