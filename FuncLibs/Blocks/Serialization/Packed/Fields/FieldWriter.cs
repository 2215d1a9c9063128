using System.Buffers.Binary;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// Packs integers into fields. Writes up to <see cref="SlackBytes"/> after the last one, which the next thing written
/// covers.
/// </summary>
internal static partial class FieldWriter
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
        integers = integers[..(1 + count + SlackIntegers)];
        target = target[..(bytes + SlackBytes)];
        bool isDone = false;
        WriteVectors<TKind>(integers, count, run, target, ref isDone);
        if (!isDone)
            FieldWriter64.Write<TKind>(integers, count, run, target);
        return bytes;
    }

    static partial void WriteVectors<TKind>(
        ReadOnlySpan<long> integers, int count, in FieldRun run, Span<byte> target, ref bool isDone)
        where TKind : struct, IFieldKind;
}

/// <summary>Any processor: one field at a time into a word, which is written when it is full.</summary>
internal static class FieldWriter64
{
    private const int WordBits = 64;

    /// <summary>Writes <paramref name="count"/> fields of 1 bit or more, and up to 8 bytes.</summary>
    public static void Write<TKind>(ReadOnlySpan<long> integers, int count, in FieldRun run, Span<byte> target)
        where TKind : struct, IFieldKind
    {
        int width = run.Width;
        ulong word = 0;
        int used = 0;
        long before = integers[0];
        foreach (long value in integers.Slice(1, count))
        {
            long above = value - run.Base;
            ulong field = (ulong)(TKind.IsDelta ? above - before : above);
            before = value;
            word |= field << used;
            used += width;
            if (used < WordBits)
                continue;
            BinaryPrimitives.WriteUInt64LittleEndian(target, word);
            target = target[sizeof(ulong)..];
            used -= WordBits;
            word = used == 0 ? 0 : field >> (width - used);
        }

        BinaryPrimitives.WriteUInt64LittleEndian(target, word);
    }
}
