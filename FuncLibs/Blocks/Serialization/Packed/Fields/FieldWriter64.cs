using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

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
