using System.Globalization;
using System.Text.Json;
using Simulator.Presets;

namespace Simulator.Faults.Reading;

/// <summary>
/// One JSON object of a schedule, read key by key; keys that were never read are reported as unknown.
/// </summary>
internal sealed class FaultKeys
{
    private readonly Dictionary<string, JsonElement> _members = new(StringComparer.Ordinal);
    private readonly HashSet<string> _requested = new(StringComparer.Ordinal);

    private FaultKeys(string path, PresetFaults faults)
    {
        Path = path;
        Faults = faults;
    }

    /// <summary>Position in the file.</summary>
    public string Path { get; }

    /// <summary>What is wrong so far.</summary>
    public PresetFaults Faults { get; }

    /// <summary>The members of an object; null, and reported, when it is not one.</summary>
    public static FaultKeys? Open(JsonElement element, string path, PresetFaults faults)
    {
        if (element.ValueKind != JsonValueKind.Object)
        {
            faults.Add(path, $"a JSON {element.ValueKind}", "must be an object");
            return null;
        }

        var keys = new FaultKeys(path, faults);
        foreach (JsonProperty member in element.EnumerateObject())
        {
            if (!keys._members.TryAdd(member.Name, member.Value))
                faults.Add($"{path}.{member.Name}", "is given twice", "each key once");
        }

        return keys;
    }

    /// <summary>True when a key is there.</summary>
    public bool Has(string key) => _members.ContainsKey(key);

    /// <summary>Path of a key, for messages.</summary>
    public string PathOf(string key) => $"{Path}.{key}";

    /// <summary>The object behind a key; null when it is not there or not an object.</summary>
    public FaultKeys? Object(string key) => Consume(key) is { } value ? Open(value, PathOf(key), Faults) : null;

    /// <summary>The names and numbers of an object whose keys are names.</summary>
    public IEnumerable<(string Name, double? Number)> Numbers()
    {
        foreach (string name in _members.Keys)
            yield return (name, Number(name, double.NegativeInfinity, double.PositiveInfinity, ""));
    }

    /// <summary>A text; null when it is not there or not one.</summary>
    public string? Text(string key)
    {
        if (Consume(key) is not { } value)
            return null;
        if (value.ValueKind == JsonValueKind.String)
            return value.GetString();
        Faults.Add(PathOf(key), value.GetRawText(), "must be a text");
        return null;
    }

    /// <summary>A number within limits; null when it is not there or not one.</summary>
    public double? Number(string key, double min, double max, string unit, bool isWhole = false)
    {
        if (Consume(key) is not { } value)
            return null;
        string kind = isWhole ? "whole numbers" : "numbers";
        string allowed = string.Create(CultureInfo.InvariantCulture, $"allowed are {kind} {min} to {max} {unit}");
        if (value.ValueKind == JsonValueKind.Number && value.TryGetDouble(out double number) && double.IsFinite(number)
            && number >= min && number <= max && (!isWhole || number == Math.Floor(number)))
        {
            return number;
        }

        Faults.Add(PathOf(key), value.GetRawText(), allowed.TrimEnd());
        return null;
    }

    /// <summary>Reports the keys that were never read.</summary>
    public void RefuseOthers(string known)
    {
        foreach (string key in _members.Keys.Where(key => !_requested.Contains(key)))
            Faults.Add(PathOf(key), "not a key here", $"known are {known}");
    }

    private JsonElement? Consume(string key)
    {
        _requested.Add(key);
        return _members.TryGetValue(key, out JsonElement value) ? value : null;
    }
}
