using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

internal static partial class Quantiser
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void RunVectors<TScaling>(
        ReadOnlySpan<double> points,
        Scale scale,
        Span<long> integers,
        ref double min,
        ref double max,
        ref bool isExact,
        ref bool isDone)
        where TScaling : struct, IScaling
    {
        ref double from = ref MemoryMarshal.GetReference(points);
        ref long to = ref MemoryMarshal.GetReference(integers[..points.Length]);
        isDone = true;
        if (Vector512.IsHardwareAccelerated && Avx512F.IsSupported && points.Length >= Vector512<double>.Count)
            isExact = Quantiser512.Run<TScaling>(ref from, ref to, points.Length, scale, out min, out max);
        else if (Vector256.IsHardwareAccelerated && Fma.IsSupported && points.Length >= Vector256<double>.Count)
            isExact = Quantiser256.Run<TScaling>(ref from, ref to, points.Length, scale, out min, out max);
        else
            isDone = false;
    }
}
