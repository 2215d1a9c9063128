using FuncLibs.Journal.Retention;
using HardwareConnector.Recording;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Hosting.Watching;

/// <summary>
/// Saves what consumers still need, each ten seconds and at the end, and says when the quota removed some of it. Waits for the disk, so it
/// is on no thread of the blocks.
/// </summary>
internal sealed class LeaseReport : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);

    private readonly Recorder _recorder;
    private readonly LeaseView _view;
    private readonly TimeProvider _time;
    private readonly ILogger<LeaseReport> _logger;
    private long _saidRemoved;
    private bool _saidUnsaved;

    public LeaseReport(Recorder recorder, LeaseView view, TimeProvider time, ILogger<LeaseReport> logger) =>
        (_recorder, _view, _time, _logger) = (recorder, view, time, logger);

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        Save();
    }

    /// <summary>Saves and looks once.</summary>
    internal void Update()
    {
        Save();
        long removed = _recorder.Journal.Counters.RetiredNeeded;
        if (removed > _saidRemoved)
            WatchLog.NeededRemoved(_logger, removed, NamesOfCut());
        _saidRemoved = removed;
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (_recorder.Claims.Damage is { } damage)
            WatchLog.ClaimsDamaged(_logger, damage);
        using PeriodicTimer timer = new(Interval, _time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            Update();
    }

    private void Save()
    {
        string? fault = _recorder.Claims.Save();
        if (fault is not null && !_saidUnsaved)
            WatchLog.ClaimsNotSaved(_logger, fault);
        _saidUnsaved = fault is not null;
    }

    private string NamesOfCut() => string.Join(
        ", ",
        _recorder.Claims.Claims.All.Where(_view.IsCut).Select(static (RetentionLease claim) => claim.Consumer).Distinct().DefaultIfEmpty("none any more"));
}
