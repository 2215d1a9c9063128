using FuncLibs.Messaging.Wire.Broadcast;
using Microsoft.Extensions.Logging;
using SignalMonitor.Connections;
using SignalMonitor.Events;
using SignalMonitor.Logging;
using SignalMonitor.Notifications;
using SignalMonitor.Receiving;

namespace SignalMonitor.Reporting;

/// <summary>Reports to the log, and to the dashboards, what rigs reported since the last check. One thread.</summary>
internal sealed class RigEventReport(ILogger logger, EventLog? events, Notifier? notifier = null)
{
    private readonly Dictionary<MonitorConnection, RigEventReading> _reported = [];

    /// <summary>Looks at a connection.</summary>
    public void Report(MonitorConnection connection)
    {
        RigEventReading now = connection.Receive.State.Events.Read();
        RigEventReading? reported = _reported.GetValueOrDefault(connection);
        _reported[connection] = now;
        foreach (RigEvent kept in now.Last)
        {
            if (kept.Number > (reported?.Count ?? 0))
                Report(kept);
        }

        if (now.Missed > (reported?.Missed ?? 0))
            MonitorLog.RigEventsMissed(logger, connection.Endpoint, now.Missed);
    }

    private void Report(RigEvent kept)
    {
        RigEventPayload payload = kept.Payload;
        DashboardEventSeverity severity = payload.Severity switch
        {
            EventSeverity.Info => DashboardEventSeverity.Info,
            EventSeverity.Warning => DashboardEventSeverity.Warning,
            _ => DashboardEventSeverity.Critical,
        };
        string channel = payload.Channel.Length == 0 ? "" : " " + payload.Channel;
        events?.Add(
            DashboardEventKind.Rig, kept.Stream, severity, payload.UtcNs, $"{payload.Name}{channel}: {payload.Text}");
        if (payload.Severity == EventSeverity.Error)
            notifier?.Offer(
                NotificationKind.Test,
                NotificationSeverity.Critical,
                kept.Stream,
                $"the rig stopped: {payload.Name}",
                $"{payload.Name}{channel}: {payload.Text}",
                payload.UtcNs);
        if (payload.Severity == EventSeverity.Info)
            MonitorLog.RigEvent(logger, kept.Stream, payload.Name, payload.Channel, payload.SampleIndex, payload.Text);
        else
            MonitorLog.RigWarns(logger, kept.Stream, payload.Name, payload.Channel, payload.SampleIndex, payload.Text);
    }
}
