using FuncLibs.Web.Accounts;
using FuncLibs.Web.Sessions;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;

namespace FuncLibs.Web.Access;

/// <summary>
/// Stands between routing and the routes: finds out who sends a request, and whether they may. Where neither accounts
/// nor tokens are configured everyone may do everything, from this machine.
/// </summary>
/// <remarks>
/// Requests of a page of another site (forgery, CSRF) are refused three times: the cookie is SameSite=Strict, so the
/// browser does not send it with them; the monitor compares `Origin` with `Host`; and whoever has a cookie and writes
/// needs the header X-Telemetry, which a form cannot send and a script of another site only after a preflight, which is
/// never answered. A token of ASP.NET's antiforgery would be a fourth time the same, with a key to keep over restarts.
/// </remarks>
/// <param name="directory">The accounts and tokens.</param>
/// <param name="sessions">Who is logged in.</param>
/// <param name="counts">Counts refusals.</param>
internal sealed class AccessGate(AccessDirectory directory, SessionStore sessions, RefusalCounts counts)
{
    /// <summary>The header that a write with a cookie must have, with the value `1`.</summary>
    public const string WriteHeader = "X-Telemetry";

    private const string Scheme = "Bearer ";
    private static readonly AccessNeed ToRead = new(Role.View);
    private static readonly AccessNeed ToWrite = new(Role.Control);

    /// <summary>Who sends a request; everyone is <see cref="Grant.Local"/> where nobody has to say it.</summary>
    public static Grant CallerOf(HttpContext context) => context.Features.Get<Grant>() ?? Grant.Local;

    /// <summary>Lets a request through, or refuses it.</summary>
    public Task Serve(HttpContext context, RequestDelegate next)
    {
        if (directory.IsOpen)
            return next(context);
        AccessNeed need = context.GetEndpoint()?.Metadata.GetMetadata<AccessNeed>()
            ?? (IsRead(context.Request.Method) ? ToRead : ToWrite);
        Grant? caller = FindCaller(context, need, out string? fault);
        if (need.Role != Role.None && FindRefusal(context, need.Role, caller, fault) is var (status, cause, reason))
        {
            counts.Add(cause, $"{Address(context)}: {context.Request.Method} {context.Request.Path}: {reason}");
            if (status == StatusCodes.Status401Unauthorized)
                context.Response.Headers.WWWAuthenticate = "Bearer";
            return Refuse.With(context, status, reason);
        }

        // Without anybody, a route for everyone must not take the request for one of this machine.
        context.Features.Set(caller ?? new Grant("", Role.None, GrantKind.Session));
        return next(context);
    }

    /// <summary>Where a request came from, for logs.</summary>
    public static string Address(HttpContext context) => context.Connection.RemoteIpAddress?.ToString() ?? "unknown";

    private static bool IsRead(string method) => HttpMethods.IsGet(method) || HttpMethods.IsHead(method);

    private Grant? FindCaller(HttpContext context, AccessNeed need, out string? fault)
    {
        fault = null;
        StringValues header = context.Request.Headers.Authorization;
        if (header.ToString() is { Length: > 0 } text)
        {
            if (text.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase))
                return sessions.FindToken(text[Scheme.Length..].Trim(), out fault);
            fault = "Authorization must be `Bearer TOKEN`";
            return null;
        }

        if (need.TakesTokenInAddress && context.Request.Query["token"].ToString() is { Length: > 0 } token)
            return sessions.FindToken(token, out fault);
        return SessionCookie.Read(context) is { } id ? sessions.Find(id) : null;
    }

    private static (int Status, Refusal Cause, string Reason)? FindRefusal(
        HttpContext context, Role needed, Grant? caller, string? fault)
    {
        if (fault is not null)
            return (StatusCodes.Status401Unauthorized, Refusal.Token, fault);
        if (caller is null)
            return (
                StatusCodes.Status401Unauthorized,
                Refusal.NoSession,
                "log in at / of this address, or send a token: `Authorization: Bearer TOKEN`");
        if (caller.Role < needed)
            return (
                StatusCodes.Status403Forbidden,
                Refusal.Role,
                $"this needs the role {RoleText.NameOf(needed)}; {caller.Name} has {RoleText.NameOf(caller.Role)}");
        if (caller.Kind == GrantKind.Session && !IsRead(context.Request.Method)
            && context.Request.Headers[WriteHeader] != "1")
            return (
                StatusCodes.Status403Forbidden,
                Refusal.Forgery,
                $"{context.Request.Method} needs the header {WriteHeader}: 1, which pages of other sites cannot send");
        return null;
    }
}
