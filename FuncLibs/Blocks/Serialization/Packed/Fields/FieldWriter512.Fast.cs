using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// AVX-512 VBMI: up to 8 bits, 8 fields become bytes and one <c>pext</c> closes the gaps. Above, no byte holds more
/// than two fields: each lane is shifted by the bits its field begins at within a byte, and two byte permutes, one for
/// each field of a byte, are put together.
/// </summary>
internal static class FieldWriter512
{
    private const int Group = 8;
    private const int MaxNarrow = 8;
    private const int MaxWidth = 56;
    private const int LaneBytes = 8;
    private const int VectorBytes = 64;

    // Byte 7 of lane 0 is always 0: its field begins at bit 0 and has at most 56 bits.
    private const byte ZeroByte = 7;

    private static readonly byte[] FirstField = CreatePermutes(second: false);
    private static readonly byte[] SecondField = CreatePermutes(second: true);

    /// <summary>Writes fields of 1 to 56 bits; what is after the last one in its group of 8 is 0.</summary>
    public static void Write<TKind>(ref long from, int count, in FieldRun run, ref byte to)
        where TKind : struct, IFieldKind
    {
        if (run.Width <= MaxNarrow)
            WriteNarrow<TKind>(ref from, count, run, ref to);
        else
            WriteWide<TKind>(ref from, count, run, ref to);
    }

    private static void WriteNarrow<TKind>(ref long from, int count, in FieldRun run, ref byte to)
        where TKind : struct, IFieldKind
    {
        int width = run.Width;
        Vector512<long> origin = Vector512.Create(run.Base);
        ulong used = 0x0101_0101_0101_0101UL * (ulong)run.Mask;
        for (; count > 0; count -= Group)
        {
            ulong fields =
                Avx512F.ConvertToVector128Byte(Fields<TKind>(ref from, origin, count).AsUInt64()).AsUInt64().ToScalar();
            Unsafe.WriteUnaligned(ref to, Bmi2.X64.ParallelBitExtract(fields, used));
            from = ref Unsafe.Add(ref from, Group);
            to = ref Unsafe.Add(ref to, width);
        }
    }

    private static void WriteWide<TKind>(ref long from, int count, in FieldRun run, ref byte to)
        where TKind : struct, IFieldKind
    {
        int width = run.Width;
        Vector512<long> origin = Vector512.Create(run.Base);
        Vector512<ulong> shift = (Vector512.Create(0UL, 1, 2, 3, 4, 5, 6, 7) * (ulong)width) & Vector512.Create(7UL);
        Vector512<byte> first = Vector512.LoadUnsafe(
            ref MemoryMarshal.GetArrayDataReference(FirstField), (nuint)(width * VectorBytes));
        Vector512<byte> second = Vector512.LoadUnsafe(
            ref MemoryMarshal.GetArrayDataReference(SecondField), (nuint)(width * VectorBytes));
        for (; count > 0; count -= Group)
        {
            Vector512<byte> lanes =
                Avx512F.ShiftLeftLogicalVariable(Fields<TKind>(ref from, origin, count).AsUInt64(), shift).AsByte();
            (Avx512Vbmi.PermuteVar64x8(lanes, first) | Avx512Vbmi.PermuteVar64x8(lanes, second)).StoreUnsafe(ref to);
            from = ref Unsafe.Add(ref from, Group);
            to = ref Unsafe.Add(ref to, width);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<long> Fields<TKind>(ref long from, Vector512<long> origin, int left)
        where TKind : struct, IFieldKind
    {
        Vector512<long> fields = Vector512.LoadUnsafe(ref from) - origin;
        if (TKind.IsDelta)
            fields -= Vector512.LoadUnsafe(ref Unsafe.Subtract(ref from, 1));
        if (left < Group)
            fields &= Vector512.GreaterThan(Vector512.Create((long)left), Vector512.Create(0L, 1, 2, 3, 4, 5, 6, 7));
        return fields;
    }

    // Output byte b holds bits 8b to 8b + 7: those of field 8b / width and, where it is another one, of field (8b + 7)
    // / width.
    private static byte[] CreatePermutes(bool second)
    {
        byte[] permutes = new byte[(MaxWidth + 1) * VectorBytes];
        permutes.AsSpan().Fill(ZeroByte);
        for (int width = MaxNarrow + 1; width <= MaxWidth; width++)
        {
            for (int b = 0; b < width; b++)
            {
                int field = ((8 * b) + (second ? 7 : 0)) / width;
                if (!second || field != 8 * b / width)
                    permutes[(width * VectorBytes) + b] = (byte)((field * LaneBytes) + b - (field * width / 8));
            }
        }

        return permutes;
    }
}
