using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace FuncLibs.Messaging.RigLink;

/// <summary>Checks the certificate of the peer in a TLS handshake.</summary>
/// <param name="certificate">What it shows; null = nothing.</param>
/// <param name="chain">What it shows beside it.</param>
/// <param name="errors">What the system thinks of it.</param>
/// <returns>Why it is not let in, in one line; null when it is.</returns>
public delegate string? LinkPeerCheck(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors);

/// <summary>How a connector secures its link to a rig.</summary>
/// <param name="Tls">
/// Its own certificate, if any. Its <see cref="SslClientAuthenticationOptions.TargetHost"/> is the name that the rig's
/// certificate must have.
/// </param>
/// <param name="Check">Whom it trusts; null = whom the system trusts.</param>
/// <param name="Token">
/// A secret that the rig knows, sent in the hello once the rig's certificate was checked; empty = none. At most <see
/// cref="LinkHello.MaxTokenBytes"/> bytes.
/// </param>
public sealed record LinkSecurity(SslClientAuthenticationOptions Tls, LinkPeerCheck? Check = null, string Token = "")
{
    /// <summary>The same, without the token: it must not get into a log.</summary>
    public override string ToString() => $"TLS to {Tls.TargetHost}{(Token.Length > 0 ? " with a token" : "")}";
}
