using System.Buffers.Binary;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>Reads the forms of an int column: one integer for all points, an array, or ext 22.</summary>
internal static class IntColumn
{
    private const int RunCountBytes = 4;

    /// <summary>
    /// Reads the two most usual columns: one small number for all points, or an array of any int64. False, and nothing
    /// consumed, for all others.
    /// </summary>
    /// <param name="document">The document, at the column.</param>
    /// <param name="heads">Heads of the channel's length: an array of ints begins as one of floats.</param>
    /// <param name="values">One place a point.</param>
    /// <param name="isAnyInt">False where the column has its own range, so that an array needs a closer
    /// look.</param>
    public static bool TryReadUsual(
        ref MessagePackDocument document, in ColumnHeads heads, Span<long> values, bool isAnyInt)
    {
        ReadOnlySpan<byte> rest = document.Tokens.Rest;
        if (rest.Length < ColumnHead.Room)
            return false;
        int used = 1;
        if (rest[0] <= MessagePackCode.MaxPositiveFixInt)
        {
            values.Fill(rest[0]);
        }
        else
        {
            ReadOnlySpan<byte> items = rest[heads.Array.Length..];
            if (!isAnyInt || !heads.Array.IsAt(rest) || Int64Run.Read(items, values, out used) < values.Length)
                return false;
            used += heads.Array.Length;
        }

        document.Tokens.Seek(document.Tokens.Position + used);
        return true;
    }

    /// <summary>Fills <paramref name="values"/>, whose length the document has stated before.</summary>
    /// <param name="document">The document, at the column.</param>
    /// <param name="values">One place a point.</param>
    /// <param name="min">Least value allowed.</param>
    /// <param name="max">Greatest value allowed.</param>
    public static bool TryRead(ref MessagePackDocument document, Span<long> values, long min, long max)
    {
        byte code = document.Tokens.NextCode;
        if (MessagePackCode.IsArray(code))
            return TryReadArray(ref document, values, min, max);
        return MessagePackCode.IsExt(code) ? TryReadExt(ref document, values, min, max)
            : TryReadSingle(ref document, values, min, max);
    }

    private static bool TryReadSingle(ref MessagePackDocument document, Span<long> values, long min, long max)
    {
        if (!document.Tokens.TryRead(out long value, min, max))
            return document.RefuseToken("an int column: one int in range, an array of ints, or ext 22");
        values.Fill(value);
        return true;
    }

    private static bool TryReadArray(ref MessagePackDocument document, Span<long> values, long min, long max)
    {
        if (!document.TryReadArrayOf(values.Length, "as many ints as points"))
            return false;
        int start = document.Tokens.Position;
        int read = Int64Run.Read(document.Tokens.Rest, values, out int bytes);
        document.Tokens.Seek(start + bytes);
        if (IndexOutside(values[..read], min, max) >= 0)
        {
            document.Tokens.Seek(start);
            read = 0;
        }

        // The last few items of a document, and the way to the exact place of a bad one.
        for (int point = read; point < values.Length; point++)
        {
            if (!document.Tokens.TryRead(out values[point], min, max))
                return document.RefuseToken("an int in range", point);
        }

        return true;
    }

    private static bool TryReadExt(ref MessagePackDocument document, Span<long> values, long min, long max)
    {
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadExt(out sbyte type, out ReadOnlySpan<byte> body))
            return document.RefuseToken("ext 22");
        int end = document.Tokens.Position;
        document.Tokens.Seek(start);
        if (!IsKnown(ref document, type, body) || !TryReadBody(ref document, body, values))
            return false;
        int outside = IndexOutside(values, min, max);
        if (outside >= 0)
            return document.Refuse(DecodeStatus.OutOfRange, "an int in range", "the value", values[outside], outside);
        document.Tokens.Seek(end);
        return true;
    }

    private static bool IsKnown(ref MessagePackDocument document, sbyte type, ReadOnlySpan<byte> body)
    {
        if (ColumnExt.Current(type) != ColumnExt.Ints)
            return document.Refuse(DecodeStatus.UnsupportedEncoding, "ext 22", "ext", type);
        if (body.Length < ColumnExt.HeaderBytes)
            return document.Refuse(DecodeStatus.LengthMismatch, "8 header bytes in ext 22", "bytes", body.Length);
        if (body[0] != ColumnExt.Version)
            return document.Refuse(DecodeStatus.UnsupportedEncoding, "version 1 of ext 22", "version", body[0]);
        return (body[2] | body[3]) == 0
            || document.Refuse(DecodeStatus.UnsupportedEncoding, "2 zero bytes in the header of ext 22", "other bytes");
    }

    private static bool TryReadBody(ref MessagePackDocument document, ReadOnlySpan<byte> body, Span<long> values)
    {
        uint count = BinaryPrimitives.ReadUInt32LittleEndian(body[4..]);
        if (count != values.Length)
            return document.Refuse(DecodeStatus.LengthMismatch, "as many ints as points in ext 22", "ints", count);
        byte method = body[1];
        ReadOnlySpan<byte> rest = body[ColumnExt.HeaderBytes..];
        return method switch
        {
            ColumnExt.PlainInts => TryReadPlain(ref document, rest, values),
            ColumnExt.IntRuns => TryReadRuns(ref document, rest, values),
            _ => document.Refuse(DecodeStatus.UnsupportedEncoding, "method 0 or 1 of ext 22", "method", method),
        };
    }

    private static bool TryReadPlain(ref MessagePackDocument document, ReadOnlySpan<byte> rest, Span<long> values)
    {
        if (rest.Length != values.Length * sizeof(long))
            return document.Refuse(
                DecodeStatus.LengthMismatch, "8 bytes for each point in ext 22", "bytes", rest.Length);
        rest.CopyTo(MemoryMarshal.AsBytes(values));
        return true;
    }

    private static bool TryReadRuns(ref MessagePackDocument document, ReadOnlySpan<byte> rest, Span<long> values)
    {
        const string Expected = "runs that together are as long as the column";
        if (rest.Length < RunCountBytes
            || rest.Length - RunCountBytes != (long)ColumnExt.RunBytes * BinaryPrimitives.ReadUInt32LittleEndian(rest))
        {
            return document.Refuse(
                DecodeStatus.LengthMismatch, "12 bytes for each run in ext 22", "bytes", rest.Length);
        }

        int filled = 0;
        for (ReadOnlySpan<byte> runs = rest[RunCountBytes..]; !runs.IsEmpty; runs = runs[ColumnExt.RunBytes..])
        {
            uint length = BinaryPrimitives.ReadUInt32LittleEndian(runs);
            if (length > values.Length - filled)
                return document.Refuse(DecodeStatus.LengthMismatch, Expected, "a run of", length, filled);
            values.Slice(filled, (int)length).Fill(BinaryPrimitives.ReadInt64LittleEndian(runs[4..]));
            filled += (int)length;
        }

        return filled == values.Length
            || document.Refuse(DecodeStatus.LengthMismatch, Expected, "points", filled);
    }

    /// <summary>Index of the first value outside a range; -1 when none is.</summary>
    public static int IndexOutside(ReadOnlySpan<long> values, long min, long max) =>
        min == long.MinValue && max == long.MaxValue ? -1 : values.IndexOfAnyExceptInRange(min, max);
}
