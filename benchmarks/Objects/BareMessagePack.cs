using System.Buffers;
using FuncLibs.Objects;
using MessagePack;
using MessagePack.Resolvers;

namespace Benchmarks.Objects;

/// <summary>
/// MessagePack for C# without what the facade adds: input is trusted, depth of what is written is not limited, Guids
/// and decimals are bytes. Beside the facade it shows what these cost.
/// </summary>
internal sealed class BareMessagePack : IObjectSerializer
{
    private static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(
        CompositeResolver.Create(
            NativeGuidResolver.Instance, NativeDecimalResolver.Instance, StandardResolver.Instance));

    /// <inheritdoc/>
    public string Name => "bare-messagepack";

    /// <inheritdoc/>
    public string ContentType => "application/vnd.msgpack";

    /// <inheritdoc/>
    public ObjectOutcome Serialize<T>(T value, IBufferWriter<byte> output)
    {
        MessagePackWriter writer = new(output);
        MessagePackSerializer.Serialize(ref writer, value, Options);
        writer.Flush();
        return ObjectOutcome.Done(0);
    }

    /// <inheritdoc/>
    public ObjectOutcome Deserialize<T>(ReadOnlyMemory<byte> input, out T? value)
    {
        value = MessagePackSerializer.Deserialize<T>(input, Options);
        return ObjectOutcome.Done(input.Length);
    }
}
