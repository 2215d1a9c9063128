using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Logging;
using HardwareConnector.Publishing;
using HardwareConnector.Sources;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Hosting;

/// <summary>Writes to the log what rigs tell of, once a second. Not on the source or publish thread: a log line takes memory.</summary>
internal sealed class RigEventsReport(
    SourceFeeds feeds, RigSources sources, PublishLoop loop, TimeProvider time, ILogger<RigEventsReport> logger) : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private readonly (long Number, long Unusable, long Lost)[] _said = new (long, long, long)[feeds.All.Count];

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(Interval, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            for (int source = 0; source < _said.Length; source++)
                Report(source);
        }
    }

    // What is older than the last that are kept stands in the journal; how many they were, in health.
    private void Report(int source)
    {
        string rig = sources.All[source].Name;
        RigEventCounts counts = feeds.All[source].Events;
        (long number, long unusable, long lost) = _said[source];
        foreach (PublishedEvent published in loop.Events.LastOf(source))
        {
            if (published.Notice.Number > number)
                Log(published.Stream, published.Notice);
            number = Math.Max(number, published.Notice.Number);
        }

        if (counts.Unusable > unusable)
            ConnectorLog.RigEventsUnusable(logger, rig, counts.Unusable, counts.LastFault);
        if (counts.Lost > lost)
            ConnectorLog.RigEventsLost(logger, rig, counts.Lost);
        _said[source] = (number, counts.Unusable, counts.Lost);
    }

    private void Log(string stream, RigEventPayload notice)
    {
        if (notice.Severity == EventSeverity.Info)
            ConnectorLog.RigTells(logger, stream, notice.Name, notice.Channel, notice.SampleIndex, notice.Text);
        else
            ConnectorLog.RigWarns(logger, stream, notice.Name, notice.Channel, notice.SampleIndex, notice.Text);
    }
}
