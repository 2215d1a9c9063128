using Microsoft.AspNetCore.Http;
using SignalMonitor.Audit;

namespace SignalMonitor.Http;

/// <summary>Who sends a request, for the audit log: <c>?by=NAME</c>, and its address.</summary>
internal static class HttpOrigin
{
    /// <summary>Begins the `User-Agent` of the verbs of this program.</summary>
    public const string VerbAgent = "SignalMonitor-verb/";

    private const int MaxVerb = 16;

    /// <summary>Of a request. Browsers send `Origin` with what changes something, programs do not.</summary>
    public static AuditOrigin From(HttpContext context)
    {
        string address = context.Connection.RemoteIpAddress?.ToString() ?? "unknown";
        string agent = context.Request.Headers.UserAgent.ToString();
        string kind = context.Request.Headers.Origin.Count > 0 ? "dashboard"
            : agent.StartsWith(VerbAgent, StringComparison.Ordinal) && agent.Length <= VerbAgent.Length + MaxVerb
                ? $"verb {agent[VerbAgent.Length..]}, http" : "http";
        return new AuditOrigin(context.Request.Query["by"].ToString(), $"{kind} {address}");
    }
}
