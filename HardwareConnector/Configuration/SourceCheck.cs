using System.Numerics;
using FuncLibs.Hosting.Configuration;

namespace HardwareConnector.Configuration;

/// <summary>Checks what each source needs beyond its address, and that they do not get in each other's way.</summary>
/// <param name="presetFault">What is wrong with a preset at a rate, with what is allowed; null when nothing is.</param>
public sealed class SourceCheck(Func<SourceOptions, string?> presetFault) : IOptionsCheck<ConnectorOptions>
{
    /// <summary>Sources of one connector at most.</summary>
    public const int MaxSources = 64;

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        if (options.Sources.Length is < 1 or > MaxSources)
            yield return new OptionFault("Sources", $"{options.Sources.Length} sources are configured", $"1 to {MaxSources}");
        for (int i = 0; i < options.Sources.Length; i++)
        {
            SourceOptions source = options.Sources[i];
            if (!BitOperations.IsPow2(source.QueueBlocks))
                yield return new OptionFault($"Sources:{i}:QueueBlocks", $"{source.QueueBlocks} is not a power of two", "2, 4, 8 ... 4096");
            if (source.Type == SourceType.Simulator && presetFault(source) is { } fault)
                yield return new OptionFault($"Sources:{i}:Preset", fault, "a preset that `simulator presets` lists, at a rate it allows");
            if (NameTakenBefore(options, i) is { } name)
                yield return new OptionFault($"Sources:{i}:Stream", name, "a name that no other source has, or begins with");
            if (SameRigBefore(options, i) is { } other)
                yield return new OptionFault($"Sources:{i}:Endpoint", $"'{source.Endpoint}' is that of Sources:{other}", "a rig of its own: each serves one client");
        }
    }

    // A rig of several streams publishes NAME-own, so a name with another and a hyphen before it could be given twice.
    private static string? NameTakenBefore(ConnectorOptions options, int source)
    {
        if (options.Sources.Length == 1)
            return null;
        string name = SourceNames.Find(options, source)!;
        for (int other = 0; other < source; other++)
        {
            string taken = SourceNames.Find(options, other)!;
            if (name == taken)
                return $"'{name}' is the name of Sources:{other} too";
            if (IsBefore(name, taken) || IsBefore(taken, name))
                return $"'{name}' and '{taken}' of Sources:{other} could be given twice, when a rig has several streams";
        }

        return null;
    }

    private static bool IsBefore(string name, string longer) =>
        longer.Length > name.Length && longer[name.Length] == '-' && longer.StartsWith(name, StringComparison.Ordinal);

    private static int? SameRigBefore(ConnectorOptions options, int source)
    {
        for (int other = 0; other < source; other++)
        {
            bool links = options.Sources[other].Type == SourceType.Link && options.Sources[source].Type == SourceType.Link;
            if (links && options.Sources[other].Endpoint == options.Sources[source].Endpoint)
                return other;
        }

        return null;
    }
}
