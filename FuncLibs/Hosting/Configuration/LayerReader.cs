using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.Configuration;

namespace FuncLibs.Hosting.Configuration;

/// <summary>
/// Collects the layers, lowest first: appsettings.json beside the binary (may be missing), the file that `Config` names (must exist),
/// `TELEMETRY_` variables (`__` stands for `:`), the command line.
/// </summary>
public static class LayerReader
{
    /// <summary>Prefix of the environment variables that are read.</summary>
    public const string VariablePrefix = "TELEMETRY_";

    /// <summary>The key that names one more settings file; read from the command line or the environment.</summary>
    public const string ConfigKey = "Config";

    /// <summary>Reads all layers; files that cannot be read become faults.</summary>
    public static IReadOnlyList<ConfigurationLayer> Read(
        ConfigurationInputs inputs, IReadOnlyList<KeyValuePair<string, string>> commandLine, ICollection<ConfigurationFault> faults)
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

    private static bool IsConfig(KeyValuePair<string, string> value) => value.Key.Equals(ConfigKey, StringComparison.OrdinalIgnoreCase);

    private static ConfigurationLayer ReadFile(string path, string name, string origin, ICollection<ConfigurationFault> faults)
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
            faults.Add(new ConfigurationFault(ConfigKey, origin, $"{path} is not valid: {OneLine.Format(e.GetBaseException())}", "a JSON object of sections"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            faults.Add(new ConfigurationFault(ConfigKey, origin, $"{path} cannot be read: {OneLine.Format(e.GetBaseException())}", "a JSON file that exists"));
        }

        return new ConfigurationLayer(name, []);
    }
}
