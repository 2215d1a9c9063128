using System.Buffers;

namespace FuncLibs.MessagePack;

/// <summary>
/// The facade: whole values to MessagePack and back, of every type that has a formatter. It takes memory for what it returns; block paths
/// use <c>IBlockSerializer</c> instead.
/// </summary>
public static class MessagePackSerializer
{
    /// <summary>Writes a value to a new array.</summary>
    /// <exception cref="MessagePackSerializationException">The type has no formatter.</exception>
    public static byte[] Serialize<T>(T? value)
    {
        var output = new ArrayBufferWriter<byte>();
        Serialize(value, output);
        return output.WrittenSpan.ToArray();
    }

    /// <summary>Appends a value to a buffer.</summary>
    /// <exception cref="MessagePackSerializationException">The type has no formatter.</exception>
    public static void Serialize<T>(T? value, IBufferWriter<byte> output)
    {
        IMessagePackFormatter<T> formatter = MessagePackFormatters.Get<T>();
        var writer = new MessagePackWriter(output);
        formatter.Serialize(ref writer, value);
        writer.Flush();
    }

    /// <summary>Reads a value that is the whole input.</summary>
    /// <exception cref="MessagePackSerializationException">The bytes are not such a value, or the type has no formatter.</exception>
    public static T? Deserialize<T>(ReadOnlySpan<byte> input)
    {
        MessagePackOutcome outcome = TryDeserialize(input, out T? value);
        return outcome.IsOk ? value : throw new MessagePackSerializationException($"Not a MessagePack {typeof(T).Name}: {outcome}");
    }

    /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte})"/>
    public static T? Deserialize<T>(byte[] input) => Deserialize<T>(input.AsSpan());

    /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte})"/>
    public static T? Deserialize<T>(in ReadOnlySequence<byte> input) =>
        input.IsSingleSegment ? Deserialize<T>(input.FirstSpan) : Deserialize<T>(input.ToArray());

    /// <summary>Reads a value that is the whole input; bad bytes are an outcome.</summary>
    /// <exception cref="MessagePackSerializationException">The type has no formatter.</exception>
    public static MessagePackOutcome TryDeserialize<T>(ReadOnlySpan<byte> input, out T? value)
    {
        IMessagePackFormatter<T> formatter = MessagePackFormatters.Get<T>();
        var reader = new MessagePackReader(input);
        if (!formatter.TryDeserialize(ref reader, out value))
        {
            value = default;
            string found = reader.IsAtEnd ? "the input ends" : "found " + MessagePackCode.NameOf(reader.NextCode);
            return new MessagePackOutcome(false, reader.Position, reader.Failure, reader.Detail ?? found);
        }

        if (reader.IsAtEnd)
            return new MessagePackOutcome(true, reader.Position);
        value = default;
        return new MessagePackOutcome(false, reader.Position, ReadFailure.TrailingBytes, $"{reader.Remaining} bytes follow the value");
    }
}
