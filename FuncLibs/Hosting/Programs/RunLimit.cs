using FuncLibs.Hosting.Logging;
using FuncLibs.Hosting.Summaries;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Programs;

/// <summary>Stops the application after warm-up and <see cref="RunOptions.For"/>.</summary>
public sealed class RunLimit : BackgroundService
{
    private readonly RunOptions _options;
    private readonly TimeProvider _time;
    private readonly IHostApplicationLifetime _application;
    private readonly ILogger<RunLimit> _logger;

    /// <summary>Called by the host.</summary>
    public RunLimit(
        RunOptions options, TimeProvider time, IHostApplicationLifetime application, ILogger<RunLimit> logger)
    {
        _options = options;
        _time = time;
        _application = application;
        _logger = logger;
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var limit = TimeSpan.FromSeconds(_options.WarmupSeconds + _options.For);
        await Task.Delay(limit, _time, stoppingToken);
        HostLog.Stopping(_logger, $"Run:For has elapsed after {limit}");
        _application.StopApplication();
    }
}
