using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace FuncLibs.Hosting.Tls;

/// <summary>
/// The check of the server of one connection. It keeps why the server was not trusted: the libraries of mail and MQTT
/// say only that it was not.
/// </summary>
/// <param name="trust">Who is trusted.</param>
/// <param name="host">Name or address that the certificate must be for.</param>
internal sealed class ServerCheck(ServerTrust trust, string host)
{
    /// <summary>Why the server was not trusted, in one line; null while there is no reason.</summary>
    public string? Fault { get; private set; }

    /// <summary>Called with what the server shows.</summary>
    /// <param name="certificate">Its certificate; null = none.</param>
    /// <param name="chain">What it shows beside it.</param>
    /// <param name="errors">What the system thinks of it.</param>
    public bool Accepts(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        string? fault = trust.FindFault(certificate, chain, errors, host, TimeProvider.System.GetUtcNow());
        Fault = fault is null ? null : ServerTrust.ExplainNoTls(fault);
        return fault is null;
    }
}
