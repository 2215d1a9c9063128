using FuncLibs.Hosting.Threads;
using FuncLibs.Web.Access;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Web.Metrics;

/// <summary>Logs that exports by OTLP fail, when it begins and once an hour, and that they work again.</summary>
internal sealed class OtlpReport(OtlpOptions options, OtlpStatus status, TimeProvider time, ILogger<OtlpReport> logger)
    : PeriodicReport(time, EverySecond)
{
    private static readonly TimeSpan Pause = TimeSpan.FromHours(1);

    private long? _failingAt;

    /// <inheritdoc/>
    public override void Update()
    {
        if (status.Fault is not { } fault)
        {
            if (_failingAt is not null)
                WebLog.MetricsExported(logger, options.Endpoint);
            _failingAt = null;
        }
        else if (IsDue(ref _failingAt, Pause))
        {
            WebLog.MetricsNotExported(logger, options.Endpoint, fault);
        }
    }
}
