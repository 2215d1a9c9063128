namespace Benchmarks.Signals;

/// <summary>
/// Plain loops over three columns: static methods over spans, System.Math, the library's rules for NaN.
/// </summary>
internal static class TernaryLoops
{
    public static void Clamp(ReadOnlySpan<double> a, ReadOnlySpan<double> b, ReadOnlySpan<double> c, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.Clamp(a[i], b[i], c[i]);
    }

    public static void FusedMultiplyAdd(
        ReadOnlySpan<double> a, ReadOnlySpan<double> b, ReadOnlySpan<double> c, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = Math.FusedMultiplyAdd(a[i], b[i], c[i]);
    }

    public static void If(ReadOnlySpan<double> a, ReadOnlySpan<double> b, ReadOnlySpan<double> c, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = double.IsNaN(a[i]) ? double.NaN : a[i] != 0 ? b[i] : c[i];
    }

    public static void Scale(ReadOnlySpan<double> a, ReadOnlySpan<double> b, ReadOnlySpan<double> c, Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
            y[i] = (a[i] * b[i]) + c[i];
    }
}
