using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// AVX2: 4 fields are shifted to their places in a word and put together; two such words make a group of 8.
/// </summary>
internal static class FieldWriter256
{
    /// <summary>4 fields of this width fill a word.</summary>
    public const int MaxWidth = 16;

    private const int WordBits = 64;

    /// <summary>Writes fields of 1 to 16 bits; what is after the last one in its group of 8 is 0.</summary>
    public static void Write<TKind>(ref long from, int count, in FieldRun run, ref byte to)
        where TKind : struct, IFieldKind
    {
        int width = run.Width;
        int half = 4 * width;
        Vector256<ulong> shift = Vector256.Create(0UL, (ulong)width, 2 * (ulong)width, 3 * (ulong)width);
        Vector256<long> origin = Vector256.Create(run.Base);
        for (nint i = 0; i < count; i += 8)
        {
            ulong low = Word<TKind>(ref Unsafe.Add(ref from, i), origin, shift, count - i);
            ulong high = Word<TKind>(ref Unsafe.Add(ref from, i + 4), origin, shift, count - i - 4);
            Unsafe.WriteUnaligned(ref to, half == WordBits ? low : low | (high << half));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, sizeof(ulong)), high >> ((WordBits - half) & (WordBits - 1)));
            to = ref Unsafe.Add(ref to, width);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Word<TKind>(ref long from, Vector256<long> origin, Vector256<ulong> shift, nint left)
        where TKind : struct, IFieldKind
    {
        Vector256<long> fields = Vector256.LoadUnsafe(ref from) - origin;
        if (TKind.IsDelta)
            fields -= Vector256.LoadUnsafe(ref Unsafe.Subtract(ref from, 1));
        if (left < Vector256<long>.Count)
            fields &= Vector256.GreaterThan(Vector256.Create((long)left), Vector256.Create(0L, 1, 2, 3));
        Vector256<ulong> placed = Avx2.ShiftLeftLogicalVariable(fields.AsUInt64(), shift);
        Vector128<ulong> pair = placed.GetLower() | placed.GetUpper();
        return pair.ToScalar() | pair.GetElement(1);
    }
}
