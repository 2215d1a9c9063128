using System.Buffers;
using System.Text.Json;
using FuncLibs.Objects.Streams;

namespace FuncLibs.Objects.Json;

/// <summary>
/// System.Text.Json over a stream whose memory is pooled: as a web server writes a body. It is measured beside the same
/// options from and to bytes.
/// </summary>
/// <param name="name">Name of the serializer.</param>
/// <param name="options">How the library works.</param>
/// <param name="limits">What an object may be.</param>
internal sealed class PooledJsonSerializer(string name, JsonSerializerOptions options, ObjectLimits limits)
    : JsonFacade(name, limits)
{
    /// <inheritdoc/>
    protected override void Write<T>(T value, IBufferWriter<byte> output)
    {
        using PooledStream stream = new(Limits.MaxBytes);
        JsonSerializer.Serialize(stream, value, options);
        output.Write(stream.Written);
    }

    /// <inheritdoc/>
    protected override T? Read<T>(ReadOnlyMemory<byte> input, ref long consumed)
        where T : default
    {
        using MemoryInput stream = new(input);
        T? value = JsonSerializer.Deserialize<T>(stream, options);
        consumed = input.Length;
        return value;
    }
}
