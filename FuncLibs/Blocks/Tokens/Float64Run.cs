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
        WriteAll(MemoryMarshal.Cast<double, long>(values), target[..bytes]);
        return bytes;
    }

    /// <summary>Reads as many tokens as <paramref name="values"/> has places.</summary>
    /// <param name="source">Begins at the first token.</param>
    /// <param name="values">Where they go.</param>
    /// <returns>False when the source is too short or one token is not a float64; the values mean nothing
    /// then.</returns>
    public static bool TryRead(ReadOnlySpan<byte> source, Span<double> values) =>
        source.Length >= (long)values.Length * BytesPerItem
        && TryReadAll(source, MemoryMarshal.Cast<double, long>(values));
}
