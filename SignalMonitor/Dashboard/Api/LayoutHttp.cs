using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Answers <c>GET /api/layouts</c>, and <c>GET</c>, <c>PUT</c> and <c>DELETE /api/layouts/NAME</c>: any JSON, with its
/// revision as ETag. A write with `If-Match` is refused when another revision is there.
/// </summary>
/// <param name="store">The layouts.</param>
internal sealed class LayoutHttp(LayoutStore store)
{
    private const string Route = "/api/layouts/{name}";

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapRead("/api/layouts", _ => List());
        host.MapRead(Route, context => Named(context, Get));
        host.MapWrite(
            HttpMethods.Put,
            Route,
            LayoutStore.MaxBytes,
            (context, body) => Named(context, name => Put(context, name, body)));
        host.MapWrite(HttpMethods.Delete, Route, 0, (context, _) => Named(context, name => Remove(context, name)));
    }

    private static ApiAnswer Named(HttpContext context, Func<string, ApiAnswer> answer)
    {
        string name = (string)context.Request.RouteValues["name"]!;
        return LayoutStore.FindFault(name) is { } fault ? ApiAnswer.Bad(fault) : answer(name);
    }

    private ApiAnswer List() => ApiAnswer.Ok(
        store.List().Select(layout => new LayoutRevision(layout.Name, layout.Revision)),
        ApiAnswerJson.Default.IEnumerableLayoutRevision);

    private ApiAnswer Get(string name)
    {
        if (store.TryGet(name, out byte[]? content, out string? fault))
            return ApiAnswer.Stored(content) with { Tag = $"\"{LayoutStore.RevisionOf(content)}\"" };
        return fault is null
            ? ApiAnswer.Missing($"there is no layout {name}; see /api/layouts")
            : ApiAnswer.Unavailable(fault);
    }

    private ApiAnswer Put(HttpContext context, string name, byte[] body)
    {
        try
        {
            using JsonDocument parsed = JsonDocument.Parse(body);
        }
        catch (JsonException e)
        {
            return ApiAnswer.Bad($"layout {name} is no JSON: {OneLine.Format(e.Message)}");
        }

        string revision = LayoutStore.RevisionOf(body);
        return AnswerOf(store.Put(name, body, Wanted(context)), name, revision) with { Tag = $"\"{revision}\"" };
    }

    private ApiAnswer Remove(HttpContext context, string name) =>
        AnswerOf(store.Remove(name, Wanted(context)), name, "");

    // As text or as the tag that was sent.
    private static string? Wanted(HttpContext context) =>
        context.Request.Headers.IfMatch.ToString() is { Length: > 0 } tag ? tag.Trim('"') : null;

    private static ApiAnswer AnswerOf(LayoutOutcome outcome, string name, string revision) => outcome.Status switch
    {
        LayoutStatus.Done => ApiAnswer.Ok(
            new LayoutRevision(name, revision), ApiAnswerJson.Default.LayoutRevision),
        LayoutStatus.Missing => ApiAnswer.Missing(outcome.Text),
        LayoutStatus.Conflict => ApiAnswer.Conflict(outcome.Text),
        LayoutStatus.Refused => ApiAnswer.Bad(outcome.Text),
        _ => ApiAnswer.Unavailable(outcome.Text),
    };
}

/// <summary>A layout and its revision.</summary>
internal sealed record LayoutRevision(string Name, string Revision);
