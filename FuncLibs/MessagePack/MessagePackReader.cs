using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;

namespace FuncLibs.MessagePack;

/// <summary>
/// Reads MessagePack tokens from a span, every form of each. Bad bytes are never an exception: a <c>TryRead</c> that fails returns
/// false, sets <see cref="Failure"/> and leaves <see cref="Position"/> at the offending token.
/// No length that the input claims is believed before the input is seen to hold it.
/// </summary>
public ref struct MessagePackReader
{
    private readonly ReadOnlySpan<byte> _input;

    /// <summary>Begins at the first byte of <paramref name="input"/>.</summary>
    public MessagePackReader(ReadOnlySpan<byte> input) => _input = input;

    /// <summary>Offset of the next token.</summary>
    public int Position { get; private set; }

    /// <summary>Why the last read failed; <see cref="ReadFailure.None"/> if none did.</summary>
    public ReadFailure Failure { get; private set; }

    /// <summary>Bytes that are left.</summary>
    public readonly int Remaining => _input.Length - Position;

    /// <summary>True at the end of the input.</summary>
    public readonly bool IsAtEnd => Position >= _input.Length;

    /// <summary>First byte of the next token; 0xC1, which no token begins with, at the end of the input.</summary>
    public readonly byte NextCode => Position < _input.Length ? _input[Position] : MessagePackCode.NeverUsed;

    /// <summary>True when the next token is nil, which is then consumed.</summary>
    public bool TryReadNil()
    {
        if (NextCode != MessagePackCode.Nil)
            return Fail(IsAtEnd ? ReadFailure.Truncated : ReadFailure.TypeMismatch);
        Position++;
        return true;
    }

    /// <summary>Reads a bool.</summary>
    public bool TryRead(out bool value)
    {
        value = NextCode == MessagePackCode.True;
        if (NextCode is not (MessagePackCode.True or MessagePackCode.False))
            return Fail(IsAtEnd ? ReadFailure.Truncated : ReadFailure.TypeMismatch);
        Position++;
        return true;
    }

    /// <summary>Reads any integer that fits int64.</summary>
    public bool TryRead(out long value)
    {
        value = 0;
        if (IsAtEnd)
            return Fail(ReadFailure.Truncated);
        byte code = _input[Position];
        if (code is <= MessagePackCode.MaxPositiveFixInt or >= MessagePackCode.MinNegativeFixInt)
        {
            value = (sbyte)code;
            Position++;
            return true;
        }

        return TryReadWideInt(code, out value);
    }

    /// <summary>Reads any integer that fits uint64.</summary>
    public bool TryRead(out ulong value)
    {
        if (NextCode == MessagePackCode.UInt64 && Remaining >= 9)
        {
            value = BinaryPrimitives.ReadUInt64BigEndian(_input[(Position + 1)..]);
            Position += 9;
            return true;
        }

        int start = Position;
        bool read = TryRead(out long signed);
        value = (ulong)signed;
        return read && (signed >= 0 || FailAt(start, ReadFailure.OutOfRange));
    }

    /// <summary>Reads an integer between two bounds, inclusive.</summary>
    public bool TryRead(out long value, long min, long max)
    {
        int start = Position;
        return TryRead(out value) && ((value >= min && value <= max) || FailAt(start, ReadFailure.OutOfRange));
    }

    /// <summary>Reads a float64, or a float32 or an integer that is exact as a double.</summary>
    public bool TryRead(out double value)
    {
        value = 0;
        byte code = NextCode;
        if (code == MessagePackCode.Float64)
        {
            if (Remaining < 9)
                return Fail(ReadFailure.Truncated);
            value = BinaryPrimitives.ReadDoubleBigEndian(_input[(Position + 1)..]);
            Position += 9;
            return true;
        }

        if (code == MessagePackCode.Float32)
        {
            if (Remaining < 5)
                return Fail(ReadFailure.Truncated);
            value = BinaryPrimitives.ReadSingleBigEndian(_input[(Position + 1)..]);
            Position += 5;
            return true;
        }

        return TryReadExactInt(out value);
    }

    /// <summary>Reads the header of an array. That its items are there is not known yet: each takes a byte at least, so more items than
    /// <see cref="Remaining"/> are <see cref="ReadFailure.Truncated"/>.</summary>
    public bool TryReadArrayHeader(out int count)
    {
        byte code = NextCode;
        return code is >= MessagePackCode.FixArray and <= MessagePackCode.MaxFixArray
            ? TryTakeHeader(1, code & 15, 1, out count)
            : TryReadCount(0, MessagePackCode.Array16, MessagePackCode.Array32, 1, out count);
    }

    /// <summary>Reads the header of a map of <paramref name="count"/> pairs.</summary>
    public bool TryReadMapHeader(out int count)
    {
        byte code = NextCode;
        return code is >= MessagePackCode.FixMap and <= MessagePackCode.MaxFixMap
            ? TryTakeHeader(1, code & 15, 2, out count)
            : TryReadCount(0, MessagePackCode.Map16, MessagePackCode.Map32, 2, out count);
    }

    /// <summary>Reads a string as its UTF-8 bytes, a slice of the input. The bytes are not checked to be UTF-8.</summary>
    public bool TryReadUtf8(out ReadOnlySpan<byte> utf8)
    {
        int start = Position;
        byte code = NextCode;
        bool header = code is >= MessagePackCode.FixStr and <= MessagePackCode.MaxFixStr
            ? TryTakeHeader(1, code & 31, 1, out int length)
            : TryReadCount(MessagePackCode.Str8, MessagePackCode.Str16, MessagePackCode.Str32, 1, out length);
        return TryTakeBody(header, start, length, out utf8);
    }

    /// <summary>Reads a string; invalid UTF-8 becomes U+FFFD. Takes memory: check <paramref name="maxBytes"/> first.</summary>
    public bool TryRead(out string value, int maxBytes)
    {
        value = "";
        int start = Position;
        if (!TryReadUtf8(out ReadOnlySpan<byte> utf8))
            return false;
        if (utf8.Length > maxBytes)
            return FailAt(start, ReadFailure.OutOfRange);
        value = Encoding.UTF8.GetString(utf8);
        return true;
    }

    /// <summary>Reads a byte string, a slice of the input.</summary>
    public bool TryReadBin(out ReadOnlySpan<byte> bytes)
    {
        int start = Position;
        bool header = TryReadCount(MessagePackCode.Bin8, MessagePackCode.Bin16, MessagePackCode.Bin32, 1, out int length);
        return TryTakeBody(header, start, length, out bytes);
    }

    /// <summary>Reads an ext: its type and its body, a slice of the input.</summary>
    public bool TryReadExt(out sbyte type, out ReadOnlySpan<byte> body)
    {
        type = 0;
        int start = Position;
        byte code = NextCode;
        bool header = code is >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16
            ? TryTakeHeader(1, 1 << (code - MessagePackCode.FixExt1), 1, out int length)
            : TryReadCount(MessagePackCode.Ext8, MessagePackCode.Ext16, MessagePackCode.Ext32, 1, out length);
        body = default;
        if (!header)
            return false;
        if (IsAtEnd)
            return FailAt(start, ReadFailure.Truncated);
        type = unchecked((sbyte)_input[Position]);
        Position++;
        return TryTakeBody(true, start, length, out body);
    }

    /// <summary>Skips one value with everything inside it.</summary>
    /// <param name="maxDepth">How many arrays and maps may stand inside each other.</param>
    public bool TrySkip(int maxDepth)
    {
        int start = Position;
        return TrySkipInner(maxDepth) || FailAt(start, Failure);
    }

    /// <summary>Consumes <paramref name="count"/> bytes as they are.</summary>
    public bool TryTakeRaw(int count, out ReadOnlySpan<byte> bytes) => TryTakeBody(true, Position, count, out bytes);

    /// <summary>The bytes between two offsets of the input.</summary>
    public readonly ReadOnlySpan<byte> Slice(int start, int end) => _input[start..end];

    private bool TrySkipInner(int depth)
    {
        byte code = NextCode;
        switch (MessagePackCode.NameOf(code))
        {
            case "array" when depth > 0:
                return TryReadArrayHeader(out int items) && TrySkipMany(items, depth - 1);
            case "map" when depth > 0:
                return TryReadMapHeader(out int pairs) && TrySkipMany(2L * pairs, depth - 1);
            case "array" or "map":
                return Fail(ReadFailure.TooDeep);
            case "string":
                return TryReadUtf8(out _);
            case "bin":
                return TryReadBin(out _);
            case "ext":
                return TryReadExt(out _, out _);
            case "nil":
                return TryReadNil();
            case "bool":
                return TryRead(out bool _);
            case "int":
                return code == MessagePackCode.UInt64 ? TryRead(out ulong _) : TryRead(out long _);
            case "float32" or "float64":
                return TryRead(out double _);
            default:
                return Fail(IsAtEnd ? ReadFailure.Truncated : ReadFailure.TypeMismatch);
        }
    }

    private bool TrySkipMany(long values, int depth)
    {
        for (long i = 0; i < values; i++)
        {
            if (!TrySkipInner(depth))
                return false;
        }

        return true;
    }

    private bool TryReadWideInt(byte code, out long value)
    {
        value = 0;
        int width = code switch
        {
            MessagePackCode.UInt8 or MessagePackCode.Int8 => 1,
            MessagePackCode.UInt16 or MessagePackCode.Int16 => 2,
            MessagePackCode.UInt32 or MessagePackCode.Int32 => 4,
            MessagePackCode.UInt64 or MessagePackCode.Int64 => 8,
            _ => 0,
        };
        if (width == 0)
            return Fail(ReadFailure.TypeMismatch);
        if (Remaining < 1 + width)
            return Fail(ReadFailure.Truncated);
        ReadOnlySpan<byte> body = _input.Slice(Position + 1, width);
        value = code switch
        {
            MessagePackCode.UInt8 => body[0],
            MessagePackCode.UInt16 => BinaryPrimitives.ReadUInt16BigEndian(body),
            MessagePackCode.UInt32 => BinaryPrimitives.ReadUInt32BigEndian(body),
            MessagePackCode.Int8 => (sbyte)body[0],
            MessagePackCode.Int16 => BinaryPrimitives.ReadInt16BigEndian(body),
            MessagePackCode.Int32 => BinaryPrimitives.ReadInt32BigEndian(body),
            _ => BinaryPrimitives.ReadInt64BigEndian(body),
        };
        if (code == MessagePackCode.UInt64 && value < 0)
            return Fail(ReadFailure.OutOfRange);
        Position += 1 + width;
        return true;
    }

    private bool TryReadExactInt(out double value)
    {
        const long ExactBound = 1L << 53;
        int start = Position;
        value = 0;
        if (!TryRead(out long integer))
            return false;
        value = integer;

        // Beyond 2^53 an integer is exact only when the conversion comes back; 2^63 itself would not, so it is excluded by sign.
        bool exact = integer is >= -ExactBound and <= ExactBound || (value < 9223372036854775808.0 && (long)value == integer);
        return exact || FailAt(start, ReadFailure.OutOfRange);
    }

    // code8 0: the family has no 8-bit length.
    private bool TryReadCount(byte code8, byte code16, byte code32, int bytesPerItem, out int count)
    {
        count = 0;
        if (IsAtEnd)
            return Fail(ReadFailure.Truncated);
        byte code = _input[Position];
        int width = code == code16 ? 2 : code == code32 ? 4 : code == code8 && code8 != 0 ? 1 : 0;
        if (width == 0)
            return Fail(ReadFailure.TypeMismatch);
        if (Remaining < 1 + width)
            return Fail(ReadFailure.Truncated);
        ReadOnlySpan<byte> body = _input.Slice(Position + 1, width);
        uint claimed = width switch
        {
            1 => body[0],
            2 => BinaryPrimitives.ReadUInt16BigEndian(body),
            _ => BinaryPrimitives.ReadUInt32BigEndian(body),
        };
        return TryTakeHeader(1 + width, claimed, bytesPerItem, out count);
    }

    private bool TryTakeHeader(int header, long claimed, int bytesPerItem, out int count)
    {
        count = 0;
        if (claimed * bytesPerItem > Remaining - header)
            return Fail(ReadFailure.Truncated);
        count = (int)claimed;
        Position += header;
        return true;
    }

    private bool TryTakeBody(bool header, int start, int length, out ReadOnlySpan<byte> body)
    {
        body = default;
        if (!header)
            return false;
        if (length > Remaining)
            return FailAt(start, ReadFailure.Truncated);
        body = _input.Slice(Position, length);
        Position += length;
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Fail(ReadFailure failure)
    {
        Failure = failure;
        return false;
    }

    private bool FailAt(int position, ReadFailure failure)
    {
        Position = position;
        return Fail(failure);
    }
}
