using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;
using Microsoft.AspNetCore.Http;
using SignalMonitor.Connections;
using SignalMonitor.History;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.History;
using SignalMonitor.Streams;

namespace SignalMonitor.Http;

/// <summary>
/// Answers <c>GET /history?stream=S&amp;channel=PATTERN&amp;seconds=N&amp;buckets=M&amp;until=NS</c>: from memory, and
/// what is older from the recording that is written now.
/// </summary>
internal static class HistoryHttp
{
    /// <summary>
    /// Writes the answer, or what is wrong with the question: 400 for a number, 404 for a name, 503 where too many
    /// others read recordings.
    /// </summary>
    public static async Task Write(HttpContext context, MonitorConnections connections, RecordedHistories recordings)
    {
        if (!HistoryQuery.TryRead(name => context.Request.Query[name], out HistoryQuery query, out string fault))
        {
            await HttpJson.Refuse(context, StatusCodes.Status400BadRequest, fault);
            return;
        }

        if (connections.Find(query.Stream) is not var (_, stream))
        {
            await HttpJson.Refuse(context, StatusCodes.Status404NotFound, UnknownStream(query, connections));
            return;
        }

        HistoryOutcome<HistoryView> read = await ReadAsync(stream, query, recordings, context.RequestAborted);
        if (read.Fault is { } refusal)
            await HttpJson.Refuse(
                context,
                read.IsBusy ? StatusCodes.Status503ServiceUnavailable : StatusCodes.Status404NotFound,
                refusal);
        else
            await HttpJson.WriteJson(context, json => HistoryJson.Write(json, stream.Name, read.Answer!));
    }

    private static async Task<HistoryOutcome<HistoryView>> ReadAsync(
        MonitoredStream stream, HistoryQuery query, RecordedHistories recordings, CancellationToken stop)
    {
        if (stream.Pyramid is not null && recordings.LiveFolderOf(stream.Variables?.Station ?? "") is { } folder
            && (IsFine(stream, query) || HistoryReader.ReachesBack(stream.History, query.Seconds, query.UntilNs)))
        {
            HistoryOutcome<HistoryView> kept = await recordings.RunAsync(
                folder,
                (recording, token) => Read(stream, query, recording, recordings.NewWorkTime(), token),
                stop);
            if (kept.IsBusy || kept.Fault is null)
                return Checked(kept, stream, query);
        }

        return Checked(
            new HistoryOutcome<HistoryView>(
                HistoryReader.Read(stream.History, query.Channel, query.Seconds, query.Buckets, query.UntilNs),
                IsBusy: false,
                null),
            stream,
            query);
    }

    // Buckets that the memory does not have, of a window that was looked for.
    private static bool IsFine(MonitoredStream stream, in HistoryQuery query) => query.UntilNs is not null
        && stream.History.Own is { } own
        && new BucketGrid(BucketGrid.NarrowestNs).CoarsenTo(query.Seconds, query.Buckets - 1).WidthNs
            < own.Plan.Grid.WidthNs;

    private static HistoryView Read(
        MonitoredStream stream,
        HistoryQuery query,
        RecordedHistory recording,
        WorkTime limit,
        CancellationToken stop)
    {
        if (IsFine(stream, query) && query.UntilNs is { } until)
        {
            long from = until - (query.Seconds * UtcClock.NanosecondsPerSecond);
            HistoryWindow window = new(stream.OwnName, query.Channel, from, until, query.Buckets);
            if (recording.Covers(stream.Publisher, stream.Id, from, until)
                && recording.Read(window, stop, out HistoryView? fine, limit) is null)
                return fine!;
        }

        return HistoryReader.Read(
            stream.History,
            query.Channel,
            query.Seconds,
            query.Buckets,
            query.UntilNs,
            recording.KeptOf(stream.Publisher, stream.Id, stop))!;
    }

    private static HistoryOutcome<HistoryView> Checked(
        HistoryOutcome<HistoryView> read, MonitoredStream stream, HistoryQuery query) =>
        read.Fault is not null ? read
        : read.Answer is null ? read with
        {
            Fault = $"stream {stream.Name} has no history yet, or History:Seconds is 0",
        }
        : read.Answer.Names.IsEmpty ? read with
        {
            Fault = $"no signal of stream {stream.Name} matches '{query.Channel}'; try *, or see /snapshot",
        }
        : read;

    private static string UnknownStream(in HistoryQuery query, MonitorConnections connections)
    {
        string known = string.Join(", ", connections.Streams.Select(stream => stream.Name).DefaultIfEmpty("none yet"));
        return $"there is no stream {query.Stream ?? "yet"}; known: {known}";
    }
}
