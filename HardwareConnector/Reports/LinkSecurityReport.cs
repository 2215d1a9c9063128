using FuncLibs.Hosting.Threads;
using HardwareConnector.Logging;
using HardwareConnector.Sources.Links;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Reports;

/// <summary>
/// Logs what a person must know of the security of the links to rigs: once a minute that one is open to its network,
/// twice a day, and when it is another, what is wrong with their files and certificates.
/// </summary>
internal sealed class LinkSecurityReport(LinkWarnings warnings, TimeProvider time, ILogger<LinkSecurityReport> logger)
    : PeriodicReport(time, EverySecond)
{
    private static readonly TimeSpan OpenPause = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan FaultPause = TimeSpan.FromHours(12);

    private string[] _reported = [];
    private long? _openAt;
    private long? _faultsAt;

    /// <inheritdoc/>
    public override void Update()
    {
        if (warnings.Open.Count > 0 && IsDue(ref _openAt, OpenPause))
            Log(warnings.Open);
        string[] faults = [.. warnings.Faults];
        bool isAnother = !faults.SequenceEqual(_reported, StringComparer.Ordinal);
        _reported = faults;
        if (faults.Length == 0)
            _faultsAt = null;
        else if (IsDue(ref _faultsAt, isAnother ? TimeSpan.Zero : FaultPause))
            Log(faults);
    }

    private void Log(IEnumerable<string> lines)
    {
        foreach (string line in lines)
            ConnectorLog.LinkWarning(logger, line);
    }
}
