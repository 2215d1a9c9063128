using FuncLibs.Hosting.Threads;
using HardwareConnector.Consumers;
using HardwareConnector.Logging;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Reports;

/// <summary>Logs a watched consumer once when it is gone, and once when it is back.</summary>
internal sealed class ConsumerWatchReport(ConsumerWatch watch, TimeProvider time, ILogger<ConsumerWatchReport> logger)
    : PeriodicReport(time, EverySecond)
{
    private readonly HashSet<string> _gone = new(StringComparer.Ordinal);

    /// <inheritdoc/>
    public override void Update()
    {
        foreach (WatchedConsumer one in watch.Status)
        {
            if (one.Gone && _gone.Add(one.Name))
                ConnectorLog.WatchedConsumerGone(logger, one.Name, one.SilentMs / 1000);
            else if (!one.Gone && _gone.Remove(one.Name))
                ConnectorLog.WatchedConsumerBack(logger, one.Name);
        }
    }
}
