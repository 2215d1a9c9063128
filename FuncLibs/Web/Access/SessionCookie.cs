using System.Globalization;
using Microsoft.AspNetCore.Http;

namespace FuncLibs.Web.Access;

/// <summary>
/// The cookie with the id of a session: not for scripts (HttpOnly), never sent with a request that a page of another
/// site caused (SameSite=Strict), over TLS for TLS only (Secure, and the prefix __Host-, RFC 6265bis, 4.1.3.2). It has
/// no Expires: it ends with the browser. Cookies know no ports, so the name has the port: two monitors of one machine
/// do not log each other's users out.
/// </summary>
internal static class SessionCookie
{
    /// <summary>The id that a request has; null for none.</summary>
    public static string? Read(HttpContext context) => context.Request.Cookies[NameFor(context)];

    /// <summary>Gives the browser an id.</summary>
    public static void Write(HttpContext context, string id) =>
        context.Response.Cookies.Append(NameFor(context), id, OptionsFor(context));

    /// <summary>Takes it away.</summary>
    public static void Remove(HttpContext context) =>
        context.Response.Cookies.Delete(NameFor(context), OptionsFor(context));

    private static string NameFor(HttpContext context) => string.Create(
        CultureInfo.InvariantCulture,
        $"{(context.Request.IsHttps ? "__Host-" : "")}telemetry-{context.Connection.LocalPort}");

    private static CookieOptions OptionsFor(HttpContext context) => new()
    {
        HttpOnly = true,
        SameSite = SameSiteMode.Strict,
        Secure = context.Request.IsHttps,
        Path = "/",
    };
}
