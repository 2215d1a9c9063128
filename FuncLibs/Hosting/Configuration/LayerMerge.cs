using FuncLibs.Hosting.Schema;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Hosting.Configuration;

/// <summary>Lays layers over each other: aliases resolved, keys checked against the schema, the highest layer wins key by key.</summary>
public sealed class LayerMerge
{
    private readonly OptionSchema _schema;
    private readonly KeyAliases _aliases;
    private readonly ICollection<ConfigurationFault> _faults;

    /// <summary>Prepares a merge that adds its faults to a list.</summary>
    public LayerMerge(OptionSchema schema, KeyAliases aliases, ICollection<ConfigurationFault> faults)
    {
        _schema = schema;
        _aliases = aliases;
        _faults = faults;
    }

    /// <summary>Values by key as the schema spells it; keys of the section Serilog as written.</summary>
    public IReadOnlyDictionary<string, LayeredValue> Merge(IEnumerable<ConfigurationLayer> layers)
    {
        var merged = new Dictionary<string, LayeredValue>(StringComparer.OrdinalIgnoreCase);
        foreach (ConfigurationLayer layer in layers)
        {
            foreach ((string key, LayeredValue value) in ReadLayer(layer))
                merged[key] = value;
        }

        return merged;
    }

    // A list of a settings file has one entry an item: they are one value, so that a higher layer replaces the list, not its first item.
    private Dictionary<string, LayeredValue> ReadLayer(ConfigurationLayer layer)
    {
        var values = new Dictionary<string, LayeredValue>(StringComparer.OrdinalIgnoreCase);
        foreach ((string written, string text) in layer.Values)
        {
            string key = _aliases.Resolve(written);
            if (OptionSchema.IsSerilog(key))
            {
                values[key] = new LayeredValue(text, layer.Name);
            }
            else if (_schema.Find(key) is not { } found)
            {
                _faults.Add(new ConfigurationFault(written, layer.Name, "is not a known key" + Suggest(written), "--help lists the keys"));
            }
            else
            {
                bool item = key.Length > found.Key.Length && values.ContainsKey(found.Key);
                values[found.Key] = new LayeredValue(item ? $"{values[found.Key].Text},{text}" : text, layer.Name);
            }
        }

        return values;
    }

    private string Suggest(string written) =>
        Suggestion.For(written, _schema.Keys.Concat(_schema.Keys.SelectMany(ShortForms)));

    private IEnumerable<string> ShortForms(string key)
    {
        foreach ((string alias, string meaning) in _aliases.All)
        {
            if (key.Equals(meaning, StringComparison.OrdinalIgnoreCase))
                yield return alias;
            else if (meaning.EndsWith(':') && key.StartsWith(meaning, StringComparison.OrdinalIgnoreCase))
                yield return alias + key[meaning.Length..];
        }
    }
}
