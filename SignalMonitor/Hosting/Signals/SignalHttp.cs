using System.Globalization;
using FuncLibs.Timing;
using Microsoft.AspNetCore.Http;
using SignalMonitor.Alarms;
using SignalMonitor.Alarms.Commands;
using SignalMonitor.Computation.Variables;

namespace SignalMonitor.Hosting.Signals;

/// <summary>
/// Answers <c>GET /variables</c>, <c>GET /alarms</c> and <c>POST /alarms/LIMIT/acknowledge|reset|shelve|unshelve?by=NAME&amp;minutes=N</c>.
/// </summary>
internal static class SignalHttp
{
    private const int MaxMinutes = 7 * 24 * 60;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>All variables of all streams.</summary>
    public static Task WriteVariables(HttpContext context, VariableDesk desk) => MonitorHttp.WriteJson(context, json =>
    {
        json.WriteStartArray();
        foreach (StreamVariables stream in desk.Streams())
        {
            if (stream.Plan is { } plan)
                VariableJson.WritePlan(json, plan.Stream.Name, plan);
        }

        json.WriteEndArray();
    });

    /// <summary>All alarms of all streams.</summary>
    public static Task WriteAlarms(HttpContext context, VariableDesk desk) => MonitorHttp.WriteJson(context, json =>
    {
        json.WriteStartArray();
        foreach (StreamVariables stream in desk.Streams())
        {
            if (stream.Plan is { } plan)
                AlarmJson.Write(json, plan.Stream.Name, stream.Alarms.Board.Read(), stream.Alarms.Events);
        }

        json.WriteEndArray();
    });

    /// <summary>A command to an alarm; executed by the compute thread between two blocks.</summary>
    public static async Task Command(HttpContext context, VariableDesk desk, TimeProvider time)
    {
        if (!TryRead(context, time, out AlarmCommand? command, out string fault))
        {
            await MonitorHttp.Refuse(context, StatusCodes.Status400BadRequest, fault);
            return;
        }

        StreamVariables? stream = desk.Streams().FirstOrDefault(s => s.Alarms.Set.PlaceOf(command!.Limit) >= 0);
        if (stream is null)
        {
            await MonitorHttp.Refuse(context, StatusCodes.Status404NotFound, $"limit {command!.Limit} is not watched here; see /alarms");
            return;
        }

        AlarmAnswer answer;
        try
        {
            answer = await stream.Commands.Submit(command!).WaitAsync(Patience, time, context.RequestAborted);
        }
        catch (TimeoutException)
        {
            answer = new AlarmAnswer(AlarmAnswerStatus.Busy, "the compute thread did not come to it yet; look at /alarms before trying again");
        }

        if (answer.Status == AlarmAnswerStatus.Done)
            await MonitorHttp.WriteJson(context, json => WriteState(json, command!.Limit, answer.Text));
        else
            await MonitorHttp.Refuse(context, StatusOf(answer.Status), answer.Text);
    }

    private static void WriteState(System.Text.Json.Utf8JsonWriter json, long limit, string state)
    {
        json.WriteStartObject();
        json.WriteNumber("limit", limit);
        json.WriteString("state", state);
        json.WriteEndObject();
    }

    private static int StatusOf(AlarmAnswerStatus status) => status switch
    {
        AlarmAnswerStatus.NotFound => StatusCodes.Status404NotFound,
        AlarmAnswerStatus.Busy => StatusCodes.Status503ServiceUnavailable,
        _ => StatusCodes.Status409Conflict,
    };

    private static bool TryRead(HttpContext context, TimeProvider time, out AlarmCommand? command, out string fault)
    {
        command = null;
        string? verb = (string?)context.Request.RouteValues["verb"];
        AlarmVerb parsed = VerbOf(verb);
        if (!long.TryParse((string?)context.Request.RouteValues["limit"], NumberStyles.None, CultureInfo.InvariantCulture, out long limit))
            fault = "the number of a limit stands behind /alarms/; see GET /alarms";
        else if (parsed == AlarmVerb.Unknown)
            fault = $"'{verb}' is no command; there are acknowledge, reset, shelve and unshelve";
        else if (!TryReadEnd(context, time, parsed, out long until, out fault))
            return false;
        else
            command = new AlarmCommand(limit, parsed, context.Request.Query["by"].ToString(), time.NowNs(), until);
        fault = command?.Fault ?? fault;
        return command is not null && command.Fault is null;
    }

    private static bool TryReadEnd(HttpContext context, TimeProvider time, AlarmVerb verb, out long untilNs, out string fault)
    {
        (untilNs, fault) = (0, "");
        if (verb != AlarmVerb.Shelve)
            return true;
        string text = context.Request.Query["minutes"].ToString();
        if (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int minutes) || minutes is < 1 or > MaxMinutes)
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
