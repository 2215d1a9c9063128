using System.Net;

namespace FuncLibs.Hosting.Configuration;

/// <summary>The rule for the address of a host's web server: http, loopback and a port only.</summary>
public static class HttpUrl
{
    /// <summary>The allowed forms, for messages.</summary>
    public const string Allowed =
        "http://127.0.0.1:PORT, http://localhost:PORT or http://[::1]:PORT; port 0 = any free one";

    /// <summary>The fault of an address, as the end of a sentence; null for none.</summary>
    public static string? FindFault(string url)
    {
        if (!Uri.TryCreate(url, UriKind.Absolute, out Uri? uri) || uri.Scheme != Uri.UriSchemeHttp)
            return $"'{url}' is not an http address";
        if (uri.AbsolutePath != "/" || uri.Query.Length > 0)
            return $"'{url}' has more than a host and a port";
        bool loopback = uri.Host == "localhost"
            || (IPAddress.TryParse(uri.Host.Trim('[', ']'), out IPAddress? ip) && IPAddress.IsLoopback(ip));
        return loopback ? null : $"'{url}' can be reached from other machines, which is refused until keys exist";
    }
}
