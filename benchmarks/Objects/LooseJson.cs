using System.Text.Json;
using System.Text.Json.Nodes;

namespace Benchmarks.Objects;

/// <summary>
/// Models of System.Text.Json. What it reads stays text until a value is asked for, and would be written as that text;
/// a model that a program builds has values.
/// </summary>
public static class LooseJson
{
    /// <summary>The same with values in place of text.</summary>
    public static JsonNode Copy(JsonNode node) => node switch
    {
        JsonObject members => new JsonObject(
            members.Select(member => KeyValuePair.Create(member.Key, CopyOrNull(member.Value)))),
        JsonArray items => new JsonArray([.. items.Select(CopyOrNull)]),
        _ => node.GetValueKind() switch
        {
            JsonValueKind.True or JsonValueKind.False => JsonValue.Create(node.GetValue<bool>()),
            JsonValueKind.Number when node.AsValue().TryGetValue(out long whole) => JsonValue.Create(whole),
            JsonValueKind.Number => JsonValue.Create(node.GetValue<double>()),
            _ => JsonValue.Create(node.GetValue<string>()),
        },
    };

    /// <summary>Asks for every value.</summary>
    /// <returns>How many there are.</returns>
    public static int Touch(JsonNode? node)
    {
        int count = 0;
        switch (node)
        {
            case JsonObject members:
                foreach (KeyValuePair<string, JsonNode?> member in members)
                    count += Touch(member.Value);
                return count;
            case JsonArray items:
                foreach (JsonNode? item in items)
                    count += Touch(item);
                return count;
            case JsonValue value:
                _ = value.GetValueKind() switch
                {
                    JsonValueKind.String => value.GetValue<string>().Length,
                    JsonValueKind.Number => value.GetValue<double>(),
                    _ => 0,
                };
                return 1;
            default:
                return 1;
        }
    }

    private static JsonNode? CopyOrNull(JsonNode? node) => node is null ? null : Copy(node);
}
