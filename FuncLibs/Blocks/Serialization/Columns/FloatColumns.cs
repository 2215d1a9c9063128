using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>
/// Reads float columns that follow each other in the usual forms, without a name or a token on the way. It stops before
/// the first column that is anything else, or bad: <see cref="FloatColumn"/> reads that one and reports what is wrong
/// with it and where.
/// </summary>
internal static class FloatColumns
{
    /// <summary>True when the column that follows has one of these heads, and so their length.</summary>
    public static bool IsNext(ref MessagePackDocument document, in ColumnHeads heads)
    {
        ReadOnlySpan<byte> rest = document.Tokens.Rest;
        if (heads.Points < 0 || rest.Length < ColumnHead.Room)
            return false;
        HeadBytes head = HeadBytes.Load(rest);
        if (heads.Array.Matches(head))
            return heads.Array.Holds(rest);
        return heads.Raw.Matches(head) ? heads.Raw.Holds(rest) : PackedFastPath.IsNext(rest, heads.Points);
    }

    /// <summary>Reads as many columns as can be.</summary>
    /// <param name="document">The document, at a column.</param>
    /// <param name="heads">Heads of the channel's length.</param>
    /// <param name="words">The channel's words, from the column on.</param>
    /// <param name="stride">Words from one column to the next.</param>
    /// <param name="columns">Columns that follow, at most.</param>
    /// <returns>Columns read.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)] // The loops inside need the compiler's whole budget for inlining.
    public static int Read(
        ref MessagePackDocument document, in ColumnHeads heads, Span<long> words, int stride, int columns)
    {
        int points = heads.Points;
        ReadOnlySpan<byte> rest = document.Tokens.Rest;
        int column = 0;
        for (; column < columns && rest.Length >= ColumnHead.Room; column++)
        {
            HeadBytes head = HeadBytes.Load(rest);
            Span<long> values = words.Slice(column * stride, points);
            if (heads.Array.Matches(head) && heads.Array.Holds(rest))
            {
                if (!Float64Run.TryRead(rest[heads.Array.Length..], MemoryMarshal.Cast<long, double>(values)))
                    break;
                rest = rest[heads.Array.TotalBytes..];
            }
            else if (heads.Raw.Matches(head) && heads.Raw.Holds(rest))
            {
                ShortCopy.Copy(rest[heads.Raw.Length..], MemoryMarshal.AsBytes(values));
                rest = rest[heads.Raw.TotalBytes..];
            }
            else
            {
                int packed = PackedFastPath.TryRead(rest, MemoryMarshal.Cast<long, double>(values));
                if (packed == 0)
                    break;
                rest = rest[packed..];
            }
        }

        document.Tokens.Seek(document.Tokens.Position + document.Tokens.Remaining - rest.Length);
        return column;
    }
}
