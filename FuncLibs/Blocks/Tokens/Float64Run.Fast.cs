using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FuncLibs.Blocks.Tokens;

/// <content>Bounds are checked once a run, then the loops go by reference, in vectors where they can.</content>
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
        if (count == 0)
            return 0;
        ref long from = ref MemoryMarshal.GetReference(words[..(((count - 1) * stride) + 1)]);
        ref byte to = ref MemoryMarshal.GetReference(target[..(count * BytesPerItem)]);
        for (int i = 0; i < count; i++)
        {
            Put(ref to, from);
            to = ref Unsafe.Add(ref to, BytesPerItem);
            from = ref Unsafe.Add(ref from, stride);
        }

        return count * BytesPerItem;
    }

    /// <summary>
    /// Reads tokens to places that are <paramref name="stride"/> words apart; false when the source is too short or one
    /// token is not a float64.
    /// </summary>
    internal static bool TryReadStrided(ReadOnlySpan<byte> source, Span<long> words, int stride, int count)
    {
        if (count == 0)
            return true;
        if (source.Length < (long)count * BytesPerItem)
            return false;
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref long to = ref MemoryMarshal.GetReference(words[..(((count - 1) * stride) + 1)]);
        int mismatch = 0;
        for (int i = 0; i < count; i++)
        {
            mismatch |= Take(ref from, ref to);
            from = ref Unsafe.Add(ref from, BytesPerItem);
            to = ref Unsafe.Add(ref to, stride);
        }

        return mismatch == 0;
    }

    // The caller has checked both lengths.
    private static void WriteAll(ReadOnlySpan<long> words, Span<byte> target)
    {
        ref long from = ref MemoryMarshal.GetReference(words);
        ref byte to = ref MemoryMarshal.GetReference(target);
        int count = words.Length;
        int done = Float64Vbmi.IsSupported && count >= Float64Vbmi.MinCount ? Float64Vbmi.Write(ref from, count, ref to)
            : Float64Avx2.IsSupported && count >= Float64Avx2.MinCount ? Float64Avx2.Write(ref from, count, ref to)
            : 0;
        for (; done < count; done++)
            Put(ref Unsafe.Add(ref to, done * BytesPerItem), Unsafe.Add(ref from, done));
    }

    // The caller has checked both lengths.
    private static bool TryReadAll(ReadOnlySpan<byte> source, Span<long> words)
    {
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref long to = ref MemoryMarshal.GetReference(words);
        int count = words.Length;
        bool areFloats = true;
        int done = Float64Vbmi.IsSupported
            && count >= Float64Vbmi.MinCount ? Float64Vbmi.Read(ref from, count, ref to, out areFloats)
            : Float64Avx2.IsSupported && count >= Float64Avx2.MinCount
            ? Float64Avx2.Read(ref from, count, ref to, out areFloats)
            : 0;
        int mismatch = 0;
        for (; done < count; done++)
            mismatch |= Take(ref Unsafe.Add(ref from, done * BytesPerItem), ref Unsafe.Add(ref to, done));
        return areFloats && mismatch == 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(ref byte to, long bits)
    {
        to = MessagePackCode.Float64;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), BinaryPrimitives.ReverseEndianness(bits));
    }

    // 0 when the token is a float64: the caller collects them and branches once a run.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Take(ref byte from, ref long to)
    {
        to = BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<long>(ref Unsafe.Add(ref from, 1)));
        return from ^ MessagePackCode.Float64;
    }
}
