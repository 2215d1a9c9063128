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

    private readonly TimeProvider _time = time;
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
        if (counts.Total is var refused && refused != _reported && IsDue(ref _refusalsAt, Pause))
        {
            WebLog.Refused(logger, refused - _reported, counts.Last ?? "");
            _reported = refused;
        }

        if (connections.BeyondLimit is var beyond && beyond != _reportedBeyond && IsDue(ref _beyondAt, Pause))
        {
            WebLog.BeyondLimit(logger, beyond - _reportedBeyond, connections.Limit);
            _reportedBeyond = beyond;
        }
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

    private bool IsDue(ref long? last, TimeSpan pause)
    {
        if (last is { } at && _time.GetElapsedTime(at) < pause)
            return false;
        last = _time.GetTimestamp();
        return true;
    }
}
