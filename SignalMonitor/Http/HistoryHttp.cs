using Microsoft.AspNetCore.Http;
using SignalMonitor.Connections;
using SignalMonitor.History;

namespace SignalMonitor.Http;

/// <summary>
/// Answers <c>GET /history?stream=S&amp;channel=PATTERN&amp;seconds=N&amp;buckets=M&amp;until=NS</c>.
/// </summary>
internal static class HistoryHttp
{
    /// <summary>Writes the answer, or what is wrong with the question: 400 for a number, 404 for a name.</summary>
    public static Task Write(HttpContext context, MonitorConnections connections)
    {
        if (!HistoryQuery.TryRead(name => context.Request.Query[name], out HistoryQuery query, out string fault))
            return HttpJson.Refuse(context, StatusCodes.Status400BadRequest, fault);
        if (connections.Find(query.Stream) is not var (_, stream))
            return HttpJson.Refuse(context, StatusCodes.Status404NotFound, UnknownStream(query, connections));
        if (HistoryReader.Read(
            stream.History, query.Channel, query.Seconds, query.Buckets, query.UntilNs) is not { } view)
            return HttpJson.Refuse(
                context,
                StatusCodes.Status404NotFound,
                $"stream {stream.Name} has no history yet, or History:Seconds is 0");
        if (view.Names.IsEmpty)
            return HttpJson.Refuse(
                context,
                StatusCodes.Status404NotFound,
                $"no signal of stream {stream.Name} matches '{query.Channel}'; try *, or see /snapshot");
        return HttpJson.WriteJson(context, json => HistoryJson.Write(json, stream.Name, view));
    }

    private static string UnknownStream(in HistoryQuery query, MonitorConnections connections)
    {
        string known = string.Join(", ", connections.Streams.Select(stream => stream.Name).DefaultIfEmpty("none yet"));
        return $"there is no stream {query.Stream ?? "yet"}; known: {known}";
    }
}
