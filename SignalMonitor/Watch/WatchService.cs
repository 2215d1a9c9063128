using FuncLibs.Hosting.Programs;
using Microsoft.Extensions.Hosting;
using SignalMonitor.Connections;
using SignalMonitor.Health;
using Spectre.Console;

namespace SignalMonitor.Watch;

/// <summary>
/// Shows live values until the process stops: a table that redraws itself in a terminal, a line a second elsewhere.
/// </summary>
internal sealed class WatchService : BackgroundService
{
    private static readonly TimeSpan TableInterval = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan LineInterval = TimeSpan.FromSeconds(1);

    private readonly StreamViewer _viewer;
    private readonly ProcessStreams _streams;
    private readonly TimeProvider _time;

    public WatchService(MonitorConnections connections, HealthReport health, ProcessStreams streams, TimeProvider time)
    {
        _viewer = new StreamViewer(connections, health, time);
        _streams = streams;
        _time = time;
    }

    protected override Task ExecuteAsync(CancellationToken stoppingToken) =>
        !Console.IsOutputRedirected && AnsiConsole.Profile.Capabilities.Ansi
            ? DrawTable(stoppingToken)
            : WriteLines(stoppingToken);

    private Task DrawTable(CancellationToken stop) =>
        AnsiConsole.Live(new Text("")).AutoClear(false).StartAsync(async live =>
        {
            using PeriodicTimer timer = new(TableInterval, _time);
            while (await Next(timer, stop))
                live.UpdateTarget(TableView.Draw(_viewer.CaptureViews(), _viewer.Waiting, AnsiConsole.Profile.Height));
        });

    private async Task WriteLines(CancellationToken stop)
    {
        using PeriodicTimer timer = new(LineInterval, _time);
        while (await Next(timer, stop))
        {
            IReadOnlyList<StreamView> views = _viewer.CaptureViews();
            if (views.Count == 0)
                await _streams.Output.WriteLineAsync(LineView.Waiting(_viewer.Waiting));
            foreach (StreamView view in views)
                await _streams.Output.WriteLineAsync(LineView.Format(view));
            await _streams.Output.FlushAsync(CancellationToken.None);
        }
    }

    // A stop ends the loop; it is not an error.
    private static async Task<bool> Next(PeriodicTimer timer, CancellationToken stop)
    {
        try
        {
            return await timer.WaitForNextTickAsync(stop);
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
