using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Files;

/// <summary>
/// Keeps pages of other sites out while the server is bound to loopback, and gives every answer the headers that
/// browsers protect by. A request must name this machine by a loopback name or address with our port in `Host`: a page
/// whose name was pointed at 127.0.0.1 (DNS rebinding) does not. `Origin` must be absent, as it is from programs that
/// are no browsers, or the same as `Host`. All else is 403.
/// </summary>
internal static class OwnSite
{
    /// <summary>Nothing but what the server itself serves, no inline script or style, in no frame.</summary>
    public const string ContentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "worker-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private const int HttpPort = 80;

    /// <summary>Adds it in front of everything that is added later.</summary>
    public static void UseOwnSite(this IApplicationBuilder host) => host.Use(static (context, next) =>
    {
        AddHeaders(context.Response.Headers);
        return FindFault(
            context.Request.Host, context.Request.Headers.Origin, context.Connection.LocalPort) is { } fault
            ? HttpJson.Refuse(context, StatusCodes.Status403Forbidden, fault) : next(context);
    });

    /// <summary>Why a request is refused, in one line; null when it is not.</summary>
    /// <param name="host">Its `Host`; empty only from a client of HTTP/1.0, which is no browser.</param>
    /// <param name="origin">Its `Origin`.</param>
    /// <param name="port">The port it came to.</param>
    public static string? FindFault(HostString host, StringValues origin, int port)
    {
        if (host.HasValue && !(IsLoopback(host.Host) && (host.Port ?? HttpPort) == port))
            return $"Host '{host.Value}' is not this monitor; open http://127.0.0.1:{port}/ (through a tunnel: with "
                + $"the same port at both ends)";
        bool isOwn =
            origin.Count == 0 || string.Equals(origin, $"http://{host.Value}", StringComparison.OrdinalIgnoreCase);
        return isOwn ? null : $"Origin '{origin}' is another site; requests of its pages are refused";
    }

    private static bool IsLoopback(string name) =>
        name.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(name.Trim('[', ']'), out IPAddress? address) && IPAddress.IsLoopback(address));

    private static void AddHeaders(IHeaderDictionary headers)
    {
        headers.ContentSecurityPolicy = ContentSecurityPolicy;
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
    }
}
