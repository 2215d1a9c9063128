using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Reads the fields of protobuf messages (protobuf.dev, "Encoding") from a span. Bad bytes are never an exception, and
/// no length that the input claims is used before the input is seen to hold it.
/// </summary>
internal ref struct ProtobufReader : ITokenCursor<ProtobufReader>
{
    private const int MaxVarintBytes = 10;

    private readonly ReadOnlySpan<byte> _input;

    /// <summary>Begins at the first byte of <paramref name="input"/>.</summary>
    public ProtobufReader(ReadOnlySpan<byte> input)
    {
        _input = input;
        End = input.Length;
    }

    /// <inheritdoc/>
    public int Position { get; private set; }

    /// <summary>End of the message that is being read.</summary>
    public int End { get; private set; }

    /// <inheritdoc/>
    public ReadFailure Failure { get; private set; }

    /// <summary>Wire type of the field that was read last.</summary>
    public int Wire { get; private set; }

    /// <inheritdoc/>
    public readonly string NextName => ProtobufWire.NameOf(Wire);

    /// <summary>True at the end of the message.</summary>
    public readonly bool IsAtEnd => Position >= End;

    /// <inheritdoc/>
    public static ProtobufReader Create(ReadOnlySpan<byte> input) => new(input);

    /// <summary>Reads the number and the wire type of a field. On failure nothing is consumed.</summary>
    public bool TryReadField(out int field)
    {
        int start = Position;
        field = 0;
        if (!TryReadVarint(out ulong tag))
            return false;
        Wire = (int)tag & ProtobufWire.Mask;
        field = (int)Math.Min(tag >> ProtobufWire.Bits, int.MaxValue);
        return (tag <= uint.MaxValue && field > 0) || Refuse(start, ReadFailure.OutOfRange);
    }

    /// <summary>Reads a varint.</summary>
    public bool TryReadVarint(out ulong value)
    {
        value = 0;
        ReadOnlySpan<byte> rest = _input[Position..End];
        for (int at = 0; at < MaxVarintBytes; at++)
        {
            if (at == rest.Length)
                return Fail(ReadFailure.Truncated);
            value |= (ulong)(rest[at] & 0x7F) << (7 * at);
            if (rest[at] < 0x80)
            {
                Position += at + 1;
                return true;
            }
        }

        return Fail(ReadFailure.OutOfRange);
    }

    /// <summary>Reads 8 bytes.</summary>
    public bool TryReadFixed64(out ulong value)
    {
        value = 0;
        if (End - Position < sizeof(ulong))
            return Fail(ReadFailure.Truncated);
        value = BinaryPrimitives.ReadUInt64LittleEndian(_input[Position..]);
        Position += sizeof(ulong);
        return true;
    }

    /// <summary>Reads the bytes of a length-delimited field.</summary>
    public bool TryReadBytes(out ReadOnlySpan<byte> bytes)
    {
        bytes = default;
        int start = Position;
        if (!TryReadVarint(out ulong length))
            return false;
        if (length > (ulong)(End - Position))
            return Refuse(start, ReadFailure.Truncated);
        bytes = _input.Slice(Position, (int)length);
        Position += (int)length;
        return true;
    }

    /// <summary>Goes into the message of a length-delimited field.</summary>
    /// <param name="end">End of the message around it, for <see cref="Leave"/>.</param>
    public bool TryEnter(out int end)
    {
        end = End;
        if (!TryReadBytes(out ReadOnlySpan<byte> bytes))
            return false;
        End = Position;
        Position -= bytes.Length;
        return true;
    }

    /// <summary>Goes back to the message around one that was read to its end.</summary>
    public void Leave(int end) => End = end;

    /// <summary>Goes to an offset of the message that was reached before.</summary>
    public void Return(int position) => Position = position;

    /// <summary>Steps over the value of the field that was read last.</summary>
    public bool TrySkip() => Wire switch
    {
        ProtobufWire.Varint => TryReadVarint(out _),
        ProtobufWire.Fixed64 => TryReadFixed64(out _),
        ProtobufWire.Bytes => TryReadBytes(out _),
        ProtobufWire.Fixed32 => TrySkip32(),
        _ => Fail(ReadFailure.Unsupported),
    };

    /// <summary>Refuses the wire type of the field that was read last.</summary>
    public bool RefuseWire() => Fail(ReadFailure.TypeMismatch);

    private bool TrySkip32()
    {
        if (End - Position < sizeof(uint))
            return Fail(ReadFailure.Truncated);
        Position += sizeof(uint);
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
