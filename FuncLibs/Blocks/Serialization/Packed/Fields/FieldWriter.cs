using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// Packs integers into fields. Writes up to <see cref="SlackBytes"/> after the last one, which the next thing written
/// covers.
/// </summary>
internal static class FieldWriter
{
    /// <summary>Bytes that must be there after the fields.</summary>
    public const int SlackBytes = 64;

    /// <summary>Integers that must be readable after the last one.</summary>
    public const int SlackIntegers = 8;

    /// <summary>
    /// Writes one field for each integer: what it is above the base, or above base and the integer before it.
    /// </summary>
    /// <param name="integers">The integer before the first one, the <paramref name="count"/> integers, and 8 more of
    /// any value.</param>
    /// <param name="count">Fields.</param>
    /// <param name="run">Width and base.</param>
    /// <param name="target">Room for the fields and 64 bytes.</param>
    /// <returns>Bytes of the fields.</returns>
    public static int Write<TKind>(ReadOnlySpan<long> integers, int count, in FieldRun run, Span<byte> target)
        where TKind : struct, IFieldKind
    {
        int bytes = PackedFormat.FieldBytes(count, run.Width);
        if (run.Width == 0)
            return 0;
        ref long from = ref MemoryMarshal.GetReference(integers[..(1 + count + SlackIntegers)][1..]);
        ref byte to = ref MemoryMarshal.GetReference(target[..(bytes + SlackBytes)]);
        if (Avx512Vbmi.IsSupported && Bmi2.X64.IsSupported)
            FieldWriter512.Write<TKind>(ref from, count, run, ref to);
        else if (Avx2.IsSupported && run.Width <= FieldWriter256.MaxWidth)
            FieldWriter256.Write<TKind>(ref from, count, run, ref to);
        else
            FieldWriter64.Write<TKind>(ref from, count, run, ref to);
        return bytes;
    }
}

/// <summary>Any little-endian processor: one field at a time into a word, which is written when it is full.</summary>
internal static class FieldWriter64
{
    private const int WordBits = 64;

    /// <summary>Writes <paramref name="count"/> fields of 1 bit or more, and up to 8 bytes.</summary>
    public static void Write<TKind>(ref long from, int count, in FieldRun run, ref byte to)
        where TKind : struct, IFieldKind
    {
        int width = run.Width;
        ulong word = 0;
        int used = 0;
        for (nint i = 0; i < count; i++)
        {
            long above = Unsafe.Add(ref from, i) - run.Base;
            ulong field = (ulong)(TKind.IsDelta ? above - Unsafe.Add(ref from, i - 1) : above);
            word |= field << used;
            used += width;
            if (used < WordBits)
                continue;
            Unsafe.WriteUnaligned(ref to, word);
            to = ref Unsafe.Add(ref to, sizeof(ulong));
            used -= WordBits;
            word = used == 0 ? 0 : field >> (width - used);
        }

        Unsafe.WriteUnaligned(ref to, word);
    }
}
