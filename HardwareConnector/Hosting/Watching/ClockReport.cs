using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;
using HardwareConnector.Publishing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Hosting.Watching;

/// <summary>Writes steps of this machine's clock to the log, looked for once a second.
/// Not on the publish thread, which finds them.</summary>
internal sealed class ClockReport : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly ClockSteps _steps;
    private readonly TimeProvider _time;
    private readonly ILogger<ClockReport> _logger;
    private long _said;

    public ClockReport(PublishLoop publish, TimeProvider time, ILogger<ClockReport> logger) =>
        (_steps, _time, _logger) = (publish.Clock, time, logger);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(Interval, _time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            Report();
    }

    private void Report()
    {
        long steps = _steps.Count;
        if (steps > _said)
            WatchLog.ClockStepped(_logger, _steps.LastNs / (double)UtcClock.NanosecondsPerSecond);
        _said = steps;
    }
}
