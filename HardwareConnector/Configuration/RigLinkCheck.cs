using FuncLibs.Hosting.Configuration;
using FuncLibs.Messaging.RigLink;

namespace HardwareConnector.Configuration;

/// <summary>
/// Checks the links to rigs: that each address can be used, that the files of TLS can, and that no link leaves this
/// machine where anyone could read it or pretend to be the rig.
/// </summary>
/// <param name="tlsFault">The fault of the files of a source, after the section and a colon; null for none.</param>
public sealed class RigLinkCheck(Func<SourceOptions, string?> tlsFault) : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        for (int i = 0; i < options.Sources.Length; i++)
        {
            SourceOptions source = options.Sources[i];
            if (source.Type != SourceType.Link)
                continue;
            string key = $"Sources:{i}";
            if (!LinkAddress.TryParse(source.Endpoint, out LinkAddress? address, out string? fault))
                yield return new OptionFault($"{key}:Endpoint", fault, LinkAddress.Allowed);
            else if (address.Port == 0)
                yield return new OptionFault(
                    $"{key}:Endpoint", $"'{source.Endpoint}' names no port to connect to", LinkAddress.Allowed);
            else if ((address.IsTls ? OfTls(source, key) : OfPlain(source, key)) is { } wrong)
                yield return wrong;
            else if (FindOpen(source) is { } open && !options.Security.AllowInsecure)
                yield return new OptionFault(
                    $"{key}:Endpoint",
                    $"'{source.Endpoint}' {open}",
                    $"tls://HOST:PORT with {key}:Tls:Certificate or {key}:Tls:TokenFile; on a cable or network of its "
                        + $"own also {key}:Tls:AllowPlain=true or Security:AllowInsecure=true");
        }
    }

    /// <summary>What others on the network could do with a link, after its address; null for nothing.</summary>
    /// <param name="source">A source of type link whose address can be parsed.</param>
    public static string? FindOpen(SourceOptions source)
    {
        if (!LinkAddress.TryParse(source.Endpoint, out LinkAddress? address, out _) || address.IsLoopback
            || source.Tls.AllowPlain)
            return null;
        return !address.IsTls
            ? "leaves this machine without TLS: anyone on that network could read the rig's data, or pretend to be the "
                + "rig"
            : source.Tls.Certificate.Length + source.Tls.TokenFile.Length > 0 ? null
                : "leaves this machine and nothing tells the rig who connects: anyone on that network could take its "
                    + "data";
    }

    /// <summary>The same for a link that an option allows all the same.</summary>
    /// <param name="source">A source.</param>
    public static string? FindAllowed(SourceOptions source)
    {
        if (source.Type != SourceType.Link)
            return null;
        return source.Tls.AllowPlain && LinkAddress.TryParse(source.Endpoint, out LinkAddress? address, out _)
            && !address.IsLoopback
            ? $"the link {source.Endpoint} leaves this machine without TLS (Tls:AllowPlain): anyone on that network "
                + "can read the rig's data, or pretend to be the rig"
            : FindOpen(source) is { } open ? $"the link {source.Endpoint} {open} (Security:AllowInsecure)" : null;
    }

    private static OptionFault? OfPlain(SourceOptions source, string key) => source.Tls.IsSet
        ? new OptionFault($"{key}:Tls", $"is set, and '{source.Endpoint}' has no TLS", "with tls://HOST:PORT only")
        : null;

    private OptionFault? OfTls(SourceOptions source, string key)
    {
        if (source.Tls.AllowPlain)
            return new OptionFault($"{key}:Tls:AllowPlain", "is true beside tls://", "with tcp://HOST:PORT only");
        if (source.Tls.CaFile.Length > 0 && source.Tls.Fingerprint.Length > 0)
            return new OptionFault($"{key}:Tls:Fingerprint", "is set beside CaFile", "one of the two");
        if (source.Tls.CertificateKey.Length > 0 && source.Tls.Certificate.Length == 0)
            return new OptionFault(
                $"{key}:Tls:CertificateKey", "is set without a certificate", "with Certificate only");
        if (tlsFault(source) is not { } fault)
            return null;
        int colon = fault.IndexOf(':', StringComparison.Ordinal);
        return new OptionFault(
            $"{key}:Tls:{fault[..colon]}", fault[(colon + 1)..].TrimStart(), "a file that can be used now");
    }
}
