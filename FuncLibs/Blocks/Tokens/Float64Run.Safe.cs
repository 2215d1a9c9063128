using System.Buffers.Binary;

namespace FuncLibs.Blocks.Tokens;

internal static partial class Float64Run
{
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

        // Differences are collected, so that there is one branch a run.
        int mismatch = 0;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> token = source.Slice(i * BytesPerItem, BytesPerItem);
            mismatch |= token[0] ^ MessagePackCode.Float64;
            words[i * stride] = BinaryPrimitives.ReadInt64BigEndian(token[1..]);
        }

        return mismatch == 0;
    }

    private static void WriteAll(ReadOnlySpan<long> words, Span<byte> target) =>
        WriteStrided(words, 1, words.Length, target);

    private static bool TryReadAll(ReadOnlySpan<byte> source, Span<long> words) =>
        TryReadStrided(source, words, 1, words.Length);
}
