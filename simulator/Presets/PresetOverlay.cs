using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using FuncLibs.Runtime.Diagnostics;

namespace Simulator.Presets;

/// <summary>
/// Applies the keys of a file to the defaults, key by key, against the names and types of the preset records. A
/// key that does not fit is a fault with its path, and the walk continues, so that one reading finds all of them. The
/// result is a whole document: the generated reader gives a missing init-only member the default of its type, not that
/// of its record.
/// </summary>
/// <param name="faults">Where the faults go.</param>
internal sealed class PresetOverlay(PresetFaults faults)
{
    /// <summary>Lays the members of an object over those of <paramref name="under"/>.</summary>
    public JsonObject Object(JsonElement given, JsonObject under, JsonTypeInfo type, string path)
    {
        var laid = (JsonObject)under.DeepClone();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (JsonProperty member in given.EnumerateObject())
        {
            string at = path.Length == 0 ? member.Name : $"{path}.{member.Name}";
            if (!seen.Add(member.Name))
                faults.Add(at, "is there twice", "give it once");
            else if (type.Properties.FirstOrDefault(p => p.Set is not null && p.Name == member.Name) is { } known)
                laid[member.Name] =
                    Value(member.Value, under[member.Name], known.PropertyType, known.IsSetNullable, at);
            else
                AddUnknown(member.Name, type, at);
        }

        return laid;
    }

    private JsonNode? Value(JsonElement given, JsonNode? under, Type type, bool nullable, string path)
    {
        if (given.ValueKind == JsonValueKind.Null && nullable)
            return null;
        Type inner = Nullable.GetUnderlyingType(type) ?? type;
        JsonTypeInfo info = PresetJson.Default.GetTypeInfo(inner)
            ?? throw new InvalidOperationException($"{inner} is not in the generated JSON of presets.");
        return info.Kind switch
        {
            JsonTypeInfoKind.Object when given.ValueKind == JsonValueKind.Object =>
                Object(given, under as JsonObject ?? PresetDefaults.Get(inner), info, path),
            JsonTypeInfoKind.Enumerable when given.ValueKind == JsonValueKind.Array =>
                Array(given, under as JsonArray ?? [], info.ElementType!, path),
            JsonTypeInfoKind.None => PresetScalar.Read(given, under, inner, info, path, faults),
            _ => Wrong(given, under, info, path),
        };
    }

    // Item i begins as item i of what holds without the file, where there is one: {} keeps it.
    // A wrong one with nothing under it is left out.
    private JsonArray Array(JsonElement given, JsonArray under, Type item, string path)
    {
        var laid = new JsonArray();
        int index = 0;
        foreach (JsonElement element in given.EnumerateArray())
        {
            JsonNode? before = index < under.Count ? under[index] : null;
            if (Value(element, before, item, nullable: false, $"{path}[{index}]") is { } node)
                laid.Add(node);
            index++;
        }

        return laid;
    }

    private JsonNode? Wrong(JsonElement given, JsonNode? under, JsonTypeInfo info, string path)
    {
        string allowed = info.Kind == JsonTypeInfoKind.Object ? "must be an object { }" : "must be a list [ ]";
        faults.Add(path, PresetScalar.Describe(given), allowed);
        return under?.DeepClone();
    }

    private void AddUnknown(string name, JsonTypeInfo type, string path)
    {
        string[] known = [.. type.Properties.Where(p => p.Set is not null).Select(p => p.Name)];
        faults.Add(path, $"is no key here{Suggestion.For(name, known)}", "known are " + string.Join(", ", known));
    }
}

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

    /// <summary>What is there, short.</summary>
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
