using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Supervision;
using FuncLibs.Hosting.Threads;

namespace SignalMonitor.Sharing;

/// <summary>
/// In the process of a shared station: says on its standard output that it computes, as long as its receive and compute
/// threads take turns. The monitor that started it ends it when it falls silent, so another one takes the station.
/// </summary>
/// <param name="streams">Standard output.</param>
/// <param name="loops">The threads.</param>
/// <param name="time">Clock.</param>
internal sealed class LifeSigns(ProcessStreams streams, IEnumerable<WatchedLoop> loops, TimeProvider time)
    : PeriodicReport(time, Interval)
{
    /// <summary>The line.</summary>
    public const string Line = "station alive";

    /// <summary>Time between two lines.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    // As for the watchdog of a service: a process that is merely slow is not ended.
    private static readonly TimeSpan LoopLimit = TimeSpan.FromSeconds(15);
    private readonly LoopWatch _watch = new([.. loops], LoopLimit, time);

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken)
    {
        Update();
        return base.ExecuteAsync(stoppingToken);
    }

    /// <inheritdoc/>
    public override void Update()
    {
        if (_watch.FindStuck() is null)
            streams.Output.Write(Line + Environment.NewLine);
    }
}
