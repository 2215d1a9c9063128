using FuncLibs.Messaging.Wire.Broadcast;
using Microsoft.Extensions.Logging;
using SignalMonitor.Connections;
using SignalMonitor.Events;
using SignalMonitor.Logging;
using SignalMonitor.Receiving;

namespace SignalMonitor.Reporting;

/// <summary>Reports to the log, and to the dashboards, what rigs reported since the last check. One thread.</summary>
internal sealed class RigEventReport(ILogger logger, EventLog? events)
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
        RigEventPayload notice = kept.Notice;
        DashboardEventSeverity severity = notice.Severity switch
        {
            EventSeverity.Info => DashboardEventSeverity.Info,
            EventSeverity.Warning => DashboardEventSeverity.Warning,
            _ => DashboardEventSeverity.Critical,
        };
        string channel = notice.Channel.Length == 0 ? "" : " " + notice.Channel;
        events?.Add(
            DashboardEventKind.Rig, kept.Stream, severity, notice.UtcNs, $"{notice.Name}{channel}: {notice.Text}");
        if (notice.Severity == EventSeverity.Info)
            MonitorLog.RigEvent(logger, kept.Stream, notice.Name, notice.Channel, notice.SampleIndex, notice.Text);
        else
            MonitorLog.RigWarns(logger, kept.Stream, notice.Name, notice.Channel, notice.SampleIndex, notice.Text);
    }
}
