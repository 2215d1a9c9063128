using System.Globalization;
using FuncLibs.Runtime.Timing;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Audit;
using SignalMonitor.Connections;
using SignalMonitor.Events;
using SignalMonitor.Http;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Answers <c>GET /api/notes?from=NS&amp;to=NS</c> and <c>POST /api/notes</c>. A new note becomes an event of the
/// dashboards.
/// </summary>
/// <param name="store">The notes.</param>
/// <param name="connections">The streams.</param>
/// <param name="events">Receives new notes.</param>
/// <param name="time">For notes without a time.</param>
/// <param name="audit">Notes them too; null = it does not.</param>
internal sealed class NoteHttp(
    NoteStore store,
    MonitorConnections connections,
    EventLog events,
    TimeProvider time,
    AuditLog? audit = null)
{
    /// <summary>Notes of one answer at most.</summary>
    public const int MaxShown = 1000;

    private const int MaxBytes = 16 << 10;

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapRead("/api/notes", Read);
        host.MapWrite(HttpMethods.Post, "/api/notes", MaxBytes, Add);
    }

    private ApiAnswer Read(HttpContext context)
    {
        if (!TryRead(context, "from", 0, out long from) || !TryRead(context, "to", long.MaxValue, out long to))
            return ApiAnswer.Bad("from and to are times in UTC ns, whole numbers from 0 on");
        IReadOnlyList<Note> notes = store.Read(from, to, MaxShown, out string? fault);
        return fault is not null
            ? ApiAnswer.Unavailable(fault)
            : ApiAnswer.Ok(notes, ApiAnswerJson.Default.IReadOnlyListNote);
    }

    private ApiAnswer Add(HttpContext context, byte[] body)
    {
        if (ApiBody.Parse(body, ApiJson.Default.NoteQuestion, out string fault) is not { } requested)
            return ApiAnswer.Bad(fault);
        string by = HttpOrigin.NameOf(context, requested.By);
        long utcNs = time.NowNs();
        if (requested.UtcNs.Length > 0
            && !long.TryParse(requested.UtcNs, NumberStyles.None, CultureInfo.InvariantCulture, out utcNs))
            return ApiAnswer.Bad($"utcNs is '{requested.UtcNs}'; a time in UTC ns as text, or nothing for now");
        if ((FieldRules.Line("by", by, 1, FieldRules.MaxAuthor)
            ?? FieldRules.Lines("text", requested.Text, 1, FieldRules.MaxNote)) is { } wrong)
            return ApiAnswer.Bad(wrong.ToString());
        if (requested.Stream.Length > 0 && connections.Find(requested.Stream) is null)
            return ApiAnswer.Missing($"there is no stream '{requested.Stream}'; see /api/catalogue");
        Note note = new(utcNs, by, requested.Text, requested.Stream);
        AuditOrigin origin = HttpOrigin.From(context) with { Who = note.By };
        AuditAction action = origin.CreateAction(AuditActions.NoteAdd, note.Stream) with { New = note.Text };
        if (audit?.Append(action) is { } unnoted)
            return ApiAnswer.Unavailable(unnoted);
        if (store.Add(note) is { } failed)
            return ApiAnswer.Unavailable(failed);
        events.Add(
            DashboardEventKind.Note, note.Stream, DashboardEventSeverity.Info, note.UtcNs, $"{note.By}: {note.Text}");
        return ApiAnswer.Ok(note, ApiAnswerJson.Default.Note);
    }

    private static bool TryRead(HttpContext context, string name, long otherwise, out long value)
    {
        string? text = context.Request.Query[name];
        value = otherwise;
        return text is null || long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value);
    }
}
