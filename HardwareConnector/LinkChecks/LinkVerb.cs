using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Messaging.RigLink;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Links;

namespace HardwareConnector.LinkChecks;

/// <summary>What the verb `link` does.</summary>
public enum LinkAction
{
    /// <summary>Listens to a rig and reports what its link does wrong.</summary>
    Check,
}

/// <summary>Options of the verb `link`.</summary>
public sealed class LinkVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("what to do; given after the verb")]
    public LinkAction Action { get; set; } = LinkAction.Check;

    /// <summary>Where the rig listens.</summary>
    [Description("where the rig listens, tcp://HOST:PORT or tls://HOST:PORT; given after the action")]
    public string Endpoint { get; set; } = "tcp://127.0.0.1:5555";

    /// <summary>TLS, with an endpoint tls://; as of a source of the connector.</summary>
    public RigTlsOptions Tls { get; set; } = new();

    /// <summary>How long to listen, in seconds.</summary>
    [Range(2, 3600)]
    [Description("seconds to listen; heartbeats are judged from 3 on")]
    public double For { get; set; } = 10;

    /// <summary>Machine-readable output.</summary>
    [Description("one JSON object instead of text; may be given as --json")]
    public bool Json { get; set; }
}

/// <summary>
/// The verb `link check ENDPOINT`: connects to a rig as the connector does and reports what its link does wrong. A rig
/// serves one connector
/// at a time: stop the connector first.
/// </summary>
internal static class LinkVerb
{
    /// <summary>Exit code 0 when the link is clean, 1 when faults were found, 2 for a wrong address or when no program
    /// there.</summary>
    public static Task<int> RunAsync(VerbContext<ConnectorOptions> context)
    {
        LinkVerbOptions options = context.Extra<LinkVerbOptions>();
        if (!LinkAddress.TryParse(options.Endpoint, out LinkAddress? address, out _) || address.Port == 0)
            throw new StartupException(
                $"'{options.Endpoint}' is no address of a rig; allowed is {LinkAddress.Allowed}");
        if (RigAddress.Resolve(address, out string? fault) is not { } endpoint)
            throw new StartupException($"'{options.Endpoint}': {fault}");
        RigTls? tls = address.IsTls ? new RigTls(address.Host, options.Tls, TimeProvider.System) : null;
        if (tls?.Fault is { } file)
            throw new StartupException($"Tls:{file}");
        LinkOutcome outcome = LinkChecker.Run(
            endpoint, tls?.Next(), TimeSpan.FromSeconds(options.For), TimeProvider.System, CancellationToken.None,
            out LinkCheckReport? report);
        if (report is null)
            throw new StartupException(
                $"no program listens at {options.Endpoint} ({outcome.Detail}); start the rig's adapter first");
        if (options.Json)
            report.PrintJson(context.Streams.Output);
        else
            report.PrintText(context.Streams.Output);
        return Task.FromResult(report.IsClean ? ExitCodes.Ok : ExitCodes.FatalError);
    }
}
