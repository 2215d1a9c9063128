using System.Globalization;
using FuncLibs.Messaging.Wire.Control;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.History;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.History;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Answers <c>GET /api/recordings/SITE/RIG/FOLDER/history?stream&amp;channel&amp;from&amp;to&amp;buckets</c>, buckets
/// of any window of a recording, and
/// <c>GET /api/recordings/SITE/RIG/FOLDER/moment?stream&amp;signal&amp;level&amp;edge&amp;after</c>, the first crossing
/// of a level.
/// </summary>
/// <param name="recordings">The recordings.</param>
internal sealed class RecordingHistoryHttp(RecordedHistories recordings)
{
    private const string Path = "/api/recordings/{site}/{rig}/{folder}";
    private const int DefaultBuckets = 600;

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapReadAsync(Path + "/history", History);
        host.MapReadAsync(Path + "/moment", Moment);
    }

    private async Task<ApiAnswer> History(HttpContext context)
    {
        IQueryCollection query = context.Request.Query;
        if (TryReadTime(query, "from", out long? from) is { } badFrom)
            return ApiAnswer.Bad(badFrom);
        if (TryReadTime(query, "to", out long? to) is { } badTo)
            return ApiAnswer.Bad(badTo);
        if (from >= to)
            return ApiAnswer.Bad($"from is {from} and to is {to}; the window ends after it begins");
        int buckets = DefaultBuckets;
        if ((string?)query["buckets"] is { } text
            && (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out buckets)
                || buckets is < HistoryReader.MinBuckets or > HistoryAnswer.MaxBuckets))
            return ApiAnswer.Bad(
                $"buckets is '{text}'; a whole number from {HistoryReader.MinBuckets} to {HistoryAnswer.MaxBuckets} is "
                    + "allowed");
        HistoryWindow window = new(query["stream"], (string?)query["channel"] ?? "*", from, to, buckets);
        return await Answer(context, (recording, stop) =>
        {
            if (recording.Read(window, stop, out HistoryView? view, recordings.NewWorkTime()) is { } fault)
                return ApiAnswer.Missing(fault);
            recording.Find(window.Stream, out string stream, out _);
            return ApiAnswer.Ok(json => HistoryJson.Write(json, stream, view!));
        });
    }

    private async Task<ApiAnswer> Moment(HttpContext context)
    {
        IQueryCollection query = context.Request.Query;
        if ((string?)query["signal"] is not { Length: > 0 } signal)
            return ApiAnswer.Bad("signal is missing; it is the name of a signal, such as servo1.count");
        if (!double.TryParse(query["level"], NumberStyles.Float, CultureInfo.InvariantCulture, out double level)
            || !double.IsFinite(level))
            return ApiAnswer.Bad($"level is '{query["level"]}'; a number is allowed");
        string? edge = query["edge"];
        if (edge is not ("rising" or "falling"))
            return ApiAnswer.Bad($"edge is '{edge}'; rising or falling is allowed");
        if (TryReadTime(query, "after", out long? after) is { } badAfter)
            return ApiAnswer.Bad(badAfter);
        string? name = query["stream"];
        return await Answer(context, (recording, stop) =>
        {
            if (recording.Find(name, out string stream, out RecordedPart[] parts) is { } fault)
                return ApiAnswer.Missing(fault);
            if (!Array.Exists(parts, part => part.Has(signal)))
                return ApiAnswer.Missing($"there is no signal {signal} in stream {stream} of this recording");
            WorkTime limit = recordings.NewWorkTime();
            CrossingSearch[] searches =
            [
                .. parts.Select(part => new CrossingSearch(
                    recording, part, signal, level, edge == "rising", after ?? long.MinValue, limit)),
            ];
            Crossing[] found = [.. searches.Select(search => search.Find(stop)).OfType<Crossing>()];
            Crossing? first = found.Length == 0 ? null : found.MinBy(one => one.Ns);
            long? stopped = searches.Min(search => search.StoppedNs);
            return stopped < (first?.Ns ?? long.MaxValue) ? NotWhole(signal, level, stopped.Value)
                : first is { } crossing ? AnswerOf(crossing)
                : ApiAnswer.Missing(FormattableString.Invariant(
                    $"signal {signal} does not cross {level} {edge}{(after is null ? "" : $" after {after}")}"));
        });
    }

    private static ApiAnswer AnswerOf(Crossing crossing) => ApiAnswer.Ok(json =>
    {
        json.WriteStartObject();
        json.WriteString("ns", crossing.Ns.ToString(CultureInfo.InvariantCulture));
        json.WriteBoolean("exact", crossing.IsExact);
        json.WriteEndObject();
    });

    private static ApiAnswer NotWhole(string signal, double level, long untilNs) => ApiAnswer.Refused(
        StatusCodes.Status503ServiceUnavailable,
        FormattableString.Invariant(
            $"the search of signal {signal} for {level} is not whole: {RecordedHistories.MaxTime.TotalSeconds} s were ")
            + FormattableString.Invariant($"over at {untilNs}, and there is no crossing before; after={untilNs} goes on"),
        json =>
        {
            json.WriteBoolean("whole", false);
            json.WriteString("until", untilNs.ToString(CultureInfo.InvariantCulture));
        });

    private async Task<ApiAnswer> Answer(
        HttpContext context, Func<RecordedHistory, CancellationToken, ApiAnswer> work)
    {
        RouteValueDictionary route = context.Request.RouteValues;
        (string site, string rig, string name) =
            ((string)route["site"]!, (string)route["rig"]!, (string)route["folder"]!);
        if (!recordings.TryFind(site, rig, name, out string? folder))
            return ApiAnswer.Missing($"there is no recording {site}/{rig}/{name}");
        HistoryOutcome<ApiAnswer> outcome = await recordings.RunAsync(folder, work, context.RequestAborted);
        return outcome.Answer ?? ApiAnswer.Unavailable(outcome.Fault!);
    }

    private static string? TryReadTime(IQueryCollection query, string name, out long? ns)
    {
        ns = null;
        if ((string?)query[name] is not { } text)
            return null;
        if (!long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long value))
            return $"{name} is '{text}'; a time is allowed, in ns since 1970";
        ns = value;
        return null;
    }
}
