using FuncLibs.Hosting.Threads;
using FuncLibs.Journal.Retention;
using HardwareConnector.Logging;
using HardwareConnector.Recording;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Reports;

/// <summary>
/// Saves the retention leases of consumers each ten seconds and at the end, and logs when the quota removed blocks that
/// a consumer still needed. Waits for the disk.
/// </summary>
internal sealed class LeaseReport(Recorder recorder, LeaseView view, TimeProvider time, ILogger<LeaseReport> logger)
    : PeriodicReport(time, TimeSpan.FromSeconds(10))
{
    private long _reportedRemoved;
    private bool _reportedUnsaved;

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        Save();
    }

    public override void Update()
    {
        Save();
        long removed = recorder.Journal.Counters.RetiredNeeded;
        if (removed > _reportedRemoved)
            ConnectorLog.NeededRemoved(logger, removed, CutConsumers());
        _reportedRemoved = removed;
    }

    protected override Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (recorder.Leases.Damage is { } damage)
            ConnectorLog.LeasesDamaged(logger, damage);
        return base.ExecuteAsync(stoppingToken);
    }

    private void Save()
    {
        string? fault = recorder.Leases.Save();
        if (fault is not null && !_reportedUnsaved)
            ConnectorLog.LeasesNotSaved(logger, fault);
        _reportedUnsaved = fault is not null;
    }

    private string CutConsumers() => string.Join(
        ", ",
        recorder.Leases.Leases.All
            .Where(view.IsCut)
            .Select(static (RetentionLease lease) => lease.Consumer)
            .Distinct()
            .DefaultIfEmpty("none any more"));
}
