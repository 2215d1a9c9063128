using FuncLibs.Hosting.Tls;
using FuncLibs.Messaging.RigLink;
using HardwareConnector.Configuration;

namespace HardwareConnector.Sources.Links;

/// <summary>What a person must know of the security of the links to rigs. Any thread.</summary>
/// <param name="options">The sources.</param>
/// <param name="sources">The same, running.</param>
/// <param name="time">Clock.</param>
internal sealed class LinkWarnings(ConnectorOptions options, RigSources sources, TimeProvider time)
{
    /// <summary>Links that anyone on their network can use, as an option allows.</summary>
    public IReadOnlyList<string> Open { get; } =
        [.. options.Sources.Select(RigLinkCheck.FindAllowed).OfType<string>()];

    /// <summary>Files that are not in use, and certificates that end soon.</summary>
    public IEnumerable<string> Faults => sources.All.OfType<LinkSource>().SelectMany(FaultsOf);

    private IEnumerable<string> FaultsOf(LinkSource source)
    {
        if (source.Tls is not { } tls)
            yield break;
        if (tls.Fault is { } fault)
            yield return $"the link {source.Name} keeps its former files: {fault}";
        if (FindEnd(tls.Expires) is { } own)
            yield return $"the connector's certificate {tls.Certificate} for the link {source.Name} {own}";
        LinkTlsState? negotiated = source.Negotiated;
        if (FindEnd(negotiated?.PeerExpires) is { } rig)
            yield return $"the certificate {negotiated!.Peer} of the rig at {source.Name} {rig}";
    }

    private string? FindEnd(DateTimeOffset? expires) => CertificateEnd.FindWarning(expires, time.GetUtcNow());
}
