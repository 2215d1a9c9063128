using System.Globalization;
using System.Net;

namespace FuncLibs.Messaging.RigLink;

/// <summary>Text form of a link's address: <c>tcp://127.0.0.1:5555</c>, <c>tcp://[::1]:5555</c> or <c>tcp://localhost:5555</c>.</summary>
public static class LinkEndpoint
{
    private const string Scheme = "tcp://";

    /// <summary>What <see cref="TryParse"/> takes, for messages.</summary>
    public const string Allowed = "tcp://ADDRESS:PORT with an IP address or localhost";

    /// <summary>Reads an address; no names are looked up.</summary>
    public static bool TryParse(string text, out IPEndPoint endpoint)
    {
        endpoint = new IPEndPoint(IPAddress.None, 0);
        if (!text.StartsWith(Scheme, StringComparison.Ordinal))
            return false;
        int colon = text.LastIndexOf(':');
        if (colon < Scheme.Length)
            return false;
        if (!ushort.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out ushort port))
            return false;
        string host = text[Scheme.Length..colon];
        IPAddress? address = host == "localhost" ? IPAddress.Loopback : null;
        if (address is null && !IPAddress.TryParse(host, out address))
            return false;
        endpoint = new IPEndPoint(address, port);
        return true;
    }

    /// <summary>The text of an address.</summary>
    public static string Format(IPEndPoint endpoint) => Scheme + endpoint;
}
