using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Signals.Elementwise.Looks;

/// <summary>Looks for NaN among values that are there already.</summary>
internal static class NaNScan
{
    /// <summary>True when a value is NaN.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static bool Finds(ReadOnlySpan<double> values)
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
