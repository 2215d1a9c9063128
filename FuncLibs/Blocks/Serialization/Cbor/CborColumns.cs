using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Cbor;

/// <summary>
/// The columns of content 5: typed arrays (RFC 8746) of float64 (tag 86) and int64 (tag 79), both little-endian, arrays
/// of numbers, and one number for all points.
/// </summary>
internal struct CborColumns : IColumnReader<CborReader>
{
    private const string ExpectedFloats = "tag 86, an array of numbers, or one number";
    private const string ExpectedInts = "tag 79, an array of ints in range, or one of them";

    private CborHeads _heads;

    public static string Format => "cbor";

    public void SetPoints(int points) => _heads.SetPoints(points);

    public readonly bool TryPeekLength(ref BlockDocument<CborReader> document, out int points)
    {
        const string Expected = "tag 86, or an array of numbers";
        int start = document.Tokens.Position;
        points = 0;
        if (document.Tokens.NextMajor != CborCode.Tag)
        {
            if (!document.Tokens.TryReadArrayHeader(out points))
                return document.RefuseToken(Expected);
            document.Tokens.Seek(start);
            return true;
        }

        if (!document.Tokens.TryReadTagged(out ulong tag, out ReadOnlySpan<byte> body))
            return document.RefuseToken(Expected);
        document.Tokens.Seek(start);
        points = body.Length / sizeof(double);
        return IsTyped(ref document, tag, CborCode.Float64Array, body, points);
    }

    public readonly bool TryReadUsualInts(ref BlockDocument<CborReader> document, Span<long> values, bool isAnyInt)
    {
        ReadOnlySpan<byte> rest = document.Tokens.Rest;
        if (rest.Length < ColumnHead.Room)
            return false;
        if (rest[0] < CborCode.Argument8)
        {
            values.Fill(rest[0]);
            document.Tokens.Seek(document.Tokens.Position + 1);
            return true;
        }

        if (!isAnyInt || !_heads.Ints.IsAt(rest) || !_heads.Ints.Holds(rest))
            return false;
        Copy(rest, in _heads.Ints, values);
        document.Tokens.Seek(document.Tokens.Position + _heads.Ints.TotalBytes);
        return true;
    }

    public readonly bool TryReadInts(ref BlockDocument<CborReader> document, Span<long> values, long min, long max)
    {
        int major = document.Tokens.NextMajor;
        if (major == CborCode.Tag)
            return TryReadTypedInts(ref document, values, min, max);
        if (major != CborCode.Array)
        {
            if (!document.Tokens.TryReadInt(out long value, min, max))
                return document.RefuseToken(ExpectedInts);
            values.Fill(value);
            return true;
        }

        if (!document.TryReadArrayOf(values.Length, "as many ints as points"))
            return false;
        for (int point = 0; point < values.Length; point++)
        {
            if (!document.Tokens.TryReadInt(out values[point], min, max))
                return document.RefuseToken("an int in range", point);
        }

        return true;
    }

    public readonly int ReadUsualFloats(
        ref BlockDocument<CborReader> document, Span<long> words, int stride, int columns)
    {
        ReadOnlySpan<byte> rest = document.Tokens.Rest;
        int bytes = _heads.Floats.TotalBytes;
        int column = 0;
        while (column < columns && rest.Length >= ColumnHead.Room && _heads.Floats.IsAt(rest)
            && _heads.Floats.Holds(rest))
        {
            Copy(rest, in _heads.Floats, words.Slice(column * stride, _heads.Points));
            rest = rest[bytes..];
            column++;
        }

        document.Tokens.Seek(document.Tokens.Position + (column * bytes));
        return column;
    }

    public readonly bool TryReadFloats(ref BlockDocument<CborReader> document, Span<double> values)
    {
        int major = document.Tokens.NextMajor;
        if (major == CborCode.Tag)
            return TryReadTyped(
                ref document, CborCode.Float64Array, ExpectedFloats, MemoryMarshal.Cast<double, long>(values));
        if (major != CborCode.Array)
        {
            if (!document.Tokens.TryReadFloat(out double value))
                return document.RefuseToken(ExpectedFloats);
            values.Fill(value);
            return true;
        }

        if (!document.TryReadArrayOf(values.Length, "as many numbers as points"))
            return false;
        for (int point = 0; point < values.Length; point++)
        {
            if (!document.Tokens.TryReadFloat(out values[point]))
                return document.RefuseToken("a float64, or a number that is exact as one", point);
        }

        return true;
    }

    public readonly bool TrySkip(ref BlockDocument<CborReader> document)
    {
        const string Expected = "a column: a typed array, an array of numbers, or one number";
        int major = document.Tokens.NextMajor;
        if (major == CborCode.Tag)
            return document.Tokens.TryReadTagged(out _, out _) || document.RefuseToken(Expected);
        if (major != CborCode.Array)
            return document.Tokens.TrySkipNumber() || document.RefuseToken(Expected);
        if (!document.Tokens.TryReadArrayHeader(out int items))
            return document.RefuseToken(Expected);
        for (int item = 0; item < items; item++)
        {
            if (!document.Tokens.TrySkipNumber())
                return document.RefuseToken("a number", item);
        }

        return true;
    }

    private static void Copy(ReadOnlySpan<byte> column, in ColumnHead head, Span<long> values) => ShortCopy.Copy(
        column[head.Length..], MemoryMarshal.AsBytes(values));

    private static bool TryReadTypedInts(
        ref BlockDocument<CborReader> document, Span<long> values, long min, long max)
    {
        int start = document.Tokens.Position;
        if (!TryReadTyped(ref document, CborCode.Int64Array, ExpectedInts, values))
            return false;
        int outside = IntColumn.IndexOutside(values, min, max);
        return outside < 0
            || document.RefuseAt(
                start, DecodeStatus.OutOfRange, "an int in range", "the value", values[outside], outside);
    }

    private static bool TryReadTyped(
        ref BlockDocument<CborReader> document, int expectedTag, string expected, Span<long> values)
    {
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadTagged(out ulong tag, out ReadOnlySpan<byte> body))
            return document.RefuseToken(expected);
        int end = document.Tokens.Position;
        document.Tokens.Seek(start);
        if (!IsTyped(ref document, tag, expectedTag, body, values.Length))
            return false;
        body.CopyTo(MemoryMarshal.AsBytes(values));
        document.Tokens.Seek(end);
        return true;
    }

    private static bool IsTyped(
        ref BlockDocument<CborReader> document, ulong tag, int expectedTag, ReadOnlySpan<byte> body, int points)
    {
        bool isFloats = expectedTag == CborCode.Float64Array;
        if (tag != (ulong)expectedTag)
            return document.Refuse(
                DecodeStatus.UnsupportedEncoding,
                isFloats ? "tag 86, float64 little-endian" : "tag 79, int64 little-endian",
                "tag",
                (long)Math.Min(tag, long.MaxValue));
        return body.Length == (long)points * sizeof(long)
            || document.Refuse(DecodeStatus.LengthMismatch, "8 bytes for each point", "bytes", body.Length);
    }
}

/// <summary>The heads of the two usual columns of one length.</summary>
internal struct CborHeads
{
    private int _pointsAndOne;

    /// <summary>Head of a typed array of float64.</summary>
    public ColumnHead Floats;

    /// <summary>Head of a typed array of int64.</summary>
    public ColumnHead Ints;

    /// <summary>Points of the columns.</summary>
    public readonly int Points => _pointsAndOne - 1;

    /// <summary>Makes the heads for another length.</summary>
    public void SetPoints(int points)
    {
        if (points == Points)
            return;
        _pointsAndOne = points + 1;
        Floats = HeadOf(CborCode.Float64Array, points);
        Ints = HeadOf(CborCode.Int64Array, points);
    }

    private static ColumnHead HeadOf(int tag, int points)
    {
        Span<byte> bytes = stackalloc byte[ColumnHead.Room];
        bytes.Clear();
        long valueBytes = (long)points * sizeof(double);
        int length = CborHead.Write(bytes, CborCode.Tag, (ulong)tag);
        length += CborHead.Write(bytes[length..], CborCode.Bytes, (ulong)valueBytes);
        return new ColumnHead(bytes, length, valueBytes);
    }
}
