using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Reads CBOR items (RFC 8949) from a span, with heads of any width. Indefinite lengths are not read. Bad bytes are
/// never an exception, and no length that the input claims is used before the input is seen to hold it.
/// </summary>
internal ref struct CborReader : ITokenReader<CborReader>
{
    private const byte Break = 0xFF;

    private readonly ReadOnlySpan<byte> _input;

    /// <summary>Begins at the first byte of <paramref name="input"/>.</summary>
    public CborReader(ReadOnlySpan<byte> input) => _input = input;

    /// <inheritdoc/>
    public int Position { get; private set; }

    /// <inheritdoc/>
    public ReadFailure Failure { get; private set; }

    /// <inheritdoc/>
    public readonly string NextName => CborCode.NameOf(NextCode);

    /// <inheritdoc/>
    public readonly bool IsAtNil => NextCode == CborCode.Null;

    /// <summary>Bytes that are left.</summary>
    public readonly int Remaining => _input.Length - Position;

    /// <summary>The bytes that are left.</summary>
    public readonly ReadOnlySpan<byte> Rest => _input[Position..];

    /// <summary>Major type of the next item; that of a break at the end of the input.</summary>
    public readonly int NextMajor => NextCode >> 5;

    private readonly byte NextCode => Position < _input.Length ? _input[Position] : Break;

    /// <inheritdoc/>
    public static CborReader Create(ReadOnlySpan<byte> input) => new(input);

    /// <inheritdoc/>
    public bool TryReadNil()
    {
        if (!IsAtNil)
            return Fail(Remaining == 0 ? ReadFailure.Truncated : ReadFailure.TypeMismatch);
        Position++;
        return true;
    }

    /// <inheritdoc/>
    public bool TryReadArrayHeader(out int count)
    {
        count = 0;
        int start = Position;
        if (!TryReadHead(CborCode.Array, out ulong items))
            return false;
        if (items > (ulong)Remaining)
            return Refuse(start, ReadFailure.Truncated);
        count = (int)items;
        return true;
    }

    /// <inheritdoc/>
    public bool TryReadInt(out long value, long min, long max)
    {
        int start = Position;
        value = 0;
        bool isNegative = NextMajor == CborCode.Negative;
        if (!TryReadHead(isNegative ? CborCode.Negative : CborCode.Unsigned, out ulong argument))
            return false;
        value = isNegative ? -1 - (long)argument : (long)argument;
        return (argument <= long.MaxValue && value >= min && value <= max) || Refuse(start, ReadFailure.OutOfRange);
    }

    /// <inheritdoc/>
    public bool TryReadFloat(out double value)
    {
        value = 0;
        int major = NextMajor;
        if (major is CborCode.Unsigned or CborCode.Negative)
            return TryReadExactInt(major, out value);
        int info = NextCode & 31;
        if (Remaining > 0 && (major != CborCode.Simple || info is < CborCode.Float16 or > CborCode.Argument64))
            return Fail(ReadFailure.TypeMismatch);
        if (!TryReadHead(CborCode.Simple, out ulong bits))
            return false;
        value = info switch
        {
            CborCode.Float16 => (double)BitConverter.UInt16BitsToHalf((ushort)bits),
            CborCode.Float32 => BitConverter.UInt32BitsToSingle((uint)bits),
            _ => BitConverter.UInt64BitsToDouble(bits),
        };
        return true;
    }

    /// <inheritdoc/>
    public bool TryReadBin(out ReadOnlySpan<byte> bytes)
    {
        bytes = default;
        int start = Position;
        if (!TryReadHead(CborCode.Bytes, out ulong length))
            return false;
        if (length > (ulong)Remaining)
            return Refuse(start, ReadFailure.Truncated);
        bytes = _input.Slice(Position, (int)length);
        Position += (int)length;
        return true;
    }

    /// <summary>Reads a byte string with its tag. On failure the position is that of the tag.</summary>
    public bool TryReadTagged(out ulong tag, out ReadOnlySpan<byte> bytes)
    {
        bytes = default;
        int start = Position;
        return TryReadHead(CborCode.Tag, out tag) && (TryReadBin(out bytes) || Refuse(start, Failure));
    }

    /// <summary>Steps over an integer or a float.</summary>
    public bool TrySkipNumber() => NextMajor is CborCode.Unsigned or CborCode.Negative
        ? TryReadHead(NextMajor, out _)
        : TryReadFloat(out _);

    /// <summary>Goes to an offset that was reached before, or that is the start of an item.</summary>
    public void Seek(int position)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)position, (uint)_input.Length, nameof(position));
        Position = position;
    }

    // The magnitude of the least one, 2^64, does not fit.
    private bool TryReadExactInt(int major, out double value)
    {
        int start = Position;
        value = 0;
        if (!TryReadHead(major, out ulong argument))
            return false;
        ulong magnitude = major == CborCode.Negative ? argument + 1 : argument;
        value = major == CborCode.Negative ? -(double)magnitude : magnitude;
        bool isWhole = major == CborCode.Unsigned || magnitude != 0;
        return (isWhole && TokenNumbers.IsExact(magnitude)) || Refuse(start, ReadFailure.OutOfRange);
    }

    private bool TryReadHead(int major, out ulong argument)
    {
        argument = 0;
        if (Remaining == 0)
            return Fail(ReadFailure.Truncated);
        byte code = _input[Position];
        if (code >> 5 != major)
            return Fail(ReadFailure.TypeMismatch);
        int info = code & 31;
        if (info < CborCode.Argument8)
        {
            argument = (ulong)info;
            Position++;
            return true;
        }

        if (info > CborCode.Argument64)
            return Fail(ReadFailure.Unsupported);
        int width = 1 << (info - CborCode.Argument8);
        if (Remaining < 1 + width)
            return Fail(ReadFailure.Truncated);
        ReadOnlySpan<byte> body = _input.Slice(Position + 1, width);
        argument = width switch
        {
            1 => body[0],
            2 => BinaryPrimitives.ReadUInt16BigEndian(body),
            4 => BinaryPrimitives.ReadUInt32BigEndian(body),
            _ => BinaryPrimitives.ReadUInt64BigEndian(body),
        };
        Position += 1 + width;
        return true;
    }

    private bool Refuse(int position, ReadFailure failure)
    {
        Position = position;
        return Fail(failure);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Fail(ReadFailure failure)
    {
        Failure = failure;
        return false;
    }
}
