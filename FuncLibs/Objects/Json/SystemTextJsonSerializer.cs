using System.Buffers;
using System.Text.Json;

namespace FuncLibs.Objects.Json;

/// <summary>System.Text.Json from and to UTF-8 bytes.</summary>
/// <param name="name">Name of the serializer.</param>
/// <param name="options">How the library works; with a generated context its types alone are known.</param>
/// <param name="limits">What an object may be.</param>
internal sealed class SystemTextJsonSerializer(string name, JsonSerializerOptions options, ObjectLimits limits)
    : JsonFacade(name, limits)
{
    /// <inheritdoc/>
    protected override void Write<T>(T value, IBufferWriter<byte> output)
    {
        using Utf8JsonWriter writer = new(
            output,
            new JsonWriterOptions { Encoder = options.Encoder, MaxDepth = options.MaxDepth, SkipValidation = true });
        JsonSerializer.Serialize(writer, value, options);
    }

    /// <inheritdoc/>
    protected override T? Read<T>(ReadOnlyMemory<byte> input, ref long consumed)
        where T : default
    {
        T? value = JsonSerializer.Deserialize<T>(input.Span, options);
        consumed = input.Length;
        return value;
    }
}
