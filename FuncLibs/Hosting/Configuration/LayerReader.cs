using System.Text.Json;
using FuncLibs.Hosting.Schema;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.Configuration;

namespace FuncLibs.Hosting.Configuration;

/// <summary>
/// Collects the layers, lowest first: appsettings.json beside the binary (optional), the file that `Config` names (must
/// exist), `TELEMETRY_` variables (`__` means `:`), the command line.
/// </summary>
public static class LayerReader
{
    /// <summary>Prefix of the environment variables that are read.</summary>
    public const string VariablePrefix = "TELEMETRY_";

    /// <summary>The key that names one more settings file; read from the command line or the environment.</summary>
    public const string ConfigKey = "Config";

    /// <summary>Reads all layers; files that cannot be read become faults.</summary>
    public static IReadOnlyList<ConfigurationLayer> Read(
        ConfigurationInputs inputs,
        IReadOnlyList<KeyValuePair<string, string>> commandLine,
        ICollection<ConfigurationFault> faults)
    {
        ConfigurationLayer environment = new(LayerNames.Environment, Variables(inputs.Variables));
        ConfigurationLayer arguments = new(LayerNames.CommandLine, commandLine);
        var layers = new List<ConfigurationLayer>();
        string settings = Path.Combine(inputs.SettingsFolder, LayerNames.Settings);
        if (File.Exists(settings))
            layers.Add(ReadFile(settings, LayerNames.Settings, LayerNames.Settings, faults));
        if (FindConfig(environment, arguments) is { } config)
            layers.Add(ReadFile(config.Path, config.Path, config.Layer, faults));
        layers.Add(WithoutConfig(environment));
        layers.Add(WithoutConfig(arguments));
        return layers;
    }

    private static List<KeyValuePair<string, string>> Variables(IReadOnlyDictionary<string, string> variables) =>
    [
        .. variables
            .Where(variable => variable.Key.StartsWith(VariablePrefix, StringComparison.OrdinalIgnoreCase))
            .Select(variable => KeyValuePair.Create(
                variable.Key[VariablePrefix.Length..].Replace("__", ":", StringComparison.Ordinal), variable.Value))
            .OrderBy(variable => variable.Key, ConfigurationKeyComparer.Instance)
    ];

    private static (string Path, string Layer)? FindConfig(params ReadOnlySpan<ConfigurationLayer> layers)
    {
        (string, string)? found = null;
        foreach (ConfigurationLayer layer in layers)
        {
            foreach (KeyValuePair<string, string> value in layer.Values.Where(IsConfig))
                found = (value.Value, layer.Name);
        }

        return found;
    }

    private static ConfigurationLayer WithoutConfig(ConfigurationLayer layer) =>
        layer with { Values = [.. layer.Values.Where(value => !IsConfig(value))] };

    private static bool IsConfig(KeyValuePair<string, string> value) =>
        value.Key.Equals(ConfigKey, StringComparison.OrdinalIgnoreCase);

    private static ConfigurationLayer ReadFile(
        string path, string name, string origin, ICollection<ConfigurationFault> faults)
    {
        try
        {
            using FileStream file = File.OpenRead(path);
            IConfigurationRoot root = new ConfigurationBuilder().AddJsonStream(file).Build();
            return new ConfigurationLayer(name, [.. root.AsEnumerable()
                .Where(entry => entry.Value is not null)
                .OrderBy(entry => entry.Key, ConfigurationKeyComparer.Instance)
                .Select(entry => KeyValuePair.Create(entry.Key, entry.Value!))]);
        }
        catch (Exception e) when (e is FormatException or JsonException or InvalidDataException)
        {
            string what = $"{path} is not valid: {OneLine.Format(e.GetBaseException())}";
            faults.Add(new ConfigurationFault(ConfigKey, origin, what, "a JSON object of sections"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            string what = $"{path} cannot be read: {OneLine.Format(e.GetBaseException())}";
            faults.Add(new ConfigurationFault(ConfigKey, origin, what, "a JSON file that exists"));
        }

        return new ConfigurationLayer(name, []);
    }
}

/// <summary>
/// Merges layers: resolves aliases, checks keys against the schema; for each key the highest layer applies.
/// </summary>
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

    /// <summary>Values by key in the spelling of the schema; keys of the section Serilog as written.</summary>
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

    // A list in a settings file has one entry per item: together they are one value, so a higher layer replaces the
    // whole list.
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
                _faults.Add(
                    new ConfigurationFault(
                        written, layer.Name, "is not a known key" + Suggest(written), "--help lists the keys"));
            }
            else
            {
                bool isItem = key.Length > found.Key.Length && values.ContainsKey(found.Key);
                values[found.Key] = new LayeredValue(isItem ? $"{values[found.Key].Text},{text}" : text, layer.Name);
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

/// <summary>
/// Keys and values of one origin, as written there; a later value of the same key replaces an earlier one.
/// </summary>
/// <param name="Name">Name of the origin in a fault.</param>
/// <param name="Values">Keys with `:` between sections.</param>
public sealed record ConfigurationLayer(string Name, IReadOnlyList<KeyValuePair<string, string>> Values);

/// <summary>The effective text of a key and its layer.</summary>
public sealed record LayeredValue(string Text, string Layer);

/// <summary>Names of the layers that are not files.</summary>
public static class LayerNames
{
    /// <summary>The default in the code.</summary>
    public const string Default = "default";

    /// <summary>Variables that begin with `TELEMETRY_`.</summary>
    public const string Environment = "environment";

    /// <summary>Arguments of the process.</summary>
    public const string CommandLine = "command line";

    /// <summary>The file beside the binary.</summary>
    public const string Settings = "appsettings.json";
}
