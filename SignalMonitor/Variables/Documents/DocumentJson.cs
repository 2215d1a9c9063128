using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Signals.Limits;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

/// <summary>
/// Generated JSON of documents. A member that is not known is refused: a mistyped one would be left out unseen.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    Converters = [typeof(WordConverter<LimitKind>), typeof(WordConverter<LimitSeverity>)])]
[JsonSerializable(typeof(VariablesDocument))]
internal sealed partial class DocumentJson : JsonSerializerContext;

/// <summary>Enumerations in documents: the words of the database, and no numbers.</summary>
internal sealed class WordConverter<T> : JsonConverter<T>
    where T : struct, Enum
{
    /// <inheritdoc/>
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String && EnumWords.TryParse(reader.GetString()!, out T member)
            ? member : throw new JsonException($"one of {EnumWords.Of<T>()} is wanted");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        writer.WriteStringValue(EnumWords.Of(value));
}
