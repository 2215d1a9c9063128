using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Threads;

/// <summary>
/// Looks at a part of a program at intervals and logs what changed. Log lines allocate and may wait for the disk, so no
/// thread of the blocks writes them.
/// </summary>
/// <param name="time">Clock.</param>
/// <param name="interval">Time between two readings.</param>
public abstract class PeriodicReport(TimeProvider time, TimeSpan interval) : BackgroundService
{
    /// <summary>One second.</summary>
    protected static TimeSpan EverySecond { get; } = TimeSpan.FromSeconds(1);

    /// <summary>Looks once.</summary>
    public abstract void Update();

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(interval, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            Update();
    }
}
