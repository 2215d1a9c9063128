using System.Runtime.InteropServices;
using FuncLibs.Hosting.Logging;
using FuncLibs.Hosting.Summaries;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Programs;

/// <summary>
/// Stops the process on SIGTERM and SIGINT. A supervised process ignores SIGINT and stops when its standard input
/// closes instead (<see cref="RunOptions.Supervised"/>).
/// </summary>
public sealed class ProcessLifetime : IHostLifetime, IDisposable
{
    private readonly RunOptions _options;
    private readonly IHostApplicationLifetime _application;
    private readonly ProcessStreams _streams;
    private readonly ILogger<ProcessLifetime> _logger;
    private readonly List<PosixSignalRegistration> _signals = [];

    /// <summary>Called by the host.</summary>
    public ProcessLifetime(
        RunOptions options,
        IHostApplicationLifetime application,
        ProcessStreams streams,
        ILogger<ProcessLifetime> logger)
    {
        _options = options;
        _application = application;
        _streams = streams;
        _logger = logger;
    }

    /// <inheritdoc/>
    public Task WaitForStartAsync(CancellationToken cancellationToken)
    {
        _signals.Add(PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal));
        _signals.Add(PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal));
        if (_options.Supervised)
            new Thread(WatchInput) { IsBackground = true, Name = "supervision" }.Start();
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public void Dispose() => _signals.ForEach(signal => signal.Dispose());

    private void OnSignal(PosixSignalContext context)
    {
        context.Cancel = true;
        if (context.Signal == PosixSignal.SIGTERM || !_options.Supervised)
            Stop(context.Signal.ToString());
    }

    private void WatchInput()
    {
        Span<byte> ignored = stackalloc byte[64];
        try
        {
            while (_streams.Input.Read(ignored) > 0)
            {
                // The content is ignored; only the open pipe counts.
            }
        }
        catch (IOException)
        {
            // A broken pipe means the same as a closed one.
        }

        Stop("standard input closed");
    }

    private void Stop(string reason)
    {
        HostLog.Stopping(_logger, reason);
        _application.StopApplication();
    }
}
