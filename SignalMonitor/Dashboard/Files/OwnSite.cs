using System.Net;
using FuncLibs.Hosting.Configuration;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Files;

/// <summary>Which names of this machine a request may have in `Host`.</summary>
internal enum HostRule
{
    /// <summary>Loopback names and addresses, with our port.</summary>
    Loopback,

    /// <summary>Any address, and the name of this machine, with our port: everyone on the network may come.</summary>
    Addresses,

    /// <summary>Every name: a request has to prove who sends it, and a cookie belongs to one name.</summary>
    Any,
}

/// <summary>
/// Keeps pages of other sites out, and gives every answer the headers that browsers protect by. Where nobody has to log
/// in, a request must name this machine by one of its addresses with our port in `Host`: a page whose name was pointed
/// at 127.0.0.1 (DNS rebinding) does not. `Origin` must be absent, as it is from programs that are no browsers, or the
/// same as `Host`. All else is 403.
/// </summary>
internal static class OwnSite
{
    /// <summary>Nothing but what the server itself serves, no inline script or style, in no frame.</summary>
    public const string ContentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "worker-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private const int HttpPort = 80;
    private const int HttpsPort = 443;

    /// <summary>Adds it in front of everything that is added later.</summary>
    /// <param name="host">The web server.</param>
    /// <param name="rule">Which names may be in `Host`.</param>
    /// <param name="alsoAllowed">Origins that may request a path besides our own; null none.</param>
    public static void UseOwnSite(
        this IApplicationBuilder host,
        HostRule rule = HostRule.Loopback,
        Func<PathString, IReadOnlyList<string>>? alsoAllowed = null) =>
        host.Use((context, next) =>
        {
            AddHeaders(context.Response.Headers);
            HttpRequest request = context.Request;
            string? fault = FindFault(
                request.Host,
                request.Headers.Origin,
                context.Connection.LocalPort,
                alsoAllowed?.Invoke(request.Path),
                rule,
                request.IsHttps);
            return fault is null ? next(context)
                : HttpJson.Refuse(context, StatusCodes.Status403Forbidden, fault);
        });

    /// <summary>Why a request is refused, in one line; null when it is not.</summary>
    /// <param name="host">Its `Host`; empty only from a client of HTTP/1.0, which is no browser.</param>
    /// <param name="origin">Its `Origin`.</param>
    /// <param name="port">The port it came to.</param>
    /// <param name="alsoAllowed">Origins that are allowed besides that of <paramref name="host"/>.</param>
    /// <param name="rule">Which names may be in `Host`.</param>
    /// <param name="isHttps">Whether it came over TLS.</param>
    public static string? FindFault(
        HostString host,
        StringValues origin,
        int port,
        IReadOnlyList<string>? alsoAllowed = null,
        HostRule rule = HostRule.Loopback,
        bool isHttps = false)
    {
        bool isPort = (host.Port ?? (isHttps ? HttpsPort : HttpPort)) == port;
        if (host.HasValue && rule != HostRule.Any && !(IsOwnName(host.Host, rule) && isPort))
            return $"Host '{host.Value}' is not this monitor; open http://127.0.0.1:{port}/ (through a tunnel: with "
                + $"the same port at both ends)";
        bool isOwn =
            origin.Count == 0
            || string.Equals(origin, $"{(isHttps ? "https" : "http")}://{host.Value}", StringComparison.OrdinalIgnoreCase)
            || alsoAllowed?.Contains(origin.ToString(), StringComparer.OrdinalIgnoreCase) == true;
        return isOwn ? null : $"Origin '{origin}' is another site; requests of its pages are refused";
    }

    private static bool IsOwnName(string name, HostRule rule) => HttpUrl.IsLoopbackHost(name.ToLowerInvariant())
        || (rule == HostRule.Addresses && (IPAddress.TryParse(name.Trim('[', ']'), out _)
            || name.Equals(Environment.MachineName, StringComparison.OrdinalIgnoreCase)));

    private static void AddHeaders(IHeaderDictionary headers)
    {
        headers.ContentSecurityPolicy = ContentSecurityPolicy;
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
    }
}
