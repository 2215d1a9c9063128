using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Float64 tokens with AVX-512 VBMI: 7 values are 63 bytes, so one byte permutation of 8 values makes (or takes) 7
/// tokens and the first byte of the eighth. The caller has checked both spans; no load or store leaves them, because
/// each step needs 8 values that are there.
/// </summary>
internal static class Float64Vbmi
{
    /// <summary>Fewest values that these loops take.</summary>
    public const int MinCount = 8;

    private const int Step = 7;

    /// <summary>True where this processor has the instructions.</summary>
    public static bool IsSupported => Avx512Vbmi.IsSupported;

    /// <summary>Writes all values but the last.</summary>
    /// <returns>Values written.</returns>
    // Inside a large caller the budget for inlining ends before the loop does.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Write(ref long from, int count, ref byte to)
    {
        Vector512<byte> order = ToTokens;
        Vector512<byte> tagPlaces = TagPlaces;
        Vector512<byte> tags = Vector512.Create(MessagePackCode.Float64);
        nuint last = (nuint)count - MinCount;
        for (nuint at = 0; at < last; at += Step)
            Tokens(ref from, at, order, tagPlaces, tags).StoreUnsafe(ref to, at * Float64Run.BytesPerItem);

        // The last step overlaps the one before it: same values, same bytes, and no tail loop.
        Tokens(ref from, last, order, tagPlaces, tags).StoreUnsafe(ref to, last * Float64Run.BytesPerItem);
        return count - 1;
    }

    /// <summary>Reads all tokens but the last.</summary>
    /// <param name="from">The first token.</param>
    /// <param name="count">Tokens that are there.</param>
    /// <param name="to">As many places.</param>
    /// <param name="areFloats">False when one of the tokens is none of float64.</param>
    /// <returns>Values read.</returns>
    // Inside a large caller the budget for inlining ends before the loop does.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Read(ref byte from, int count, ref long to, out bool areFloats)
    {
        Vector512<byte> order = FromTokens;
        Vector512<byte> tagPlaces = TagPlaces;
        Vector512<byte> tags = Vector512.Create(MessagePackCode.Float64);
        Vector512<byte> differences = Vector512<byte>.Zero;
        nuint last = (nuint)count - MinCount;
        for (nuint at = 0; at < last; at += Step)
        {
            Vector512<byte> tokens = Vector512.LoadUnsafe(ref from, at * Float64Run.BytesPerItem);
            differences |= (tokens ^ tags) & tagPlaces;

            // The eighth lane is rubbish: the next step, or the caller's last value, is written over it.
            Avx512Vbmi.PermuteVar64x8(tokens, order).AsInt64().StoreUnsafe(ref to, at);
        }

        Vector512<byte> end = Vector512.LoadUnsafe(ref from, last * Float64Run.BytesPerItem);
        differences |= (end ^ tags) & tagPlaces;
        Avx512Vbmi.PermuteVar64x8(end, order).AsInt64().StoreUnsafe(ref to, last);
        areFloats = differences == Vector512<byte>.Zero;
        return count - 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Tokens(
        ref long from, nuint at, Vector512<byte> order, Vector512<byte> tagPlaces, Vector512<byte> tags)
    {
        Vector512<byte> values = Vector512.LoadUnsafe(ref from, at).AsByte();
        return Vector512.ConditionalSelect(tagPlaces, tags, Avx512Vbmi.PermuteVar64x8(values, order));
    }

    private static Vector512<byte> TagPlaces { get; } = Fill(i => i % 9 == 0 ? byte.MaxValue : byte.MinValue);

    // Byte i of the tokens is byte 8 - i % 9 of its value, the first of them least significant.
    private static Vector512<byte> ToTokens { get; } = Fill(i => i % 9 == 0 ? 0 : (8 * (i / 9)) + 8 - (i % 9));

    private static Vector512<byte> FromTokens { get; } = Fill(i => i < 8 * Step ? (9 * (i / 8)) + 8 - (i % 8) : 0);

    private static Vector512<byte> Fill(Func<int, int> valueOf)
    {
        Vector512<byte> filled = default;
        for (int i = 0; i < Vector512<byte>.Count; i++)
            filled = filled.WithElement(i, (byte)valueOf(i));
        return filled;
    }
}
