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

    /// <summary>Whether it is time for a line that comes at most once in a while; it counts as written then.</summary>
    /// <param name="last">When the last one was; null = never.</param>
    /// <param name="pause">Time between two.</param>
    protected bool IsDue(ref long? last, TimeSpan pause)
    {
        if (last is { } at && time.GetElapsedTime(at) < pause)
            return false;
        last = time.GetTimestamp();
        return true;
    }

    /// <summary>Whether a count grew since its last line and the next is due; it counts as written then.</summary>
    /// <param name="count">The count now.</param>
    /// <param name="reported">The count of the last line.</param>
    /// <param name="last">When that was; null = never.</param>
    /// <param name="pause">Time between two.</param>
    /// <param name="added">By how much it grew; 0 without a line.</param>
    protected bool HasGrown(long count, ref long reported, ref long? last, TimeSpan pause, out long added)
    {
        added = 0;
        if (count == reported || !IsDue(ref last, pause))
            return false;
        added = count - reported;
        reported = count;
        return true;
    }
}
