using System.Numerics;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Formats;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Transport;

namespace HardwareConnector.Configuration;

/// <summary>
/// Checks that every address can be used, and that nothing without keys binds to an address that other machines can
/// reach.
/// </summary>
public sealed class EndpointCheck : IOptionsCheck<ConnectorOptions>
{
    private const string Bindable =
        "tcp on 127.0.0.1, localhost or [::1], or ipc://PATH, with Security:KeyFile also other addresses; port 0 = any "
            + "free one";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        bool mayBeReached = options.Security.KeyFile.Length > 0 || options.Security.AllowInsecure;
        if (TransportFactory.BindFault(options.Transport, options.Publish.Endpoint, mayBeReached) is { } publish)
            yield return new OptionFault("Publish:Endpoint", publish, Bindable);
        if (TransportFactory.BindFault(options.Transport, options.Control.Endpoint, mayBeReached) is { } control)
            yield return new OptionFault("Control:Endpoint", control, Bindable);
        if (SameAddress(options.Publish.Endpoint, options.Control.Endpoint))
            yield return new OptionFault(
                "Control:Endpoint", $"'{options.Control.Endpoint}' is where blocks are published", "another port");
    }

    private static bool SameAddress(string first, string second) =>
        first == second && Endpoint.TryParse(first, out Endpoint? endpoint, out _)
            && (endpoint.Path is not null || endpoint.Port != 0);
}

/// <summary>Checks that the payload format is registered.</summary>
public sealed class ContentCheck : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        SerializerRegistry registry = PlugInFormats.CreateRegistry();
        string content = options.Publish.Content;
        if (registry.Create(content) is null)
            yield return new OptionFault(
                "Publish:Content", $"'{content}' is no payload format", string.Join(", ", registry.Names));
    }
}

/// <summary>Checks what each source needs beyond its address, and that the sources do not conflict.</summary>
/// <param name="presetFault">The fault of a preset at a rate, with what is allowed; null for none.</param>
public sealed class SourceCheck(Func<SourceOptions, string?> presetFault) : IOptionsCheck<ConnectorOptions>
{
    /// <summary>Highest number of sources of one connector.</summary>
    public const int MaxSources = 64;

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        if (options.Sources.Length is < 1 or > MaxSources)
            yield return new OptionFault(
                "Sources", $"{options.Sources.Length} sources are configured", $"1 to {MaxSources}");
        for (int i = 0; i < options.Sources.Length; i++)
        {
            SourceOptions source = options.Sources[i];
            if (!BitOperations.IsPow2(source.QueueBlocks))
                yield return new OptionFault(
                    $"Sources:{i}:QueueBlocks", $"{source.QueueBlocks} is not a power of two", "2, 4, 8 ... 4096");
            if (source.Type == SourceType.Simulator && presetFault(source) is { } fault)
                yield return new OptionFault(
                    $"Sources:{i}:Preset", fault, "a preset that `simulator presets` lists, at a rate it allows");
            if (NameTakenBefore(options, i) is { } name)
                yield return new OptionFault(
                    $"Sources:{i}:Stream", name, "a name that no other source has, or begins with");
            if (SameRigBefore(options, i) is { } other)
                yield return new OptionFault(
                    $"Sources:{i}:Endpoint",
                    $"'{source.Endpoint}' is that of Sources:{other}",
                    "a rig of its own: each serves one client");
        }
    }

    // A rig of several streams publishes NAME-own, so a name that begins with another name and a hyphen could collide.
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
                return $"'{name}' and '{taken}' of Sources:{other} could be given twice, when a rig has several "
                    + $"streams";
        }

        return null;
    }

    private static bool IsBefore(string name, string longer) =>
        longer.Length > name.Length && longer[name.Length] == '-' && longer.StartsWith(name, StringComparison.Ordinal);

    private static int? SameRigBefore(ConnectorOptions options, int source)
    {
        for (int other = 0; other < source; other++)
        {
            bool links =
                options.Sources[other].Type == SourceType.Link && options.Sources[source].Type == SourceType.Link;
            if (links && options.Sources[other].Endpoint == options.Sources[source].Endpoint)
                return other;
        }

        return null;
    }
}

/// <summary>Checks the fault schedules of simulated rigs.</summary>
/// <param name="faultsOf">All faults of the schedule of a source.</param>
public sealed class FaultScheduleCheck(
    Func<SourceOptions, IReadOnlyList<string>> faultsOf) : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        for (int i = 0; i < options.Sources.Length; i++)
        {
            if (options.Sources[i].Type != SourceType.Simulator)
                continue;
            foreach (string fault in faultsOf(options.Sources[i]))
                yield return new OptionFault($"Sources:{i}:Faults", fault, "a schedule as docs/faults.md describes it");
        }
    }
}

/// <summary>
/// Checks the ground-truth files: only a simulated rig in this process has one, and each rig needs its own.
/// </summary>
public sealed class GroundTruthCheck : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        Dictionary<string, int> taken = new(StringComparer.Ordinal);
        for (int i = 0; i < options.Sources.Length; i++)
        {
            SourceOptions source = options.Sources[i];
            if (source.Truth.Length == 0)
                continue;
            if (source.Type != SourceType.Simulator)
            {
                yield return new OptionFault(
                    $"Sources:{i}:Truth",
                    $"a source of type {source.Type} has no truth",
                    "with type Simulator only; a simulator beyond a link writes its own (--Truth:File)");
            }
            else if (!taken.TryAdd(source.Truth, i))
            {
                yield return new OptionFault(
                    $"Sources:{i}:Truth",
                    $"'{source.Truth}' is that of Sources:{taken[source.Truth]}",
                    "a file of its own for each rig");
            }
        }
    }
}
