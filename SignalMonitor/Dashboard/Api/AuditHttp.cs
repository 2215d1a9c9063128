using System.Globalization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Audit;

namespace SignalMonitor.Dashboard.Api;

/// <summary>Answers <c>GET /api/audit?before=NUMBER&amp;count=N</c>: entries of the audit log, newest first.</summary>
/// <param name="log">The log.</param>
internal sealed class AuditHttp(AuditLog log) : IDisposable
{
    /// <summary>Entries of one answer at most.</summary>
    public const int MostShown = 1000;

    private const int UsualCount = 100;

    // One answer may read files of many megabytes.
    private readonly RequestGate _gate = new("entries of the audit log");

    /// <summary>Maps the route.</summary>
    public void Map(IEndpointRouteBuilder host) => host.MapReadAsync(
        "/api/audit", context => _gate.Run(() => Read(context), context.RequestAborted));

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    private ApiAnswer Read(HttpContext context)
    {
        if (!TryRead(context, "before", long.MaxValue, out long before)
            || !TryRead(context, "count", UsualCount, out long count) || count is < 1 or > MostShown)
            return ApiAnswer.Bad($"before is the number of an entry, count a whole number from 1 to {MostShown}");
        string? fault = null;
        AuditEntry[] entries =
        [
            .. AuditFolder.NewestFirst(log.Files, before, reason => fault ??= reason).Take((int)count),
        ];
        return fault is not null && entries.Length == 0
            ? ApiAnswer.Unavailable(fault)
            : ApiAnswer.Ok(json =>
            {
                json.WriteStartObject();
                json.WriteStartArray("entries");
                foreach (AuditEntry entry in entries)
                    AuditEntryJson.Write(json, entry);
                json.WriteEndArray();
                json.WriteEndObject();
            });
    }

    private static bool TryRead(HttpContext context, string name, long otherwise, out long value)
    {
        string? text = context.Request.Query[name];
        value = otherwise;
        return text is null || long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value);
    }
}
