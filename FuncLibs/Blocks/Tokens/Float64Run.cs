using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Many float64 tokens in a row: <c>CB</c> + 8 bytes big-endian each, bit for bit; in vectors where the processor has
/// them. The bytes are the same on all of them.
/// </summary>
internal static partial class Float64Run
{
    /// <summary>Bytes of one token.</summary>
    public const int BytesPerItem = 9;

    /// <summary>Writes all values.</summary>
    /// <param name="values">The values.</param>
    /// <param name="target">At least 9 bytes for each value.</param>
    /// <returns>Bytes written: 9 for each value.</returns>
    public static int Write(ReadOnlySpan<double> values, Span<byte> target)
    {
        int bytes = checked(values.Length * BytesPerItem);
        target = target[..bytes];
        ReadOnlySpan<long> words = MemoryMarshal.Cast<double, long>(values);
        int done = 0;
        WriteVectors(words, target, ref done);
        WriteStrided(words[done..], 1, words.Length - done, target[(done * BytesPerItem)..]);
        return bytes;
    }

    /// <summary>Reads as many tokens as <paramref name="values"/> has places.</summary>
    /// <param name="source">Begins at the first token.</param>
    /// <param name="values">Where they go.</param>
    /// <returns>False when the source is too short or one token is not a float64; the values mean nothing
    /// then.</returns>
    public static bool TryRead(ReadOnlySpan<byte> source, Span<double> values)
    {
        if (source.Length < (long)values.Length * BytesPerItem)
            return false;
        Span<long> words = MemoryMarshal.Cast<double, long>(values);
        int done = 0;
        bool areFloats = true;
        ReadVectors(source, words, ref done, ref areFloats);
        return TryReadStrided(source[(done * BytesPerItem)..], words[done..], 1, words.Length - done) && areFloats;
    }

    /// <summary>Writes values that are <paramref name="stride"/> words apart, as their bit patterns.</summary>
    /// <param name="words">Begins at the first value.</param>
    /// <param name="stride">Words from one value to the next.</param>
    /// <param name="count">Values.</param>
    /// <param name="target">At least 9 bytes for each value.</param>
    /// <returns>Bytes written.</returns>
    internal static int WriteStrided(ReadOnlySpan<long> words, int stride, int count, Span<byte> target)
    {
        for (int i = 0; i < count; i++)
        {
            Span<byte> token = target.Slice(i * BytesPerItem, BytesPerItem);
            token[0] = MessagePackCode.Float64;
            BinaryPrimitives.WriteInt64BigEndian(token[1..], words[i * stride]);
        }

        return count * BytesPerItem;
    }

    /// <summary>
    /// Reads tokens to places that are <paramref name="stride"/> words apart; false when the source is too short or one
    /// token is not a float64.
    /// </summary>
    internal static bool TryReadStrided(ReadOnlySpan<byte> source, Span<long> words, int stride, int count)
    {
        if (source.Length < (long)count * BytesPerItem)
            return false;

        // Collected, so that there is one branch a run.
        int mismatch = 0;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> token = source.Slice(i * BytesPerItem, BytesPerItem);
            mismatch |= token[0] ^ MessagePackCode.Float64;
            words[i * stride] = BinaryPrimitives.ReadInt64BigEndian(token[1..]);
        }

        return mismatch == 0;
    }

    static partial void WriteVectors(ReadOnlySpan<long> words, Span<byte> target, ref int done);

    static partial void ReadVectors(ReadOnlySpan<byte> source, Span<long> words, ref int done, ref bool areFloats);
}
