using System.Text.Json;
using System.Text.Json.Serialization;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

/// <summary>Enumerations in documents: the words of the database, and no numbers.</summary>
internal sealed class WordConverter<T> : JsonConverter<T>
    where T : struct, Enum
{
    /// <inheritdoc/>
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String && EnumWords.TryParse(reader.GetString()!, out T member)
            ? member : throw new JsonException($"one of {EnumWords.Of<T>()} is wanted");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => writer.WriteStringValue(EnumWords.Of(value));
}
