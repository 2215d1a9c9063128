using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Float64 tokens with AVX2, whose byte shuffle stays inside 16 bytes: writing makes 3 tokens (27 bytes of a 32-byte
/// store) a step, reading takes 4 tokens (exactly 36 bytes). The caller has checked both spans; no load or store leaves
/// them.
/// </summary>
internal static class Float64Avx2
{
    /// <summary>Fewest values that these loops take.</summary>
    public const int MinCount = 4;

    private const int WriteStep = 3;

    /// <summary>True where this processor has the instructions.</summary>
    public static bool IsSupported => Avx2.IsSupported;

    /// <summary>Writes all values but the last.</summary>
    /// <returns>Values written.</returns>
    // Inside a large caller the budget for inlining ends before the loop does.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Write(ref long from, int count, ref byte to)
    {
        // Bytes 0 to 15 of the tokens need values 0 and 1, bytes 16 to 26 values 1 and 2; 128 clears a place for the
        // tag.
        Vector256<byte> order = Vector256.Create(
            128,
            7,
            6,
            5,
            4,
            3,
            2,
            1,
            0,
            128,
            15,
            14,
            13,
            12,
            11,
            10,
            1,
            0,
            128,
            15,
            14,
            13,
            12,
            11,
            10,
            9,
            8,
            128,
            128,
            128,
            128,
            128);
        Vector256<byte> tags = Vector256.Create(
            (byte)0xCB,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0xCB,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0xCB,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0);
        nuint last = (nuint)count - MinCount;
        for (nuint at = 0; at < last; at += WriteStep)
            Tokens(ref from, at, order, tags).StoreUnsafe(ref to, at * Float64Run.BytesPerItem);

        // The last step overlaps the one before it: same values, same bytes, and no tail loop.
        Tokens(ref from, last, order, tags).StoreUnsafe(ref to, last * Float64Run.BytesPerItem);
        return count - 1;
    }

    /// <summary>Reads all tokens, in steps of 4 of which the last may overlap the one before it.</summary>
    /// <param name="from">The first token.</param>
    /// <param name="count">Tokens that are there.</param>
    /// <param name="to">As many places.</param>
    /// <param name="areFloats">False when one of the tokens is none of float64.</param>
    /// <returns>Values read.</returns>
    // Inside a large caller the budget for inlining ends before the loop does.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Read(ref byte from, int count, ref long to, out bool areFloats)
    {
        // Each half holds two tokens: the first 16 of their 18 bytes have both tags and the first value, the last 16
        // the second value.
        Vector256<byte> first = Twice(
            Vector128.Create((byte)8, 7, 6, 5, 4, 3, 2, 1, 128, 128, 128, 128, 128, 128, 128, 128));
        Vector256<byte> second = Twice(
            Vector128.Create((byte)128, 128, 128, 128, 128, 128, 128, 128, 15, 14, 13, 12, 11, 10, 9, 8));
        Vector256<byte> tagPlaces = Twice(Vector128.Create((byte)255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0));
        Vector256<byte> tags = Vector256.Create(MessagePackCode.Float64);
        Vector256<byte> differences = Vector256<byte>.Zero;
        nuint last = (nuint)count - MinCount;
        for (nuint at = 0; at < last; at += MinCount)
        {
            ref byte four = ref Unsafe.Add(ref from, at * Float64Run.BytesPerItem);
            Vector256<byte> heads = Pair(ref four, 0);
            differences |= (heads ^ tags) & tagPlaces;
            (Avx2.Shuffle(heads, first) | Avx2.Shuffle(Pair(ref four, 2), second)).AsInt64().StoreUnsafe(ref to, at);
        }

        ref byte end = ref Unsafe.Add(ref from, last * Float64Run.BytesPerItem);
        differences |= (Pair(ref end, 0) ^ tags) & tagPlaces;
        (Avx2.Shuffle(Pair(ref end, 0), first) | Avx2.Shuffle(Pair(ref end, 2), second)).AsInt64().StoreUnsafe(
            ref to, last);
        areFloats = differences == Vector256<byte>.Zero;
        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Tokens(ref long from, nuint at, Vector256<byte> order, Vector256<byte> tags)
    {
        Vector256<byte> values =
            Vector256.Create(Vector128.LoadUnsafe(ref from, at), Vector128.LoadUnsafe(ref from, at + 1)).AsByte();
        return Avx2.Shuffle(values, order) | tags;
    }

    // 16 bytes of the first two tokens and 16 of the next two.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Pair(ref byte four, nuint at) =>
        Vector256.Create(Vector128.LoadUnsafe(ref four, at), Vector128.LoadUnsafe(ref four, at + 18));

    private static Vector256<byte> Twice(Vector128<byte> half) => Vector256.Create(half, half);
}
