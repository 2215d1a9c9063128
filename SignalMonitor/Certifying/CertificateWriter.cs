using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.State;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using SignalMonitor.Logging;

namespace SignalMonitor.Certifying;

/// <summary>
/// Keeps the certificate in the state folder: now and then while the monitor runs, so that one that is killed leaves
/// what it could sign, and for the last time when every thread has stopped.
/// </summary>
internal sealed class CertificateWriter : BackgroundService, IHostedLifecycleService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);

    private readonly CertificateBuilder _maker;
    private readonly string _path;
    private readonly TimeProvider _time;
    private readonly ILogger<CertificateWriter> _logger;
    private bool _failed;

    public CertificateWriter(
        CertificateBuilder maker, StateFolder folder, TimeProvider time, ILogger<CertificateWriter> logger)
    {
        _maker = maker;
        _path = folder.File(CertificateFile.Name);
        _time = time;
        _logger = logger;
    }

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken)
    {
        Write(final: true);
        return Task.CompletedTask;
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        SetAside();
        using PeriodicTimer timer = new(Interval, _time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            Write(final: false);
    }

    // Each run signs for itself: what an earlier one signed stays, under the time of its last change.
    private void SetAside()
    {
        try
        {
            FileInfo earlier = new(_path);
            if (earlier.Exists)
                earlier.MoveTo(
                    Path.ChangeExtension(
                        _path, FormattableString.Invariant($"{earlier.LastWriteTimeUtc:yyyyMMdd'T'HHmmss'Z'}.json")),
                    overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            MonitorLog.CertificateNotWritten(_logger, _path, e.Message);
        }
    }

    // A full disk must not end a monitor; it is logged once, until writing works again.
    private void Write(bool final)
    {
        RunCertificate certificate = _maker.Build(final);
        if (certificate.Verdict == CertificateVerdict.Empty && !final)
            return;
        try
        {
            CertificateFile.Write(_path, certificate);
            _failed = false;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (!_failed)
                MonitorLog.CertificateNotWritten(_logger, _path, e.Message);
            _failed = true;
        }
    }
}
