using System.Globalization;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using SignalMonitor.Connections;
using SignalMonitor.Events;
using SignalMonitor.Formatting;
using SignalMonitor.Logging;
using SignalMonitor.Notifications;
using SignalMonitor.Receiving;
using SignalMonitor.Streams;

namespace SignalMonitor.Reporting;

/// <summary>
/// Reports to the log, and to the dashboards, what changed on the connections: once a second at most and only changes,
/// so that a night without a connector fills no disk. Not on the receive thread: a log line allocates.
/// </summary>
internal sealed class ConnectionReport : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly MonitorConnections _connections;
    private readonly TimeProvider _time;
    private readonly ILogger<ConnectionReport> _logger;
    private readonly Dictionary<MonitorConnection, (StaleState Stale, long Conflicts)> _reported = [];
    private readonly Dictionary<MonitoredStream, long> _reportedUndecodable = [];
    private readonly RigEventReport _rigs;
    private readonly QueueReport _queues;
    private readonly EventLog? _events;
    private readonly HashSet<MonitoredStream> _reportedReplay = [];
    private readonly Dictionary<MonitoredStream, StaleState> _reportedStale = [];

    public ConnectionReport(
        MonitorConnections connections,
        TimeProvider time,
        ILogger<ConnectionReport> logger,
        EventLog? events = null,
        Notifier? notifier = null)
    {
        _connections = connections;
        _time = time;
        _logger = logger;
        _events = events;
        _queues = new QueueReport(logger, time);
        _rigs = new RigEventReport(logger, events, notifier);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(Interval, _time);
        while (!stoppingToken.IsCancellationRequested)
        {
            foreach (MonitorConnection connection in _connections.All)
                Report(connection);
            await timer.WaitForNextTickAsync(stoppingToken);
        }
    }

    private void Report(MonitorConnection connection)
    {
        ConnectionState state = connection.Receive.State;
        (StaleState Stale, long Conflicts) now = (state.Stale, state.Conflicts);
        (StaleState Stale, long Conflicts) reported = _reported.GetValueOrDefault(connection);
        _reported[connection] = now;
        if (now.Stale != reported.Stale)
        {
            MonitorLog.StaleChanged(_logger, connection.Endpoint, now.Stale);
            AddEvent("", SeverityOf(now.Stale), $"connector {connection.Endpoint} is {StateNames.NameOf(now.Stale)}");
        }

        if (now.Conflicts > 0 && reported.Conflicts == 0)
        {
            MonitorLog.Conflict(_logger, connection.Endpoint);
            AddEvent(
                "",
                DashboardEventSeverity.Critical,
                $"two connectors publish as one at {connection.Endpoint}; stop one and give it an empty State:Folder");
        }

        _queues.Report(connection);
        _rigs.Report(connection);
        bool several = connection.Receive.Streams.All.Length > 1;
        foreach (MonitoredStream stream in connection.Receive.Streams.All)
        {
            Report(connection, stream);
            if (several)
                ReportFreshness(connection, stream);
        }
    }

    // Which of several: an only stream is as its connection is, and a silent connector reports on none.
    private void ReportFreshness(MonitorConnection connection, MonitoredStream stream)
    {
        if (stream.Freshness.Own is not { } own || own == _reportedStale.GetValueOrDefault(stream, StaleState.Fresh))
            return;
        _reportedStale[stream] = own;
        MonitorLog.StreamStaleChanged(_logger, stream.Name, connection.Endpoint, own);
        AddEvent(stream.Name, SeverityOf(own), $"the stream is {StateNames.NameOf(own)}");
    }

    private void Report(MonitorConnection connection, MonitoredStream stream)
    {
        if (stream.IsReplay && _reportedReplay.Add(stream))
            MonitorLog.Replays(_logger, stream.Name, connection.Endpoint);
        else if (!stream.IsReplay && _reportedReplay.Remove(stream))
            MonitorLog.ReplaysNoMore(_logger, stream.Name, connection.Endpoint);
        if (stream.TakeUnlogged() is { Count: > 0 } lost)
        {
            MonitorLog.DeclaredLost(
                _logger, stream.Name, lost.Count, lost.Last.Epoch, lost.Last.From, lost.Last.To, lost.Last.Reason);
            AddEvent(
                stream.Name,
                DashboardEventSeverity.Warning,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{lost.Count} blocks declared lost, the last of epoch {lost.Last.Epoch}: {lost.Last.From} to "
                        + $"{lost.Last.To} ({lost.Last.Reason})"));
        }

        if (stream.TakeUnknownEnd() is { } unknown)
            MonitorLog.EndUnknown(_logger, stream.Name, unknown.Epoch, unknown.To, connection.Endpoint);
        long undecodable = stream.Bad.Get(BadFrame.Decode);
        if (undecodable > _reportedUndecodable.GetValueOrDefault(stream))
            MonitorLog.Undecodable(_logger, stream.Name, undecodable, stream.LastRefusal.ToString());
        _reportedUndecodable[stream] = undecodable;
    }

    private void AddEvent(string stream, DashboardEventSeverity severity, string text) =>
        _events?.Add(DashboardEventKind.Connection, stream, severity, _time.NowNs(), text);

    private static DashboardEventSeverity SeverityOf(StaleState state) =>
        state == StaleState.Fresh ? DashboardEventSeverity.Info : DashboardEventSeverity.Warning;
}
