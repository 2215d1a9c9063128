using FuncLibs.Amqp.Consuming;
using Microsoft.Extensions.Logging;
using SignalMonitor.Connections;
using SignalMonitor.Logging;

namespace SignalMonitor.Reporting;

/// <summary>Reports to the log what changed on the queues that are read: each change once.</summary>
internal sealed class QueueReport(ILogger logger, TimeProvider time)
{
    private static readonly TimeSpan ForeignInterval = TimeSpan.FromMinutes(1);

    private readonly Dictionary<MonitorConnection, Reported> _reported = [];

    /// <summary>Reports on a connection, if it reads a queue.</summary>
    public void Report(MonitorConnection connection)
    {
        if (connection.Queue is not { } queue)
            return;
        if (!_reported.TryGetValue(connection, out Reported? reported))
        {
            _reported[connection] = reported = new Reported();
            if (queue.FileFault is { } damaged)
                MonitorLog.QueueNotice(logger, connection.Endpoint, damaged);
        }

        ReportState(connection.Endpoint, queue.Consumer, reported);
        while (queue.Consumer.TryTakeNotice(out string? notice))
            MonitorLog.QueueNotice(logger, connection.Endpoint, notice);
        ReportForeign(connection.Endpoint, queue.Consumer.Foreign, reported);
    }

    private void ReportState(string name, StreamConsumer consumer, Reported reported)
    {
        string? fault = consumer.Fault?.Text;
        if (fault is not null && fault != reported.Fault)
            MonitorLog.QueueNotRead(logger, name, fault);
        bool isRead = fault is null && consumer.IsConnected;
        if (isRead && !reported.IsRead)
            MonitorLog.QueueRead(logger, name);
        (reported.Fault, reported.IsRead) = (fault, isRead || (reported.IsRead && fault is null));
    }

    private void ReportForeign(string name, ForeignCounts counts, Reported reported)
    {
        long total = counts.Total;
        if (total == reported.Foreign
            || (reported.ForeignAt is { } at && time.GetElapsedTime(at) < ForeignInterval))
            return;
        (reported.Foreign, reported.ForeignAt) = (total, time.GetTimestamp());
        IEnumerable<string> causes = Enum.GetValues<ForeignCause>()
            .Where(cause => counts.Of(cause) > 0).Select(cause => $"{cause} {counts.Of(cause)}");
        MonitorLog.QueueForeign(logger, name, total, string.Join(", ", causes));
    }

    private sealed class Reported
    {
        public string? Fault { get; set; }

        public bool IsRead { get; set; }

        public long Foreign { get; set; }

        public long? ForeignAt { get; set; }
    }
}
