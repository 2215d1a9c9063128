using System.Numerics;
using System.Runtime.InteropServices;

namespace HardwareConnector.Sources.Watching;

/// <summary>Looks for NaN and infinities.</summary>
internal static class NonFinite
{
    /// <summary>True when a value is none. A number times 0 is 0; only NaN and the infinities become NaN, and stay it in a sum.</summary>
    public static bool IsIn(ReadOnlySpan<double> values)
    {
        ReadOnlySpan<Vector<double>> vectors = MemoryMarshal.Cast<double, Vector<double>>(values);
        Vector<double> sum = Vector<double>.Zero;
        foreach (Vector<double> vector in vectors)
            sum += vector * Vector<double>.Zero;
        double rest = Vector.Sum(sum);
        foreach (double value in values[(vectors.Length * Vector<double>.Count)..])
            rest += value * 0;
        return double.IsNaN(rest);
    }
}
