using FuncLibs.Hosting.Threads;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Logging;
using HardwareConnector.Publishing;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Reports;

/// <summary>Logs steps of this machine's clock that the publish thread detected.</summary>
internal sealed class ClockStepReport(PublishLoop publish, TimeProvider time, ILogger<ClockStepReport> logger)
    : PeriodicReport(time, EverySecond)
{
    private long _reported;

    public override void Update()
    {
        long steps = publish.Clock.Count;
        if (steps > _reported)
            ConnectorLog.ClockStepped(logger, publish.Clock.LastNs / (double)UtcClock.NanosecondsPerSecond);
        _reported = steps;
    }
}
