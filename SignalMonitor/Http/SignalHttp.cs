using System.Globalization;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Timing;
using Microsoft.AspNetCore.Http;
using SignalMonitor.Alarms;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Http;

/// <summary>
/// Answers <c>GET /variables</c>, <c>GET /alarms</c> and <c>POST /alarms/LIMIT/acknowledge|reset|shelve|unshelve</c>
/// with <c>?by=NAME&amp;minutes=N&amp;station=SITE/RIG&amp;stream=NAME&amp;publisher=UUID</c>. Without a station it is
/// the first.
/// </summary>
internal static class SignalHttp
{
    /// <summary>`station=` of a request that means all of them.</summary>
    public const string AllStations = "*";

    private const int MaxMinutes = 7 * 24 * 60;

    /// <summary>The variables of all streams of a station.</summary>
    /// <param name="context">The request.</param>
    /// <param name="coordinator">The streams.</param>
    /// <param name="stations">The stations that are followed.</param>
    public static Task WriteVariables(
        HttpContext context, VariableCoordinator coordinator, IReadOnlyList<string> stations) =>
        FindStation(context, stations, out string station) is { } fault
            ? HttpJson.Refuse(context, StatusCodes.Status404NotFound, fault)
            : HttpJson.Write(
                context,
                VariablesOf(coordinator, station),
                StreamVariableListJson.Default.IEnumerableStreamVariableList);

    /// <summary>The alarms of all streams of a station.</summary>
    /// <param name="context">The request.</param>
    /// <param name="coordinator">The streams.</param>
    /// <param name="stations">The stations that are followed.</param>
    public static Task WriteAlarms(
        HttpContext context, VariableCoordinator coordinator, IReadOnlyList<string> stations) =>
        FindStation(context, stations, out string station) is { } fault
            ? HttpJson.Refuse(context, StatusCodes.Status404NotFound, fault)
            : HttpJson.Write(
                context,
                AlarmsOf(coordinator, station),
                StreamAlarmListJson.Default.IEnumerableStreamAlarmList);

    /// <summary>The alarms of streams; none without a database.</summary>
    /// <param name="coordinator">The streams.</param>
    /// <param name="station">Site/rig; <see cref="AllStations"/> = of all streams.</param>
    public static IEnumerable<StreamAlarmList> AlarmsOf(
        VariableCoordinator? coordinator, string station = AllStations)
    {
        foreach (StreamVariables stream in StreamsOf(coordinator, station))
        {
            if (stream.Plan is { } plan)
                yield return StreamAlarmList.Create(
                    stream.Label,
                    stream.Publisher,
                    stream.Alarms.Board.Read(),
                    stream.Alarms.Events,
                    stream.IsRetired);
        }
    }

    /// <summary>
    /// A command to the alarms of a limit, on every stream that watches it or on the one that is named; executed by
    /// compute threads between two blocks.
    /// </summary>
    /// <param name="context">The request.</param>
    /// <param name="coordinator">The streams.</param>
    /// <param name="time">Clock.</param>
    /// <param name="audit">Notes the command before it is given; null = it is not noted.</param>
    /// <param name="stations">The stations that are followed; null = one.</param>
    public static async Task Command(
        HttpContext context,
        VariableCoordinator coordinator,
        TimeProvider time,
        AlarmAudit? audit = null,
        IReadOnlyList<string>? stations = null)
    {
        if (!TryRead(context, time, out AlarmCommand? command, out string fault))
        {
            await HttpJson.Refuse(context, StatusCodes.Status400BadRequest, fault);
            return;
        }

        (string stream, string publisher) =
            (context.Request.Query["stream"].ToString(), context.Request.Query["publisher"].ToString());
        if (FindStation(context, stations ?? [], out string station) is { } unknown)
        {
            await HttpJson.Refuse(context, StatusCodes.Status404NotFound, unknown);
            return;
        }

        // A stream is of one station.
        if (stream.Length + publisher.Length > 0 && !context.Request.Query.ContainsKey("station"))
            station = AllStations;
        StreamVariables[] streams =
        [
            .. StreamsOf(coordinator, station)
                .Where(other => stream.Length == 0 || other.Label == stream)
                .Where(
                    other => publisher.Length == 0 || (Guid.TryParse(publisher, out Guid id) && other.Publisher == id))
                .Where(other => other.Alarms.Set.PlaceOf(command!.Limit) >= 0),
        ];
        if (streams.Length == 0)
        {
            string where = stream.Length + publisher.Length == 0
                ? ""
                : $" on stream {stream}{(publisher.Length > 0 ? " of " : "")}{publisher}";
            await HttpJson.Refuse(
                context,
                StatusCodes.Status404NotFound,
                $"limit {command!.Limit} is not watched here{where}; see /alarms");
            return;
        }

        if (audit?.Note(HttpOrigin.From(context), command!, streams[0]) is { } unnoted)
        {
            await HttpJson.Refuse(context, StatusCodes.Status503ServiceUnavailable, unnoted);
            return;
        }

        AlarmCommandResult[] answers =
            await Task.WhenAll(streams.Select(other => other.Commands.Submit(command!, time, context.RequestAborted)));
        AlarmCommandStatus status = Together(answers);
        if (status == AlarmCommandStatus.Done)
            await HttpJson.Write(
                context,
                AlarmCommandStates.Create(command!.Limit, streams, answers),
                AlarmCommandStatesJson.Default.AlarmCommandStates);
        else
        {
            audit?.NoteRefusal(HttpOrigin.From(context), command!, streams[0], TextOf(streams, answers));
            await HttpJson.Refuse(context, StatusOf(status), TextOf(streams, answers));
        }
    }

    private static string? FindStation(HttpContext context, IReadOnlyList<string> stations, out string station)
    {
        string wanted = context.Request.Query["station"].ToString();
        station = wanted.Length > 0 ? wanted : stations.Count > 0 ? stations[0] : AllStations;
        return wanted is "" or AllStations || stations.Contains(wanted) ? null
            : $"this monitor does not follow station '{OneLine.Format(wanted)}'{Suggestion.For(wanted, stations)}; it "
                + $"follows {string.Join(", ", stations)}, and * is all of them";
    }

    private static IEnumerable<StreamVariables> StreamsOf(VariableCoordinator? coordinator, string station) =>
        (coordinator?.Streams() ?? []).Where(stream => station == AllStations || stream.Station.Length == 0
            || stream.Station == station);

    private static IEnumerable<StreamVariableList> VariablesOf(VariableCoordinator coordinator, string station)
    {
        foreach (StreamVariables stream in StreamsOf(coordinator, station))
        {
            if (stream.Plan is { } plan)
                yield return StreamVariableList.Create(plan, stream.IsRetired, stream.Label);
        }
    }

    // Where one stream has nothing to acknowledge another may have; one that did not answer is never hidden.
    private static AlarmCommandStatus Together(AlarmCommandResult[] answers) =>
        Array.Exists(answers, answer => answer.Status == AlarmCommandStatus.Busy) ? AlarmCommandStatus.Busy
        : Array.Exists(answers, answer => answer.Status == AlarmCommandStatus.Done) ? AlarmCommandStatus.Done
        : answers[0].Status;

    private static string TextOf(StreamVariables[] streams, AlarmCommandResult[] answers) => answers.Length == 1
        ? answers[0].Text
        : string.Join(
            "; ",
            answers.Select(
                (answer, i) => $"stream {streams[i].Label} of {streams[i].Publisher}: {answer.Text}"));

    private static int StatusOf(AlarmCommandStatus status) => status switch
    {
        AlarmCommandStatus.NotFound => StatusCodes.Status404NotFound,
        AlarmCommandStatus.Busy => StatusCodes.Status503ServiceUnavailable,
        _ => StatusCodes.Status409Conflict,
    };

    private static bool TryRead(HttpContext context, TimeProvider time, out AlarmCommand? command, out string fault)
    {
        command = null;
        string? verb = (string?)context.Request.RouteValues["verb"];
        AlarmVerb parsed = VerbOf(verb);
        if (!long.TryParse(
            (string?)context.Request.RouteValues["limit"],
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out long limit))
            fault = "the number of a limit follows /alarms/; see GET /alarms";
        else if (parsed == AlarmVerb.Unknown)
            fault = $"'{verb}' is no command; there are acknowledge, reset, shelve and unshelve";
        else if (!TryReadEnd(context, time, parsed, out long until, out fault))
            return false;
        else
            command = new AlarmCommand(
                limit, parsed, HttpOrigin.NameOf(context, context.Request.Query["by"].ToString()), time.NowNs(), until);
        fault = command?.Fault ?? fault;
        return command is not null && command.Fault is null;
    }

    private static bool TryReadEnd(
        HttpContext context, TimeProvider time, AlarmVerb verb, out long untilNs, out string fault)
    {
        (untilNs, fault) = (0, "");
        if (verb != AlarmVerb.Shelve)
            return true;
        string text = context.Request.Query["minutes"].ToString();
        if (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int minutes)
            || minutes is < 1 or > MaxMinutes)
        {
            fault = $"minutes={text} is no length of a shelf; 1 to {MaxMinutes}";
            return false;
        }

        untilNs = time.NowNs() + (minutes * 60L * UtcClock.NanosecondsPerSecond);
        return true;
    }

    private static AlarmVerb VerbOf(string? text) => text switch
    {
        "acknowledge" => AlarmVerb.Acknowledge,
        "reset" => AlarmVerb.Reset,
        "shelve" => AlarmVerb.Shelve,
        "unshelve" => AlarmVerb.Unshelve,
        _ => AlarmVerb.Unknown,
    };
}

/// <summary>The answer to a command that at least one stream executed.</summary>
internal sealed record AlarmCommandStates(long Limit, string State, IEnumerable<StreamCommandState> Streams)
{
    public static AlarmCommandStates Create(long limit, StreamVariables[] streams, AlarmCommandResult[] results) => new(
        limit,
        Array.Find(results, result => result.Status == AlarmCommandStatus.Done).Text,
        streams.Zip(results, StreamCommandState.Create));
}

/// <summary>The state of the alarm on a stream, or why the stream refused the command: one of the two.</summary>
internal sealed record StreamCommandState(
    string Stream,
    Guid Publisher,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? State,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Error)
{
    public static StreamCommandState Create(StreamVariables stream, AlarmCommandResult result) => new(
        stream.Label,
        stream.Publisher,
        result.Status == AlarmCommandStatus.Done ? result.Text : null,
        result.Status == AlarmCommandStatus.Done ? null : result.Text);
}

/// <summary>Source-generated writer of the answer to a command.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(AlarmCommandStates))]
internal sealed partial class AlarmCommandStatesJson : JsonSerializerContext;
