using System.Text.Json;
using System.Text.Json.Serialization;
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
    Converters =
    [
        typeof(RowConverter<SignalVariable>), typeof(RowConverter<StoredLimit>), typeof(RowConverter<UnitDefinition>),
        typeof(RowConverter<ChannelAlias>), typeof(RowConverter<StoredBreakTrigger>),
    ])]
[JsonSerializable(typeof(VariablesDocument))]
internal sealed partial class DocumentJson : JsonSerializerContext;

/// <summary>A row in a document: an object with the columns of its table.</summary>
/// <typeparam name="TRow">The row.</typeparam>
internal sealed class RowConverter<TRow> : JsonConverter<TRow>
    where TRow : Definition
{
    private static readonly Table Table = DefinitionTables.For<TRow>();

    /// <inheritdoc/>
    public override bool HandleNull => true;

    /// <inheritdoc/>
    public override TRow Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
            throw new JsonException($"a {Table.Noun} is expected: an object with its columns");
        Definition row = Table.Blank;
        HashSet<string> given = [];
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            string member = reader.GetString()!;
            Column column = Table.Own.FirstOrDefault(column => column.Member == member)
                ?? throw new JsonException($"a {Table.Noun} has no column '{member}'");
            reader.Read();
            if (!column.TryParse(JsonElement.ParseValue(ref reader), out object? value))
                throw new JsonException($"{member}: {column.Wanted} is expected");
            row = column.With(row, value);
            given.Add(member);
        }

        Column? missing = Table.Own.FirstOrDefault(column => column.IsRequired && !given.Contains(column.Member));
        return missing is null
            ? (TRow)row
            : throw new JsonException($"a {Table.Noun} needs the column '{missing.Member}'");
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, TRow value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        foreach (Column column in Table.Own)
        {
            if (column.Stored(value) is not { } stored)
                continue;
            writer.WritePropertyName(column.Member);
            DefinitionJson.WriteValue(writer, stored);
        }

        writer.WriteEndObject();
    }
}
