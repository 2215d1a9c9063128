using FuncLibs.Hosting.Schema;

namespace FuncLibs.Hosting.Configuration;

/// <summary>From the layers to option objects.</summary>
public static class ConfigurationLoader
{
    /// <summary>Reads, merges, binds and checks.</summary>
    /// <param name="inputs">Where the lower layers come from.</param>
    /// <param name="commandLine">The parsed arguments; their faults come first in the list.</param>
    /// <param name="aliases">Short keys of this host.</param>
    /// <param name="checks">Checks beyond attributes, run only when everything could be bound.</param>
    /// <param name="extraType">Class of options that only this verb has, or null.</param>
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
        faults.AddRange(checks.SelectMany(check => check.Check(options)).Select(fault => Located(fault, merged)).Where(IsNews));
        return new EffectiveConfiguration<TOptions>(options, extra, binder.Effective, SerilogOf(merged), faults);

        // A value that already broke its type or an attribute is not reported twice.
        bool IsNews(ConfigurationFault fault) => !faults.Exists(known => known.Key == fault.Key);
    }

    private static ConfigurationFault Located(OptionFault fault, IReadOnlyDictionary<string, LayeredValue> merged) =>
        new(fault.Key, merged.GetValueOrDefault(fault.Key)?.Layer ?? LayerNames.Default, fault.What, fault.Allowed);

    private static List<EffectiveValue> SerilogOf(IReadOnlyDictionary<string, LayeredValue> merged) =>
    [
        .. merged.Where(value => OptionSchema.IsSerilog(value.Key))
            .Select(value => new EffectiveValue(value.Key, value.Value.Text, value.Value.Layer))
    ];
}
