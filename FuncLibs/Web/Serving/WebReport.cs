using FuncLibs.Hosting.Threads;
using FuncLibs.Web.Access;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Sessions;
using FuncLibs.Web.Tls;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Web.Serving;

/// <summary>
/// Each second: reads the files of accounts, tokens and certificates again when they changed, and ends sessions that
/// are over. At most once a minute it logs refusals, and what needs a person.
/// </summary>
internal sealed class WebReport(
    AccessDirectory directory,
    SessionStore sessions,
    RefusalCounts counts,
    WebStatus status,
    ConnectionCount connections,
    TimeProvider time,
    ILogger<WebReport> logger,
    ServerTls? tls = null) : PeriodicReport(time, EverySecond)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan LongPause = TimeSpan.FromHours(12);

    private long _reported;
    private long? _refusalsAt;
    private long _reportedBeyond;
    private long? _beyondAt;
    private long? _openAt;
    private long? _certificateAt;

    /// <inheritdoc/>
    public override void Update()
    {
        if (directory.Reload())
            ReportAccess();
        sessions.Update();
        if (tls?.Reload() == true)
            ReportCertificate(tls);
        if (tls?.Warning is { } warning && IsDue(ref _certificateAt, LongPause))
            WebLog.CertificateWarning(logger, warning);
        if (status.Open is { } open && IsDue(ref _openAt, Pause))
            WebLog.OpenToAll(logger, open);
        if (HasGrown(counts.Total, ref _reported, ref _refusalsAt, Pause, out long refused))
            WebLog.Refused(logger, refused, counts.Last ?? "");
        if (HasGrown(connections.BeyondLimit, ref _reportedBeyond, ref _beyondAt, Pause, out long beyond))
            WebLog.BeyondLimit(logger, beyond, connections.Limit);
    }

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (!directory.IsOpen)
            ReportAccess();
        if (tls is not null)
            ReportCertificate(tls);
        return base.ExecuteAsync(stoppingToken);
    }

    private void ReportAccess()
    {
        AccessView view = directory.Current;
        WebLog.Access(logger, view.Users.Length, view.Tokens.Length);
        foreach (string fault in view.Faults)
            WebLog.FileNotUsed(logger, fault);
    }

    private void ReportCertificate(ServerTls current)
    {
        if (current.Fault is { } fault)
            WebLog.CertificateWarning(logger, fault);
        else
            WebLog.Certificate(logger, current.Certificate.Subject, current.Expires);
    }
}
