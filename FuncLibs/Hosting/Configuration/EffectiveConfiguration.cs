namespace FuncLibs.Hosting.Configuration;

/// <summary>The effective configuration, or all its faults.</summary>
/// <typeparam name="TOptions">The root class of the host's options.</typeparam>
public sealed class EffectiveConfiguration<TOptions>
    where TOptions : class, new()
{
    internal EffectiveConfiguration(
        TOptions options, object? extra, IReadOnlyList<EffectiveValue> values, IReadOnlyList<EffectiveValue> serilog,
        IReadOnlyList<ConfigurationFault> faults)
    {
        Options = options;
        Extra = extra;
        Values = values;
        Serilog = serilog;
        Faults = faults;
    }

    /// <summary>The options; valid only without faults.</summary>
    public TOptions Options { get; }

    /// <summary>Options of the verb; null when it has none.</summary>
    public object? Extra { get; }

    /// <summary>
    /// Keys (as typed, without dashes) and values of the command line, that of <see cref="LayerReader.ConfigKey"/>
    /// included: what another process of this program needs to be configured alike.
    /// </summary>
    public IReadOnlyList<KeyValuePair<string, string>> CommandLine { get; internal init; } = [];

    /// <summary>Every key with value and origin.</summary>
    public IReadOnlyList<EffectiveValue> Values { get; }

    /// <summary>Keys of the section `Serilog`, unchecked.</summary>
    public IReadOnlyList<EffectiveValue> Serilog { get; }

    /// <summary>All faults; empty = valid.</summary>
    public IReadOnlyList<ConfigurationFault> Faults { get; }
}

/// <summary>One key of the effective configuration.</summary>
/// <param name="Key">The key.</param>
/// <param name="Text">Its value as it would be typed.</param>
/// <param name="Layer">Where it came from.</param>
public sealed record EffectiveValue(string Key, string Text, string Layer)
{
    /// <summary>`key = value  # layer`.</summary>
    public override string ToString() => $"{Key} = {Text}  # {Layer}";
}
