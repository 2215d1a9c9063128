using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Configuration;

namespace FuncLibs.Web.Serving;

/// <summary>
/// Checks the web server: its address, its certificates, its accounts and tokens; and that nothing can be reached from
/// other machines without TLS and somebody who is allowed.
/// </summary>
/// <param name="httpOf">The web server of the program.</param>
/// <param name="time">For the check of certificates.</param>
/// <typeparam name="TOptions">The root option class.</typeparam>
internal sealed class HttpCheck<TOptions>(Func<TOptions, HttpServerOptions> httpOf, TimeProvider time)
    : IOptionsCheck<TOptions>
    where TOptions : class, ISecuredOptions
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(TOptions options)
    {
        (HttpServerOptions http, SecurityOptions security) = (httpOf(options), options.Security);
        foreach (OptionFault fault in AccessFaults(security).Concat(TlsFaults(http)))
            yield return fault;
        if (HttpUrl.FindFault(http.Url) is { } form)
        {
            yield return new OptionFault("Http:Url", form, HttpUrl.Allowed);
            yield break;
        }

        bool isHttps = http.Url.StartsWith("https:", StringComparison.OrdinalIgnoreCase);
        if (isHttps != http.HasTls)
            yield return new OptionFault(
                "Http:Url",
                isHttps ? $"'{http.Url}' is https without a certificate" : $"'{http.Url}' is http with a certificate",
                isHttps ? "https with Http:Certificate only" : "https, or no Http:Certificate");
        if (FindOpen(http, security) is { } open && !security.AllowInsecure)
            yield return new OptionFault("Http:Url", $"'{http.Url}' {open}", HttpUrl.Allowed);
    }

    /// <summary>What other machines could do that nobody allowed, after the address; null for nothing.</summary>
    public static string? FindOpen(HttpServerOptions http, SecurityOptions security)
    {
        if (HttpUrl.IsLoopback(http.Url))
            return null;
        bool isNamed = security.UsersFile.Length + security.TokensFile.Length > 0;
        return (http.HasTls, isNamed) switch
        {
            (true, true) => null,
            (true, false) => "can be reached from other machines, and nobody has to say who they are: it needs "
                + "Security:UsersFile or Security:TokensFile",
            (false, true) => "can be reached from other machines, and passwords and tokens would cross the network "
                + "readable: it needs Http:Certificate",
            _ => "can be reached from other machines: anyone could see and control the test. It needs "
                + "Http:Certificate, and Security:UsersFile or Security:TokensFile",
        };
    }

    private static IEnumerable<OptionFault> AccessFaults(SecurityOptions security)
    {
        int entries = 0;
        bool isRead = true;
        if (security.UsersFile.Length > 0)
        {
            isRead = EntryFile.OfUsers(security.UsersFile).TryRead(out var users, out string? fault);
            entries += users.Length;
            if (fault is not null)
                yield return new OptionFault("Security:UsersFile", fault, "a file that `users add` made, of mode 600");
        }

        if (security.TokensFile.Length > 0)
        {
            isRead &= EntryFile.OfTokens(security.TokensFile).TryRead(out var tokens, out string? fault);
            entries += tokens.Length;
            if (fault is not null)
                yield return new OptionFault(
                    "Security:TokensFile", fault, "a file that `users token new` made, of mode 600");
        }

        if (isRead && entries == 0 && security.UsersFile.Length + security.TokensFile.Length > 0)
            yield return new OptionFault(
                security.UsersFile.Length > 0 ? "Security:UsersFile" : "Security:TokensFile",
                "has nobody in it, so that nobody could log in",
                "at least one account or token");
    }

    private IEnumerable<OptionFault> TlsFaults(HttpServerOptions http)
    {
        if (!http.HasTls)
        {
            if (http.CertificateKey.Length > 0)
                yield return new OptionFault(
                    "Http:CertificateKey", "is set without a certificate", "with Http:Certificate only");
            if (http.ClientCertificates.Length > 0)
                yield return new OptionFault(
                    "Http:ClientCertificates", "is set without a certificate", "with Http:Certificate only");
            yield break;
        }

        DateTimeOffset now = time.GetUtcNow();
        if (!http.Files.TryReadCertificate(now, out _, out string? fault))
            yield return new OptionFault(
                "Http:Certificate", fault, "a certificate of a server that is valid now, with its private key");
        if (http.ClientCertificates.Length > 0
            && !CertificateFiles.TryReadTrusted(http.ClientCertificates, now, out _, out fault))
            yield return new OptionFault(
                "Http:ClientCertificates", fault!, "a PEM file, or a folder of them, with certificates that are valid now");
    }
}
