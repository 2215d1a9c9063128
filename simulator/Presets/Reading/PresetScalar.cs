using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Simulator.Presets.Reading;

/// <summary>Numbers, texts, words and truth values of a preset.</summary>
internal static class PresetScalar
{
    private const int LongestShown = 40;

    /// <summary>The value when it is of the type; else a fault, and the value that holds without it.</summary>
    public static JsonNode? Read(
        JsonElement given, JsonNode? under, Type type, JsonTypeInfo info, string path, PresetFaults faults)
    {
        if (!Fits(given, type, info))
        {
            faults.Add(path, Describe(given), "must be " + Allowed(type));
            return under?.DeepClone();
        }

        return JsonValue.Create(given);
    }

    /// <summary>What stands there, short.</summary>
    public static string Describe(JsonElement given)
    {
        string text = given.ValueKind switch
        {
            JsonValueKind.Object => "an object",
            JsonValueKind.Array => "a list",
            _ => given.GetRawText(),
        };
        return text.Length <= LongestShown ? text : text[..LongestShown] + "...";
    }

    // The generated reader takes the number of an enum, too; a preset is to be read by people.
    private static bool Fits(JsonElement given, Type type, JsonTypeInfo info)
    {
        if (type.IsEnum)
            return given.ValueKind == JsonValueKind.String && NameOf(given, type) is not null;
        try
        {
            return given.Deserialize(info) is { } value && (value is not double number || double.IsFinite(number));
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private static string? NameOf(JsonElement given, Type type) =>
        Array.Find(type.GetEnumNames(), name => name.Equals(given.GetString(), StringComparison.OrdinalIgnoreCase));

    private static string Allowed(Type type)
    {
        if (type.IsEnum)
            return "one of " + string.Join(", ", type.GetEnumNames().Select(Camel));
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Int32 => string.Create(CultureInfo.InvariantCulture, $"a whole number up to {int.MaxValue}"),
            TypeCode.Int64 => "a whole number",
            TypeCode.Double => "a number",
            TypeCode.Boolean => "true or false",
            _ => "a text",
        };
    }

    private static string Camel(string name) => char.ToLowerInvariant(name[0]) + name[1..];
}
