using FuncLibs.Hosting.Programs;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace SignalMonitor.Sharing;

/// <summary>Takes part in all shared stations, and gives some away when this monitor has more than its share.</summary>
internal sealed class ShareLoop : BackgroundService
{
    private static readonly TimeSpan BalanceInterval = TimeSpan.FromSeconds(3);

    // A station that has just come here is not given away at once.
    private static readonly TimeSpan Settled = TimeSpan.FromSeconds(10);

    private readonly SharingPlan _plan;
    private readonly TimeProvider _time;

    /// <param name="plan">The stations.</param>
    /// <param name="connection">Where the leases are.</param>
    /// <param name="streams">Standard error takes the lines of the processes.</param>
    /// <param name="time">Clock.</param>
    /// <param name="logger">Receives changes.</param>
    public ShareLoop(
        SharingPlan plan,
        LeaseConnection connection,
        ProcessStreams streams,
        TimeProvider time,
        ILogger<SharedStation> logger)
    {
        (_plan, _time) = (plan, time);
        TextWriter lines = TextWriter.Synchronized(streams.Error);
        Stations =
        [
            .. plan.Stations.Select(station => new SharedStation(
                station, plan, connection, line => lines.WriteLine($"{station.Name}: {line}"), time, logger)),
        ];
    }

    /// <summary>The stations, in the order of configuration.</summary>
    public IReadOnlyList<SharedStation> Stations { get; }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        Task[] running = [.. Stations.Select(station => station.RunAsync(stoppingToken))];
        Task all = Task.WhenAll(running);
        using PeriodicTimer timer = new(BalanceInterval, _time);
        while (await Task.WhenAny(all, timer.WaitForNextTickAsync(stoppingToken).AsTask()) is { IsCanceled: false } turn
            && turn != all)
        {
            if (_plan.Balance)
                Balance();
        }

        await all;
    }

    private void Balance()
    {
        SharedStation[] own = [.. Stations.Where(station => station.Status.State == SharedState.Computing)];
        if (own.Length <= FairShare.OfStations(Stations.Select(station => station.Status)))
            return;
        own.Where(station => station.Status.Candidates > 1 && _time.GetElapsedTime(station.TakenAt) > Settled)
            .MaxBy(station => station.TakenAt)
            ?.Give();
    }
}
