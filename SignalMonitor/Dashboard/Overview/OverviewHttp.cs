using FuncLibs.Messaging.Delivery;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Limits;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Alarms;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Recorder;
using SignalMonitor.Streams;
using SignalMonitor.Variables;

namespace SignalMonitor.Dashboard.Overview;

/// <summary>
/// Answers <c>GET /api/overview</c>: all rigs in one small answer, which a page reads once a second. Made on request,
/// of what the threads of the connections publish; bounded by the streams that there may be.
/// </summary>
/// <param name="connections">The rigs.</param>
/// <param name="time">Clock.</param>
/// <param name="variables">Their definitions, with test runs; null without a database.</param>
/// <param name="recorders">What is recorded of them; null nothing.</param>
internal sealed class OverviewHttp(
    MonitorConnections connections,
    TimeProvider time,
    VariableWatches? variables = null,
    RunRecorders? recorders = null)
{
    private const long NsPerMs = 1_000_000;

    /// <summary>Maps the route.</summary>
    public void Map(IEndpointRouteBuilder host) => host.MapRead(
        "/api/overview", _ => ApiAnswer.Ok(Read(), OverviewJson.Default.OverviewDocument));

    /// <summary>The rigs now.</summary>
    internal OverviewDocument Read() => new(
        time.NowNs(), [.. connections.All.SelectMany((connection, i) => RigsOf(connection, i))]);

    private IEnumerable<OverviewRig> RigsOf(MonitorConnection connection, int index)
    {
        MonitoredStream[] streams =
            [.. connection.Receive.Streams.All.ToArray().Where(stream => !connections.IsReplaced(stream))];
        VariableWatch? watch = connection.Station.Length == 0 ? null : variables?.Find(connection.Station);
        string? fault = connection.FindWrongStation() ?? watch?.Status.Reason;
        OverviewRun? run = RunOf(watch, connection.Station);
        OverviewRig none = new(
            null, connection.Station, index, connection.Endpoint, "missing", -1, 0, 0, 0, 0, [], run, fault);
        return streams.Length == 0 ? [none] : streams.Select(stream => Describe(none, connection, stream));
    }

    private OverviewRig Describe(OverviewRig none, MonitorConnection connection, MonitoredStream stream)
    {
        StreamAccount account = stream.Account();
        return none with
        {
            Stream = stream.Name,
            State = StateOf(connection, stream, account),
            AgeMs = stream.ComputedDueNs == 0
                ? -1 : Math.Max(0, (time.NowNs() - stream.ComputedDueNs) / NsPerMs),
            Delivered = account.Delivered,
            Lost = account.DeclaredLost,
            Missing = account.Missing,
            Healed = account.Replayed,
            Alarms = AlarmsOf(stream),
        };
    }

    private static string StateOf(MonitorConnection connection, MonitoredStream stream, in StreamAccount account) =>
        stream.Freshness.In(connection.Receive.State.Stale) switch
        {
            StaleState.Past => "past",
            StaleState.RigStale => "stale",
            StaleState.ConnectorStale or StaleState.Unheard => "missing",
            _ when account.Missing > 0 && stream.State == DeliveryState.Gap => "gap",
            _ when stream.IsPast => "behind",
            _ => stream.IsReplay ? "replay" : "live",
        };

    private static OverviewAlarms[] AlarmsOf(MonitoredStream stream) =>
    [
        .. (stream.Variables?.Alarms.Board.Read() ?? [])
            .Where(alarm => alarm.Status.State is not (AlarmState.Normal or AlarmState.Shelved))
            .GroupBy(alarm => alarm.Limit.Severity)
            .OrderByDescending(severity => severity.Key)
            .Select(severity => new OverviewAlarms(
                LimitNames.NameOf(severity.Key),
                severity.Count(),
                severity.Count(alarm => alarm.Status.State != AlarmState.Acknowledged))),
    ];

    private OverviewRun? RunOf(VariableWatch? watch, string station) =>
        watch?.Status.Set?.Run is not { } run ? null : new OverviewRun(
            run.Name,
            run.StartedUtc,
            recorders?.Find(station)?.Status is { Fault: null } status && status.Run == run.Name);
}
