namespace FuncLibs.Objects.Protobuf;

/// <summary>
/// Goes over the fields of an object before protobuf-net reads it: the library takes as much memory as the length of a
/// text or of bytes claims when the message around it ends within that length. One object, one thread.
/// </summary>
/// <param name="maxLevels">Messages and groups within each other at most.</param>
internal ref struct ProtobufWalk(int maxLevels)
{
    private const int WireBits = 3;
    private const int MaxVarintBytes = 10;

    private ReadOnlySpan<byte> _input;

    /// <summary>Byte of the input that it has come to.</summary>
    public int Position { get; private set; }

    /// <summary>Checks an object.</summary>
    /// <param name="input">Its bytes.</param>
    /// <param name="level">Its fields.</param>
    /// <exception cref="EndOfStreamException">The input ends within a field.</exception>
    /// <exception cref="FormatException">A field is none, or is longer than the message it is in.</exception>
    /// <exception cref="ObjectLimitException">There are too many levels.</exception>
    public void Check(ReadOnlySpan<byte> input, ProtobufLevel level)
    {
        _input = input;
        Message(level, input.Length, 0, depth: 0);
    }

    // Up to its last byte, or to the end of its group.
    private void Message(ProtobufLevel? level, int end, int group, int depth)
    {
        if (depth > maxLevels)
            throw new ObjectLimitException($"it has more than {maxLevels} messages within each other");
        while (Position < end)
        {
            ulong tag = Varint();
            int field = tag <= uint.MaxValue ? (int)(tag >> WireBits) : 0;
            if (field == 0)
                throw new FormatException("a field has no number");
            switch ((int)(tag & ((1 << WireBits) - 1)))
            {
                case 0:
                    Varint();
                    break;
                case 1:
                    Pass(sizeof(ulong));
                    break;
                case 2:
                    Text(level?[field], end, depth);
                    break;
                case 3:
                    Message(level?[field], end, field, depth + 1);
                    break;
                case 4 when field == group:
                    return;
                case 5:
                    Pass(sizeof(uint));
                    break;
                default:
                    throw new FormatException($"field {field} has a form that there is not");
            }
        }

        if (Position > end)
            throw new FormatException("a field is longer than the message it is in");
        if (group != 0)
            throw new EndOfStreamException($"the group {group} has no end");
    }

    // A text, bytes, packed numbers, or a message.
    private void Text(ProtobufLevel? level, int end, int depth)
    {
        ulong length = Varint();
        if (length > (ulong)(_input.Length - Position))
            throw new EndOfStreamException($"a field of {length} bytes has {_input.Length - Position}");
        if (level is not null)
            Message(level, Position + (int)length, 0, depth + 1);
        else
            Pass((int)length);
        if (Position > end)
            throw new FormatException("a field is longer than the message it is in");
    }

    private ulong Varint()
    {
        ulong value = 0;
        for (int i = 0; i < MaxVarintBytes; i++)
        {
            if (Position == _input.Length)
                throw new EndOfStreamException("a number has no end");
            byte one = _input[Position++];
            value |= (ulong)(one & 0x7F) << (7 * i);
            if (one < 0x80)
                return value;
        }

        throw new FormatException("a number is too long");
    }

    private void Pass(int count)
    {
        if (count > _input.Length - Position)
            throw new EndOfStreamException($"a field of {count} bytes has {_input.Length - Position}");
        Position += count;
    }
}
