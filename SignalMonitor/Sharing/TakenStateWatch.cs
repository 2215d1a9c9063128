using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.Hosting;

namespace SignalMonitor.Sharing;

/// <summary>
/// In the process of a shared station: ends it when its state was taken over and a file is in place of its folder
/// (<see cref="StationFolder"/>). The monitor that started it does so too, unless it stands still itself.
/// </summary>
/// <param name="state">The state folder.</param>
/// <param name="errors">Ends the process.</param>
/// <param name="time">Clock.</param>
internal sealed class TakenStateWatch(StateFolder state, FatalErrorHandler errors, TimeProvider time)
    : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(Interval, time);
        try
        {
            while (await timer.WaitForNextTickAsync(stoppingToken))
            {
                if (!File.Exists(state.Path))
                    continue;
                errors.Fail($"state folder {state.Path}, which another monitor took over", cause: null);
                return;
            }
        }
        catch (OperationCanceledException)
        {
            // The process stops.
        }
    }
}
