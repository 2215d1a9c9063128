using FuncLibs.Hosting.Threads;
using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;
using Microsoft.Extensions.Logging;
using SignalMonitor.Connections;
using SignalMonitor.Logging;
using SignalMonitor.Receiving;

namespace SignalMonitor.Reporting;

/// <summary>
/// Writes steps of clocks to the log, checked once a second. Not on the receive thread, which finds them.
/// </summary>
internal sealed class MonitorClockReport : PeriodicReport
{
    private readonly MonitorConnections _connections;
    private readonly ILogger<MonitorClockReport> _logger;
    private readonly Dictionary<MonitorConnection, ClockReading> _reported = [];

    public MonitorClockReport(MonitorConnections connections, TimeProvider time, ILogger<MonitorClockReport> logger)
        : base(time, EverySecond) =>
        (_connections, _logger) = (connections, logger);

    public override void Update()
    {
        foreach (MonitorConnection connection in _connections.All)
            Report(connection);
    }

    private void Report(MonitorConnection connection)
    {
        ConnectionClock clock = connection.Receive.State.Clock;
        ClockReading now = clock.Read();
        ClockReading reported = _reported.GetValueOrDefault(connection);
        _reported[connection] = now;
        if (now.OwnSteps > reported.OwnSteps)
            MonitorLog.OwnClockStepped(_logger, connection.Endpoint, Seconds(clock.Own));
        if (now.ConnectorSteps > reported.ConnectorSteps)
            MonitorLog.ConnectorClockStepped(_logger, connection.Endpoint, Seconds(clock.Connector));
        if (now.Jumps > reported.Jumps)
            MonitorLog.ClockJumped(_logger, connection.Endpoint, now.Jumps);
    }

    private static double Seconds(ClockSteps steps) => steps.LastNs / (double)UtcClock.NanosecondsPerSecond;
}
