using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// What a loop accumulates of the results it writes, while they are still in registers: a second pass over them would
/// cost more than the function itself.
/// </summary>
internal interface INonFiniteCheck
{
    /// <summary>
    /// What was seen so far, at first zeros, and these results. Order and grouping do not change it in the
    /// end.
    /// </summary>
    static abstract Vector<double> Add(Vector<double> seen, Vector<double> results);
}

/// <summary>
/// Whether every result is finite: x - x is zero then, and NaN for NaN and the infinities, and a sum that met NaN stays
/// NaN. Two operations a vector, at full speed on every processor, where comparisons and masks halve that of a short
/// function.
/// </summary>
internal readonly struct NonFiniteCheck : INonFiniteCheck
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> Add(Vector<double> seen, Vector<double> results) => seen + (results - results);

    /// <summary>
    /// True when a result is NaN. The sum rules it out for finite results; others, which are rare, are checked again.
    /// </summary>
    public static bool HasNaN(Vector<double> seen, ReadOnlySpan<double> results) =>
        !Vector.EqualsAll(seen, Vector<double>.Zero) && NaNCheck.HasNaN(results);
}

/// <summary>Keeps nothing, and costs nothing.</summary>
internal readonly struct NoCheck : INonFiniteCheck
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> Add(Vector<double> seen, Vector<double> results) => seen;
}

/// <summary>Looks for NaN among values that are there already.</summary>
internal static class NaNCheck
{
    /// <summary>True when a value is NaN.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static bool HasNaN(ReadOnlySpan<double> values)
    {
        ref double first = ref MemoryMarshal.GetReference(values);
        Vector512<double> found = Vector512<double>.Zero;
        int i = 0;
        for (; i <= values.Length - Vector512<double>.Count; i += Vector512<double>.Count)
            found |= Vector512.IsNaN(Vector512.LoadUnsafe(ref first, (nuint)i));
        bool finds = found.AsInt64() != Vector512<long>.Zero;
        for (; i < values.Length; i++)
            finds |= double.IsNaN(values[i]);
        return finds;
    }
}
