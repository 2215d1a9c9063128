using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Logging;
using HardwareConnector.Publishing;
using HardwareConnector.Sources;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Reports;

/// <summary>Logs the events of rigs, once a second.</summary>
internal sealed class RigEventsReport(
    SourceFeeds feeds, RigSources sources, PublishLoop publish, TimeProvider time, ILogger<RigEventsReport> logger)
    : PeriodicReport(time, EverySecond)
{
    private readonly (long Number, long Unusable, long Lost)[] _reported = new (long, long, long)[feeds.All.Count];

    public override void Update()
    {
        for (int source = 0; source < _reported.Length; source++)
            Report(source);
    }

    // Events older than the kept ones are in the journal; /health counts them.
    private void Report(int source)
    {
        string rig = sources.All[source].Name;
        RigEventCounts counts = feeds.All[source].Events;
        (long number, long unusable, long lost) = _reported[source];
        foreach (PublishedEvent published in publish.Events.LastOf(source))
        {
            if (published.Payload.Number > number)
                Log(published.Stream, published.Payload);
            number = Math.Max(number, published.Payload.Number);
        }

        if (counts.Unusable > unusable)
            ConnectorLog.RigEventsUnusable(logger, rig, counts.Unusable, counts.LastFault);
        if (counts.Lost > lost)
            ConnectorLog.RigEventsLost(logger, rig, counts.Lost);
        _reported[source] = (number, counts.Unusable, counts.Lost);
    }

    private void Log(string stream, RigEventPayload payload)
    {
        if (payload.Severity == EventSeverity.Info)
            ConnectorLog.RigEventInfo(logger, stream, payload.Name, payload.Channel, payload.SampleIndex, payload.Text);
        else
            ConnectorLog.RigEventWarning(
                logger, stream, payload.Name, payload.Channel, payload.SampleIndex, payload.Text);
    }
}
