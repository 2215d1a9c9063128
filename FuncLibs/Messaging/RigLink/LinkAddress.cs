using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net;
using FuncLibs.Messaging.Transport;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// Where a connector finds a rig: <c>tcp://HOST:PORT</c>, or <c>tls://HOST:PORT</c> with TLS. An IPv6 address is in
/// brackets.
/// </summary>
/// <param name="IsTls">Whether the link has TLS.</param>
/// <param name="Host">Name or IP address, without brackets.</param>
/// <param name="Port">Port, 0 to 65535.</param>
public sealed record LinkAddress(bool IsTls, string Host, int Port)
{
    private const string PlainScheme = "tcp://";
    private const string TlsScheme = "tls://";

    /// <summary>The form that <see cref="TryParse"/> accepts, for messages.</summary>
    public const string Allowed = "tcp://HOST:PORT, or tls://HOST:PORT with TLS";

    /// <summary>True when no other machine is at the other end.</summary>
    public bool IsLoopback => Endpoint.IsLoopbackHost(Host);

    /// <summary>Parses an address; host names are not resolved.</summary>
    /// <param name="text">The text.</param>
    /// <param name="address">The address; null when there is a fault.</param>
    /// <param name="fault">What is wrong, with the text; null for nothing.</param>
    public static bool TryParse(
        string text, [NotNullWhen(true)] out LinkAddress? address, [NotNullWhen(false)] out string? fault)
    {
        address = null;
        fault = null;
        bool isTls = text.StartsWith(TlsScheme, StringComparison.Ordinal);
        int colon = text.LastIndexOf(':');
        if (!isTls && !text.StartsWith(PlainScheme, StringComparison.Ordinal))
            fault = $"'{text}' does not begin with {PlainScheme} or {TlsScheme}";
        else if (colon < PlainScheme.Length || !ushort.TryParse(
            text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out ushort port))
            fault = $"'{text}' does not end with a port from 0 to 65535";
        else if (HostOf(text[PlainScheme.Length..colon]) is not { } host)
            fault = $"'{text}' has no host name and no address between {text[..PlainScheme.Length]} and :{port}";
        else
            address = new LinkAddress(isTls, host, port);
        return address is not null;
    }

    /// <summary>The text of an address.</summary>
    /// <param name="endpoint">The address.</param>
    /// <param name="isTls">Whether the link has TLS.</param>
    public static string Format(IPEndPoint endpoint, bool isTls) => (isTls ? TlsScheme : PlainScheme) + endpoint;

    /// <summary>The text of the address.</summary>
    public override string ToString() => (IsTls ? TlsScheme : PlainScheme)
        + (Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]:" : $"{Host}:")
        + Port.ToString(CultureInfo.InvariantCulture);

    private static string? HostOf(string text)
    {
        string bare = text.StartsWith('[') && text.EndsWith(']') ? text[1..^1] : text;
        if (bare != text)
            return IPAddress.TryParse(bare, out _) ? bare : null;
        return Uri.CheckHostName(text) is UriHostNameType.Dns or UriHostNameType.IPv4 ? text : null;
    }
}
