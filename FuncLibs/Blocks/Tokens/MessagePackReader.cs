using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Reads MessagePack tokens from a span, every form of each. Bad bytes are never an exception: a <c>TryRead</c> that
/// fails returns false, sets <see cref="Failure"/> and leaves <see cref="Position"/> at the offending token. No length
/// that the input claims is used before the input is seen to hold it.
/// </summary>
internal ref struct MessagePackReader : ITokenReader<MessagePackReader>
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

    /// <summary>The bytes that are left.</summary>
    public readonly ReadOnlySpan<byte> Rest => _input[Position..];

    /// <summary>First byte of the next token; 0xC1, which no token begins with, at the end of the input.</summary>
    public readonly byte NextCode => Position < _input.Length ? _input[Position] : MessagePackCode.NeverUsed;

    readonly string ITokenCursor<MessagePackReader>.NextName => MessagePackCode.NameOf(NextCode);

    readonly bool ITokenReader<MessagePackReader>.IsAtNil => NextCode == MessagePackCode.Nil;

    /// <inheritdoc/>
    public static MessagePackReader Create(ReadOnlySpan<byte> input) => new(input);

    bool ITokenReader<MessagePackReader>.TryReadInt(out long value, long min, long max) =>
        TokenNumbers.TryRead(ref this, out value, min, max);

    bool ITokenReader<MessagePackReader>.TryReadFloat(out double value) => TokenNumbers.TryRead(ref this, out value);

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

    /// <summary>
    /// Reads the header of an array. That its items are there is not known yet: each takes a byte at least, so more
    /// items than <see cref="Remaining"/> are <see cref="ReadFailure.Truncated"/>.
    /// </summary>
    public bool TryReadArrayHeader(out int count)
    {
        byte code = NextCode;
        if (code == MessagePackCode.Array16 && Remaining >= 3)
            return TryTakeHeader(3, BinaryPrimitives.ReadUInt16BigEndian(_input[(Position + 1)..]), 1, out count);
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

    /// <summary>
    /// Reads a string as its UTF-8 bytes, a slice of the input. The bytes are not checked to be UTF-8.
    /// </summary>
    public bool TryReadUtf8(out ReadOnlySpan<byte> utf8)
    {
        int start = Position;
        byte code = NextCode;
        bool header = code is >= MessagePackCode.FixStr and <= MessagePackCode.MaxFixStr
            ? TryTakeHeader(1, code & 31, 1, out int length)
            : TryReadCount(MessagePackCode.Str8, MessagePackCode.Str16, MessagePackCode.Str32, 1, out length);
        return TryTakeBody(header, start, length, out utf8);
    }

    /// <summary>
    /// Reads a string; invalid UTF-8 becomes U+FFFD. Allocates, but never for more than <paramref name="maxBytes"/>.
    /// </summary>
    public bool TryRead(out string value, int maxBytes)
    {
        value = "";
        int start = Position;
        if (!TryReadUtf8(out ReadOnlySpan<byte> utf8))
            return false;
        if (utf8.Length > maxBytes)
            return Refuse(start, ReadFailure.OutOfRange);
        value = Encoding.UTF8.GetString(utf8);
        return true;
    }

    /// <summary>Reads a byte string, a slice of the input.</summary>
    public bool TryReadBin(out ReadOnlySpan<byte> bytes)
    {
        int start = Position;
        bool header = TryReadCount(
            MessagePackCode.Bin8, MessagePackCode.Bin16, MessagePackCode.Bin32, 1, out int length);
        return TryTakeBody(header, start, length, out bytes);
    }

    /// <summary>Reads an ext: its type and its body, a slice of the input.</summary>
    public bool TryReadExt(out sbyte type, out ReadOnlySpan<byte> body)
    {
        type = 0;
        body = default;
        int start = Position;
        byte code = NextCode;
        bool header = code is >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16
            ? TryTakeHeader(1, 1 << (code - MessagePackCode.FixExt1), 1, out int length)
            : TryReadCount(MessagePackCode.Ext8, MessagePackCode.Ext16, MessagePackCode.Ext32, 1, out length);
        if (!header)
            return false;
        if (IsAtEnd)
            return Refuse(start, ReadFailure.Truncated);
        type = unchecked((sbyte)_input[Position]);
        Position++;
        return TryTakeBody(true, start, length, out body);
    }

    /// <summary>Consumes <paramref name="count"/> bytes as they are.</summary>
    public bool TryTakeRaw(int count, out ReadOnlySpan<byte> bytes) => TryTakeBody(true, Position, count, out bytes);

    /// <summary>
    /// Goes to an offset that was reached before, or that is the start of a token.
    /// </summary>
    /// <param name="position">0 to the length of the input.</param>
    public void Seek(int position)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)position, (uint)_input.Length, nameof(position));
        Position = position;
    }

    /// <summary>Refuses the value at an offset, as a failed read does.</summary>
    /// <param name="position">Offset of the offending token.</param>
    /// <param name="failure">Why.</param>
    /// <returns>False.</returns>
    public bool Refuse(int position, ReadFailure failure)
    {
        Seek(position);
        return Fail(failure);
    }

    /// <summary>The bytes between two offsets of the input.</summary>
    public readonly ReadOnlySpan<byte> Slice(int start, int end) => _input[start..end];

    // Near the end of the input the token is decoded from a copy with zeros after it, so that there is one decoder.
    private bool TryReadWideInt(byte code, out long value)
    {
        scoped ReadOnlySpan<byte> token = Rest;
        if (token.Length < Int64Run.MaxBytesPerItem)
        {
            Span<byte> padded = stackalloc byte[Int64Run.MaxBytesPerItem];
            padded.Clear();
            token.CopyTo(padded);
            token = padded;
        }

        return TryTakeInt(code, BinaryPrimitives.ReadInt64BigEndian(token[1..]), out value);
    }

    private bool TryTakeInt(byte code, long body, out long value)
    {
        int width = Int64Run.Decode(code, body, out value);
        bool isCut = code is >= MessagePackCode.UInt8 and <= MessagePackCode.Int64 && Remaining <= 1 << (code & 3);
        if (width == 0 || isCut)
            return Fail(
                isCut
                    ? ReadFailure.Truncated
                    : code == MessagePackCode.UInt64 ? ReadFailure.OutOfRange : ReadFailure.TypeMismatch);
        Position += width;
        return true;
    }

    // code8 0: the family has no 8-bit length. A count is refused when the input cannot hold that many items.
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
        if ((uint)length > (uint)Remaining)
            return Refuse(start, ReadFailure.Truncated);
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
}

/// <summary>Why a token could not be read.</summary>
public enum ReadFailure : byte
{
    /// <summary>Nothing failed.</summary>
    None,

    /// <summary>The input ends inside the token.</summary>
    Truncated,

    /// <summary>Another kind of token is here.</summary>
    TypeMismatch,

    /// <summary>The token is of the right kind, but its value does not fit.</summary>
    OutOfRange,

    /// <summary>Arrays and maps are nested deeper than the reader allows.</summary>
    TooDeep,

    /// <summary>The token is valid, but of a form that is not read here: an indefinite length.</summary>
    Unsupported,
}
