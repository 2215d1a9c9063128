using Microsoft.Extensions.Hosting;

namespace HardwareConnector.Reports;

/// <summary>
/// Checks a part of the connector at intervals and logs what changed. Log lines allocate and may wait for the disk, so
/// no block-path thread writes them.
/// </summary>
internal abstract class PeriodicReport(TimeProvider time, TimeSpan interval) : BackgroundService
{
    protected static TimeSpan EachSecond { get; } = TimeSpan.FromSeconds(1);

    /// <summary>Checks once.</summary>
    internal abstract void Update();

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(interval, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            Update();
    }
}
