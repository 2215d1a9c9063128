using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

internal static partial class FieldWriter
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void WriteVectors<TKind>(
        ReadOnlySpan<long> integers, int count, in FieldRun run, Span<byte> target, ref bool isDone)
        where TKind : struct, IFieldKind
    {
        ref long from = ref MemoryMarshal.GetReference(integers[1..]);
        ref byte to = ref MemoryMarshal.GetReference(target);
        isDone = true;
        if (Avx512Vbmi.IsSupported && Bmi2.X64.IsSupported)
            FieldWriter512.Write<TKind>(ref from, count, run, ref to);
        else if (Avx2.IsSupported && run.Width <= FieldWriter256.MaxWidth)
            FieldWriter256.Write<TKind>(ref from, count, run, ref to);
        else
            isDone = false;
    }
}
