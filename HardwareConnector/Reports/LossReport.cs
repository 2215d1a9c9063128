using FuncLibs.Hosting.Threads;
using HardwareConnector.Logging;
using HardwareConnector.Publishing;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Reports;

/// <summary>
/// Logs samples lost before they got a sequence: at most once a second, and only when the count grew.
/// </summary>
internal sealed class LossReport(
    RigRegistry rigs, TimeProvider time, ILogger<LossReport> logger) : PeriodicReport(time, EverySecond)
{
    private readonly Dictionary<PublishedStream, ulong> _reported = [];

    public override void Update()
    {
        foreach (PublishedStream stream in rigs.All)
        {
            ulong lost = stream.SamplesLost;
            if (lost > _reported.GetValueOrDefault(stream))
                ConnectorLog.SamplesMissing(logger, stream.Name, lost);
            _reported[stream] = lost;
        }
    }
}
