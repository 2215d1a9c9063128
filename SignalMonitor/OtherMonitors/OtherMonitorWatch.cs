using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using SignalMonitor.Logging;

namespace SignalMonitor.OtherMonitors;

/// <summary>Asks every watched monitor at intervals; what is gone or back is logged once.</summary>
internal sealed class OtherMonitorWatch : BackgroundService
{
    private readonly OtherMonitor[] _monitors;
    private readonly TimeSpan _interval;
    private readonly TimeProvider _time;
    private readonly ILogger<OtherMonitorWatch> _logger;
    private readonly HashSet<string> _gone = [];

    public OtherMonitorWatch(WatchOptions options, TimeProvider time, ILogger<OtherMonitorWatch> logger)
    {
        (_interval, _time, _logger) = (TimeSpan.FromSeconds(options.IntervalSeconds), time, logger);
        TimeSpan goneAfter = TimeSpan.FromSeconds(options.GoneSeconds);
        _monitors = [.. options.Monitors.Select(one => new OtherMonitor(one, goneAfter, time))];
    }

    /// <summary>How they are, in the order of the configuration; any thread.</summary>
    public IReadOnlyList<OtherMonitorStatus> Status => [.. _monitors.Select(one => one.Status)];

    /// <summary>Asks all once.</summary>
    public async Task Ask(CancellationToken stop)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(_interval);
        await Task.WhenAll(_monitors.Select(one => one.Ask(limit.Token)));
        foreach (OtherMonitorStatus status in Status)
        {
            if (status.Gone && _gone.Add(status.Name))
                MonitorLog.OtherMonitorGone(_logger, status.Name, status.Url, status.Fault ?? "no answer");
            else if (!status.Gone && _gone.Remove(status.Name))
                MonitorLog.OtherMonitorBack(_logger, status.Name);
        }
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        foreach (OtherMonitor one in _monitors)
            one.Dispose();
        base.Dispose();
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(_interval, _time);
        do
        {
            await Ask(stoppingToken);
        }
        while (await timer.WaitForNextTickAsync(stoppingToken));
    }
}
