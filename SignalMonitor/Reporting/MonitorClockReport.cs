using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using SignalMonitor.Connections;
using SignalMonitor.Logging;
using SignalMonitor.Receiving;

namespace SignalMonitor.Reporting;

/// <summary>
/// Writes steps of clocks to the log, looked for once a second. Not on the receive thread, which finds them.
/// </summary>
internal sealed class MonitorClockReport : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly MonitorConnections _connections;
    private readonly TimeProvider _time;
    private readonly ILogger<MonitorClockReport> _logger;
    private readonly Dictionary<MonitorConnection, ClockReading> _said = [];

    public MonitorClockReport(MonitorConnections connections, TimeProvider time, ILogger<MonitorClockReport> logger) =>
        (_connections, _time, _logger) = (connections, time, logger);

    /// <summary>Looks once.</summary>
    internal void Look()
    {
        foreach (MonitorConnection connection in _connections.All)
            Look(connection);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(Interval, _time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            Look();
    }

    private void Look(MonitorConnection connection)
    {
        ConnectionClock clock = connection.Receive.State.Clock;
        ClockReading now = clock.Read();
        ClockReading said = _said.GetValueOrDefault(connection);
        _said[connection] = now;
        if (now.OwnSteps > said.OwnSteps)
            MonitorLog.OwnClockStepped(_logger, connection.Endpoint, Seconds(clock.Own));
        if (now.ConnectorSteps > said.ConnectorSteps)
            MonitorLog.ConnectorClockStepped(_logger, connection.Endpoint, Seconds(clock.Connector));
        if (now.Jumps > said.Jumps)
            MonitorLog.ClockJumped(_logger, connection.Endpoint, now.Jumps);
    }

    private static double Seconds(ClockSteps steps) => steps.LastNs / (double)UtcClock.NanosecondsPerSecond;
}
