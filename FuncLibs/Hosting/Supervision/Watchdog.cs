using FuncLibs.Hosting.Logging;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.Hosting.Systemd;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Supervision;

/// <summary>
/// Feeds the watchdog of the service manager while every watched loop takes turns. While one is stuck the watchdog
/// starves, and the service manager kills and restarts the process.
/// </summary>
/// <param name="manager">The service manager; it has a watchdog.</param>
/// <param name="loops">The loops.</param>
/// <param name="time">Clock.</param>
/// <param name="logger">Told when a loop gets stuck, and when it turns again.</param>
internal sealed class Watchdog(
    ServiceManager manager, IEnumerable<WatchedLoop> loops, TimeProvider time, ILogger<Watchdog> logger)
    : PeriodicReport(time, manager.WatchdogTimeout!.Value / FeedsPerTimeout)
{
    // A loop may stand still for half of the time: with four feeds a process that is merely slow is not killed.
    private const int FeedsPerTimeout = 4;

    private readonly TimeSpan _limit = manager.WatchdogTimeout!.Value / 2;
    private readonly LoopWatch _watch = new([.. loops], manager.WatchdogTimeout.Value / 2, time);
    private string? _stuck;

    /// <inheritdoc/>
    public override void Update()
    {
        if (_watch.FindStuck() is { } stuck)
        {
            if (_stuck is null)
                HostLog.LoopStuck(logger, stuck.Loop.Name, stuck.Since, _limit);
            _stuck = stuck.Loop.Name;
            return;
        }

        if (_stuck is not null)
            HostLog.LoopMovesAgain(logger, _stuck);
        _stuck = null;
        manager.Notifier.Notify(Alive);
    }

    private static ServiceState Alive { get; } = new("WATCHDOG=1");
}
