using System.Collections;
using FuncLibs.Hosting.Schema;

namespace FuncLibs.Hosting.Configuration;

/// <summary>Loads the configuration: from the layers to option objects.</summary>
public static class ConfigurationLoader
{
    /// <summary>Reads, merges, binds and checks.</summary>
    /// <param name="inputs">Sources of the lower layers.</param>
    /// <param name="commandLine">The parsed arguments; their faults come first in the list.</param>
    /// <param name="aliases">Short keys of this host.</param>
    /// <param name="checks">Checks beyond attributes, run only if everything could be bound.</param>
    /// <param name="extraType">Class of options for this verb only, or null.</param>
    public static EffectiveConfiguration<TOptions> Load<TOptions>(
        ConfigurationInputs inputs, ParsedCommandLine commandLine, KeyAliases aliases,
        IEnumerable<IOptionsCheck<TOptions>> checks, Type? extraType = null)
        where TOptions : class, new()
    {
        List<ConfigurationFault> faults = [.. commandLine.Faults];
        var schema = new OptionSchema(extraType is null ? [typeof(TOptions)] : [typeof(TOptions), extraType]);
        IReadOnlyList<ConfigurationLayer> layers = LayerReader.Read(inputs, commandLine.Values, faults);
        IReadOnlyDictionary<string, LayeredValue> merged = new LayerMerge(schema, aliases, faults).Merge(layers);
        var binder = new OptionBinder(merged, faults);
        var options = new TOptions();
        object? extra = extraType is null ? null : Activator.CreateInstance(extraType);
        binder.Bind(options);
        if (extra is not null)
            binder.Bind(extra);
        IEnumerable<OptionFault> found = checks.SelectMany(check => check.Check(options));
        faults.AddRange(found.Select(fault => Located(fault, merged)).Where(IsNew));
        return new EffectiveConfiguration<TOptions>(options, extra, binder.Effective, SerilogOf(merged), faults)
        {
            CommandLine = commandLine.Values,
        };

        // A value that already broke its type or an attribute is not reported twice.
        bool IsNew(ConfigurationFault fault) => !faults.Exists(known => known.Key == fault.Key);
    }

    private static ConfigurationFault Located(OptionFault fault, IReadOnlyDictionary<string, LayeredValue> merged) =>
        new(fault.Key, merged.GetValueOrDefault(fault.Key)?.Layer ?? LayerNames.Default, fault.What, fault.Allowed);

    private static List<EffectiveValue> SerilogOf(IReadOnlyDictionary<string, LayeredValue> merged) =>
    [
        .. merged.Where(value => OptionSchema.IsSerilog(value.Key))
            .Select(value => new EffectiveValue(value.Key, value.Value.Text, value.Value.Layer))
    ];
}

/// <summary>Sources of the layers below the command line; tests provide their own.</summary>
/// <param name="SettingsFolder">Folder that may hold appsettings.json.</param>
/// <param name="Variables">All environment variables.</param>
public sealed record ConfigurationInputs(string SettingsFolder, IReadOnlyDictionary<string, string> Variables)
{
    /// <summary>The sources of the current process.</summary>
    public static ConfigurationInputs FromProcess() => new(
        AppContext.BaseDirectory,
        Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .ToDictionary(entry => (string)entry.Key, entry => (string?)entry.Value ?? "", StringComparer.Ordinal));
}

/// <summary>One fault of the configuration, as one line.</summary>
/// <param name="Key">The key, `Section:Key`, or the word of the command line.</param>
/// <param name="Layer">Where the value came from: <see cref="LayerNames"/> or a file.</param>
/// <param name="What">What is wrong, with the value.</param>
/// <param name="Allowed">What is allowed instead.</param>
public sealed record ConfigurationFault(string Key, string Layer, string What, string Allowed)
{
    /// <summary>`Section:Key (from command line): what is wrong; what is allowed`.</summary>
    public override string ToString() => $"{Key} (from {Layer}): {What}; {Allowed}";
}

/// <summary>A parsed command line: a verb, keys with values, and faults.</summary>
/// <param name="Verb">The verb, in lower case; the default verb when none was given.</param>
/// <param name="IsHelpRequested">True if `--help`, `-h` or `-?` was given.</param>
/// <param name="Values">Keys (as typed, without dashes) and values; the last of a repeated key applies.</param>
/// <param name="Faults">Everything that could not be parsed, in the order of the words.</param>
public sealed record ParsedCommandLine(
    string Verb,
    bool IsHelpRequested,
    IReadOnlyList<KeyValuePair<string, string>> Values,
    IReadOnlyList<ConfigurationFault> Faults);
