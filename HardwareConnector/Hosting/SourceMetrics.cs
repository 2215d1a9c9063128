using System.Diagnostics.Metrics;
using System.Globalization;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Publishing;
using HardwareConnector.Sources;

namespace HardwareConnector.Hosting;

/// <summary>What is counted for each source. The tag is its number in the configuration: at most 64, and the same for life.</summary>
internal static class SourceMetrics
{
    public static void AddTo(Meter meter, RigSources sources, SourceFeeds feeds, PublishLoop publish)
    {
        Counter(meter, sources, "telemetry.source.blocks", "{block}", "Blocks read from the rig.", i => sources.All[i].Counters.Blocks);
        Counter(meter, sources, "telemetry.source.connections", "{connection}", "Connections to the rig.", i => sources.All[i].Counters.Connections);
        Counter(meter, sources, "telemetry.source.refusals", "{connection}", "Connections refused by the protocol.", i => sources.All[i].Counters.Refusals);
        Counter(meter, sources, "telemetry.source.dropped", "{block}", "Blocks dropped because the publish thread did not keep up.", i => feeds.All[i].Dropped);
        Gauge(meter, sources, "telemetry.source.queued", "{block}", "Blocks that wait for the publish thread.", i => feeds.All[i].Ring.Held);
        Gauge(meter, sources, "telemetry.source.online", "1", "1 while the rig is connected.", i => publish.Link.All[i].State == LinkState.Online ? 1 : 0);
    }

    private static void Counter(Meter meter, RigSources sources, string name, string unit, string meaning, Func<int, long> read) =>
        meter.CreateObservableCounter(name, () => Each(sources, read), unit, meaning);

    private static void Gauge(Meter meter, RigSources sources, string name, string unit, string meaning, Func<int, long> read) =>
        meter.CreateObservableGauge(name, () => Each(sources, read), unit, meaning);

    private static IEnumerable<Measurement<long>> Each(RigSources sources, Func<int, long> read) => Enumerable.Range(0, sources.All.Count)
        .Select(i => new Measurement<long>(read(i), KeyValuePair.Create("source", (object?)i.ToString(CultureInfo.InvariantCulture))));
}
