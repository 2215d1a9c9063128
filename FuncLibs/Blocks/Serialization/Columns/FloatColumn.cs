using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>Reads the forms of a float column: an array, ext 20, ext 21, or one number for all points.</summary>
internal static class FloatColumn
{
    /// <summary>Fills <paramref name="values"/>, whose length the document has stated before.</summary>
    public static bool TryRead(ref MessagePackDocument document, Span<double> values)
    {
        byte code = document.Tokens.NextCode;
        if (MessagePackCode.IsArray(code))
            return TryReadArray(ref document, values);
        return MessagePackCode.IsExt(code) ? TryReadExt(ref document, values) : TryReadSingle(ref document, values);
    }

    /// <summary>
    /// Points of the column that follows, of an AD channel: an array, ext 20 or ext 21. Consumes nothing.
    /// </summary>
    public static bool TryPeekLength(ref MessagePackDocument document, out int points)
    {
        const string Expected = "an array of float64, ext 20 or ext 21";
        MessagePackReader ahead = document.Tokens;
        if (ahead.TryReadArrayHeader(out points))
            return true;
        if (ahead.TryReadExt(out sbyte type, out ReadOnlySpan<byte> body))
        {
            points = ColumnExt.Current(type) == ColumnExt.PackedFloats
                ? (int)Math.Clamp(PackedReader.CountOf(body), 0, int.MaxValue)
                : Math.Max(0, body.Length - ColumnExt.HeaderBytes) / sizeof(double);
            return ColumnExt.Current(type) == ColumnExt.PackedFloats || IsRaw(ref document, type, body);
        }

        bool isCut = ahead.Failure == ReadFailure.Truncated || MessagePackCode.IsArray(ahead.NextCode);
        return isCut
            ? document.Refuse(DecodeStatus.Truncated, Expected, "the end of the input")
            : document.Refuse(DecodeStatus.TypeMismatch, Expected, MessagePackCode.NameOf(ahead.NextCode));
    }

    private static bool TryReadArray(ref MessagePackDocument document, Span<double> values)
    {
        if (!document.TryReadArrayOf(values.Length, "as many float64 as points"))
            return false;
        return Float64Run.TryRead(document.Tokens.Rest, values)
            ? document.Tokens.TryTakeRaw(values.Length * Float64Run.BytesPerItem, out _)
            : TryReadItems(ref document, values);
    }

    // The lenient way: float32 and exact ints among the float64.
    private static bool TryReadItems(ref MessagePackDocument document, Span<double> values)
    {
        for (int point = 0; point < values.Length; point++)
        {
            if (!document.Tokens.TryRead(out values[point]))
                return document.RefuseToken("a float64, or a number that is exact as one", point);
        }

        return true;
    }

    private static bool TryReadExt(ref MessagePackDocument document, Span<double> values)
    {
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadExt(out sbyte type, out ReadOnlySpan<byte> body))
            return document.RefuseToken("ext 20 or ext 21");
        if (ColumnExt.Current(type) == ColumnExt.PackedFloats)
            return TryReadPacked(ref document, body.Length, values);
        int end = document.Tokens.Position;
        document.Tokens.Seek(start);
        if (!IsRaw(ref document, type, body))
            return false;
        ReadOnlySpan<byte> raw = body[ColumnExt.HeaderBytes..];
        if (raw.Length != values.Length * sizeof(double))
            return document.Refuse(
                DecodeStatus.LengthMismatch, "8 bytes for each point after the header of ext 20", "bytes", raw.Length);
        raw.CopyTo(MemoryMarshal.AsBytes(values));
        document.Tokens.Seek(end);
        return true;
    }

    // The token was read as a whole. Vector loads may look at what follows it in the input.
    private static bool TryReadPacked(ref MessagePackDocument document, int length, Span<double> values)
    {
        int end = document.Tokens.Position;
        document.Tokens.Seek(end - length);
        if (!PackedReader.TryRead(document.Tokens.Rest, length, values, out PackedFault fault))
            return document.RefuseAt(
                end - length + fault.Offset, fault.Status, fault.Expected, fault.Found, fault.Value);
        document.Tokens.Seek(end);
        return true;
    }

    private static bool IsRaw(ref MessagePackDocument document, sbyte type, ReadOnlySpan<byte> body)
    {
        const string Expected = "an array of float64, ext 20 or ext 21";
        if (ColumnExt.Current(type) != ColumnExt.RawFloats)
            return document.Refuse(DecodeStatus.UnsupportedEncoding, Expected, "ext", type);
        if (body.Length < ColumnExt.HeaderBytes || body.Length % sizeof(double) != 0)
            return document.Refuse(
                DecodeStatus.LengthMismatch, "8 header bytes and 8 for each point in ext 20", "bytes", body.Length);
        if (body[0] != ColumnExt.Version)
            return document.Refuse(DecodeStatus.UnsupportedEncoding, "version 1 of ext 20", "version", body[0]);
        return !body[1..ColumnExt.HeaderBytes].ContainsAnyExcept((byte)0)
            || document.Refuse(DecodeStatus.UnsupportedEncoding, "7 zero bytes in the header of ext 20", "other bytes");
    }

    private static bool TryReadSingle(ref MessagePackDocument document, Span<double> values)
    {
        if (!document.Tokens.TryRead(out double value))
            return document.RefuseToken("a float column: an array of float64, ext 20, ext 21 or one float64");
        values.Fill(value);
        return true;
    }
}
