using FuncLibs.Web.Access;
using Microsoft.AspNetCore.Http;
using SignalMonitor.Audit;

namespace SignalMonitor.Http;

/// <summary>
/// Who sends a request, for the audit log: the account or token that it proved, and its address. Only where nobody has
/// to prove anything it is who it says, <c>?by=NAME</c>.
/// </summary>
internal static class HttpOrigin
{
    /// <summary>Begins the `User-Agent` of the verbs of this program.</summary>
    public const string VerbAgent = "SignalMonitor-verb/";

    private const int MaxVerb = 16;

    /// <summary>The account or token that a request proved; without accounts what it claims.</summary>
    /// <param name="context">The request.</param>
    /// <param name="claimed">Who it claims to be from; empty = it does not say.</param>
    public static string NameOf(HttpContext context, string claimed) =>
        AccessGate.CallerOf(context) is { IsNamed: true } caller ? caller.Name : claimed;

    /// <summary>Of a request. Browsers send `Origin` with what changes something, programs do not.</summary>
    public static AuditOrigin From(HttpContext context)
    {
        string address = context.Connection.RemoteIpAddress?.ToString() ?? "unknown";
        string agent = context.Request.Headers.UserAgent.ToString();
        string kind = context.Request.Headers.Origin.Count > 0 ? "dashboard"
            : agent.StartsWith(VerbAgent, StringComparison.Ordinal) && agent.Length <= VerbAgent.Length + MaxVerb
                ? $"verb {agent[VerbAgent.Length..]}, http" : "http";
        return new AuditOrigin(NameOf(context, context.Request.Query["by"].ToString()), $"{kind} {address}");
    }
}
