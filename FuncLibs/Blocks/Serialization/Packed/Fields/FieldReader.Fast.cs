using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

internal static partial class FieldReader
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void ReadVectors<TKind, TScaling>(
        ReadOnlySpan<byte> fields, in FieldRun run, ref long start, Span<double> points, ref bool isDone)
        where TKind : struct, IFieldKind
        where TScaling : struct, IScaling
    {
        ref byte from = ref MemoryMarshal.GetReference(fields);
        isDone = true;
        if (TKind.IsDelta && run.Width <= DeltaReader512.MaxWidth && Avx512Vbmi.IsSupported && Bmi2.X64.IsSupported)
            DeltaReader512.Read<TScaling>(ref from, run, ref start, points);
        else if (Avx512Vbmi.IsSupported)
            FieldReader512.Read<TKind, TScaling>(ref from, run, ref start, points);
        else if (Vector256.IsHardwareAccelerated && Avx2.IsSupported && Fma.IsSupported)
            FieldReader256.Read<TKind, TScaling>(ref from, run, ref start, points);
        else
            isDone = false;
    }
}
