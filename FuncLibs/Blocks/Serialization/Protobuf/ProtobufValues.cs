using System.Runtime.InteropServices;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Protobuf;

/// <summary>Reads the values of fields.</summary>
internal static class ProtobufValues
{
    /// <summary>Reads an int32, int64 or uint32.</summary>
    public static bool TryReadInt(
        ref BlockDocument<ProtobufReader> document, long min, long max, string expected, out long value)
    {
        value = 0;
        int start = document.Tokens.Position;
        ulong bits = 0;
        if (document.Tokens.Wire != ProtobufWire.Varint
            ? !document.Tokens.RefuseWire() : !document.Tokens.TryReadVarint(out bits))
            return document.RefuseToken(expected);
        value = (long)bits;
        return (value >= min && value <= max)
            || document.RefuseAt(start, DecodeStatus.OutOfRange, expected, "a value outside");
    }

    /// <summary>Reads the bytes of a field.</summary>
    public static bool TryReadBytes(
        scoped ref BlockDocument<ProtobufReader> document, string expected, out ReadOnlySpan<byte> bytes)
    {
        bytes = default;
        return (document.Tokens.Wire == ProtobufWire.Bytes
            ? document.Tokens.TryReadBytes(out bytes) : document.Tokens.RefuseWire())
            || document.RefuseToken(expected);
    }

    /// <summary>Goes into a message.</summary>
    public static bool TryEnter(ref BlockDocument<ProtobufReader> document, out int end)
    {
        end = 0;
        return (document.Tokens.Wire == ProtobufWire.Bytes
            ? document.Tokens.TryEnter(out end) : document.Tokens.RefuseWire())
            || document.RefuseToken("a message");
    }

    /// <summary>How often a field is in the message; its position stays.</summary>
    public static bool TryCount(ref BlockDocument<ProtobufReader> document, int wanted, out int count)
    {
        count = 0;
        int start = document.Tokens.Position;
        while (!document.Tokens.IsAtEnd)
        {
            if (!document.Tokens.TryReadField(out int field) || !document.Tokens.TrySkip())
                return document.RefuseToken("a field of the message, or its end");
            if (field == wanted)
                count++;
        }

        document.Tokens.Return(start);
        return true;
    }

    /// <summary>
    /// Reads values of 8 bytes, packed or one, behind those that came before: a column may come in several pieces.
    /// </summary>
    /// <param name="document">The document, at the value of the field.</param>
    /// <param name="values">One place a point; empty in a scan.</param>
    /// <param name="filled">Values that are there.</param>
    public static bool TryAppend(ref BlockDocument<ProtobufReader> document, Span<long> values, ref int filled)
    {
        const string Expected = "values of 8 bytes, as many as points";
        int start = document.Tokens.Position;
        if (document.Tokens.Wire == ProtobufWire.Fixed64)
        {
            if (!document.Tokens.TryReadFixed64(out ulong value))
                return document.RefuseToken(Expected);
            if (document.IsScan)
                return true;
            if (filled == values.Length)
                return document.RefuseAt(start, DecodeStatus.LengthMismatch, Expected, "more", filled + 1);
            values[filled++] = (long)value;
            return true;
        }

        if (!TryReadBytes(ref document, Expected, out ReadOnlySpan<byte> bytes))
            return false;
        if (bytes.Length % sizeof(long) != 0)
            return document.RefuseAt(start, DecodeStatus.LengthMismatch, Expected, "bytes", bytes.Length);
        if (document.IsScan)
            return true;
        int count = bytes.Length / sizeof(long);
        if (count > values.Length - filled)
            return document.RefuseAt(
                start, DecodeStatus.LengthMismatch, Expected, "more", (long)filled + count);
        ShortCopy.Copy(bytes, MemoryMarshal.AsBytes(values.Slice(filled, count)));
        filled += count;
        return true;
    }

    /// <summary>Checks that a column is whole; one value is that of all points.</summary>
    public static bool TryFinish(ref BlockDocument<ProtobufReader> document, Span<long> values, int filled)
    {
        if (document.IsScan || filled == values.Length)
            return true;
        if (filled != 1)
            return document.Refuse(
                DecodeStatus.LengthMismatch, "as many values as points, or one", "values", filled);
        values.Fill(values[0]);
        return true;
    }
}
