using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Looks;

/// <summary>
/// Whether every result is finite: x - x is zero then, and NaN for NaN and the infinities, and a sum that met NaN stays NaN. Two
/// operations a vector, at full speed on every processor, where comparisons and masks halve that of a short function.
/// </summary>
internal readonly struct FiniteLook : ILook
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> Add(Vector<double> seen, Vector<double> results) => seen + (results - results);

    /// <summary>True when a result is NaN. The sum rules it out for finite results; others, which are rare, are looked at again.</summary>
    public static bool FindsNaN(Vector<double> seen, ReadOnlySpan<double> results) =>
        !Vector.EqualsAll(seen, Vector<double>.Zero) && NaNScan.Finds(results);
}
