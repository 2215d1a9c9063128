using HardwareConnector.Logging;
using HardwareConnector.Publishing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Hosting;

/// <summary>Writes to the log what was lost before it got a sequence: once a second at most and only when it grew. Not on the publish
/// thread: a log line takes memory.</summary>
internal sealed class LossReport : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly RigRegistry _book;
    private readonly TimeProvider _time;
    private readonly ILogger<LossReport> _logger;
    private readonly Dictionary<PublishedStream, ulong> _said = [];

    public LossReport(RigRegistry book, TimeProvider time, ILogger<LossReport> logger)
    {
        _book = book;
        _time = time;
        _logger = logger;
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(Interval, _time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            Report();
    }

    private void Report()
    {
        foreach (PublishedStream stream in _book.All)
        {
            ulong lost = stream.SamplesLost;
            if (lost > _said.GetValueOrDefault(stream))
                ConnectorLog.SamplesMissing(_logger, stream.Name, lost);
            _said[stream] = lost;
        }
    }
}
