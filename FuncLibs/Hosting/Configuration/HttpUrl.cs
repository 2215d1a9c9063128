using System.Net;
using FuncLibs.Messaging.Transport;

namespace FuncLibs.Hosting.Configuration;

/// <summary>
/// The form of the address of a host's web server: http or https, an IP address or localhost, and a port.
/// </summary>
public static class HttpUrl
{
    /// <summary>The allowed forms, for messages.</summary>
    public const string Allowed =
        "http://127.0.0.1:PORT, http://localhost:PORT or http://[::1]:PORT; with Http:Certificate and Security:UsersFile "
            + "or Security:TokensFile also https://ADDRESS:PORT, 0.0.0.0 = every address; port 0 = any free one";

    /// <summary>The fault of an address, as the end of a sentence; null for none.</summary>
    public static string? FindFault(string url)
    {
        if (!Uri.TryCreate(url, UriKind.Absolute, out Uri? uri)
            || (uri.Scheme != Uri.UriSchemeHttp && uri.Scheme != Uri.UriSchemeHttps))
            return $"'{url}' is not an http address";
        if (uri.AbsolutePath != "/" || uri.Query.Length > 0)
            return $"'{url}' has more than a host and a port";

        // The web server would listen on every address for any other name.
        return uri.Host == "localhost" || IPAddress.TryParse(uri.Host.Trim('[', ']'), out _)
            ? null
            : $"'{url}' names a host; an IP address of this machine is needed, or localhost";
    }

    /// <summary>Whether only this machine can reach an address that has no fault.</summary>
    public static bool IsLoopback(string url) => IsLoopbackHost(new Uri(url).Host);

    /// <summary>Whether a host, in lower case, is this machine for itself alone.</summary>
    public static bool IsLoopbackHost(string host) => Endpoint.IsLoopbackHost(host);
}
