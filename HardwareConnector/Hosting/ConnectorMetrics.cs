using System.Diagnostics.Metrics;
using System.Globalization;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Transports;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Web.Metrics;
using FuncLibs.Web.Serving;
using HardwareConnector.Bridge;
using HardwareConnector.Consumers;
using HardwareConnector.Control;
using HardwareConnector.Formats;
using HardwareConnector.Health;
using HardwareConnector.History;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Replay;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Links;

namespace HardwareConnector.Hosting;

/// <summary>
/// Every instrument of the connector, with its unit. Values are read at a scrape; the hot paths are not involved.
/// </summary>
internal sealed class ConnectorMetrics : IDisposable
{
    /// <summary>Name of the meter.</summary>
    public const string MeterName = "HardwareConnector";
    private readonly Meter _meter = new(MeterName);

    public ConnectorMetrics(
        PublishLoop publish,
        RigSources sources,
        SourceFeeds feeds,
        PeerRegistry peers,
        RigRegistry rigs,
        Recorder recorder,
        ReplayService replays,
        ConsumerRegistry consumers,
        HistoryLoop history,
        ControlLoop control,
        TransportKeys keys,
        ITransport transport,
        WebStatus web,
        ConnectorHealthReport health,
        ConsumerWatch watch,
        FormatSwitch formats,
        BridgeLoop? bridge = null)
    {
        web.AddTo(_meter);
        if (bridge is not null)
            BridgeMetrics.AddTo(_meter, bridge.Status);
        HealthMetrics.AddTo(_meter, health, watch);
        TransportMetrics.AddTo(_meter, transport);
        SourceMetrics.AddTo(_meter, sources, feeds, publish);
        AccessMetrics.AddTo(_meter, keys.Counts);
        Gauge(
            "telemetry.link.online",
            "1",
            "1 while all rigs are connected.",
            () => publish.Link.State == LinkState.Online ? 1 : 0);
        Counter("telemetry.publish.blocks", "{block}", "Blocks published.", () => publish.Counters.Blocks);
        Counter("telemetry.publish.frames", "{frame}", "Frames of all kinds published.", () => publish.Counters.Frames);
        Counter(
            "telemetry.publish.bytes", "By", "Bytes of headers and payloads published.", () => publish.Counters.Bytes);
        Counter(
            "telemetry.publish.refused", "{frame}", "Frames that the socket refused.", () => publish.Counters.Refused);
        Counter(
            "telemetry.publish.allocated",
            "By",
            "Memory allocated by publishing, on whichever thread.",
            () => publish.Counters.Allocation.Bytes);
        AddFormat(publish.Format, formats);
        Counter("telemetry.control.served", "{request}", "Requests answered.", () => peers.Served);
        Counter("telemetry.control.refused", "{request}", "Requests refused with an error.", () => peers.Refused);
        Counter("telemetry.control.dropped", "{request}", "Requests of ignored peers.", () => peers.Dropped);
        Counter(
            "telemetry.control.malformed",
            "{request}",
            "Requests of several frames, or above 64 KiB.",
            () => control.Malformed);
        Counter(
            "telemetry.control.disconnected",
            "{connection}",
            "Control connections that ended.",
            () => control.Disconnected);
        if (transport.CountsDrops)
            Counter(
                "telemetry.publish.dropped",
                "{frame}",
                "Frames dropped for slow subscribers, once for each.",
                () => publish.DroppedFrames);
        Gauge(
            "telemetry.publish.queue",
            "{frame}",
            "Frames that may wait for one subscriber.",
            () => publish.QueueFrames);
        Gauge(
            "telemetry.replay.outstanding",
            "By",
            "Bytes of replays sent or granted, not acknowledged.",
            () => replays.Outstanding);

        Counter("telemetry.replay.frames", "{frame}", "Frames sent again.", () => replays.Frames);
        Counter("telemetry.replay.bytes", "By", "Bytes of headers and payloads sent again.", () => replays.Bytes);
        AddJournal(recorder.Journal);
        Gauge(
            "telemetry.state.saved",
            "1",
            "1 while all assigned numbers are saved in the state folder.",
            () => recorder.StateOutcome.IsOk ? 1 : 0);
        ConsumerMetrics.AddTo(_meter, consumers, recorder, publish);
        AddHistory(history.Counters);

        // The tag is the stream name: there are few, and they come from the rig's hello.
        _meter.CreateObservableCounter(
            "telemetry.stream.lost_samples",
            () => rigs.All.ToArray().Select(
                stream => new Measurement<long>(
                    (long)stream.SamplesLost, KeyValuePair.Create("stream", (object?)stream.Name))),
            "{sample}",
            "Samples that never got a sequence.");
    }

    /// <summary>Name of a consumer state in metrics and /health.</summary>
    public static string NameOf(ConsumerState state) => state switch
    {
        ConsumerState.Keeping => "keeping",
        ConsumerState.Slow => "slow",
        ConsumerState.Gone => "gone",
        _ => "unreported",
    };

    public void Dispose() => _meter.Dispose();

    private void AddFormat(PublishFormat format, FormatSwitch formats)
    {
        Counter("telemetry.format.changes", "{change}", "Changes of the payload format.", () => format.Changes);
        Gauge(
            "telemetry.canary.running",
            "1",
            "1 while a canary runs.",
            () => formats.Status.Canary is { State: CanaryState.Comparing } ? 1 : 0);
        Gauge(
            "telemetry.canary.compared",
            "{block}",
            "Blocks that the newest canary encoded and decoded.",
            () => formats.Status.Canary?.Figures?.Read().Compared ?? 0);
        Gauge(
            "telemetry.canary.errors",
            "{block}",
            "Blocks of these that it failed on, or changed.",
            () => formats.Status.Canary?.Figures?.Read().Errors ?? 0);
        Gauge(
            "telemetry.canary.rolled_back",
            "1",
            "1 if the newest canary was rolled back.",
            () => formats.Status.Canary is { State: CanaryState.RolledBack } ? 1 : 0);
    }

    private void AddJournal(FrameJournal journal)
    {
        Gauge(
            "telemetry.journal.recording",
            "1",
            "1 while what is published reaches the disk.",
            () => journal.Status.IsRecording ? 1 : 0);
        Gauge("telemetry.journal.waiting", "By", "Bytes that wait for the disk.", () => journal.WaitingBytes);
        Gauge(
            "telemetry.journal.waiting_outlives",
            "1",
            "1 while these bytes survive a kill of the process.",
            () => journal.RingSurvivesKill ? 1 : 0);
        Gauge("telemetry.journal.size", "By", "Bytes of all segments.", () => journal.StoredBytes);
        Counter("telemetry.journal.bytes", "By", "Bytes of records written.", () => journal.Counters.Bytes);
        Counter("telemetry.journal.syncs", "{sync}", "fsyncs of segments.", () => journal.Counters.Syncs);
        Counter(
            "telemetry.journal.sync_failures", "{sync}", "fsyncs that failed.", () => journal.Counters.SyncFailures);
        Counter(
            "telemetry.journal.write_failures", "{write}", "Writes that failed.", () => journal.Counters.WriteFailures);
        Counter(
            "telemetry.journal.holes",
            "{frame}",
            "Published frames that are not in the journal.",
            () => journal.GapFrames);
        Counter(
            "telemetry.journal.retired",
            "{segment}",
            "Segments removed for age or quota.",
            () => journal.Counters.Retired);
    }

    private void AddHistory(HistoryCounters counters)
    {
        Counter("telemetry.history.blocks", "{block}", "Blocks added to the history for plots.", () => counters.Blocks);
        Counter(
            "telemetry.history.skipped",
            "{block}",
            "Blocks that the history skipped because it fell behind.",
            () => counters.Skipped);
        Counter(
            "telemetry.history.unusable",
            "{block}",
            "Recorded blocks that could not be decoded or described.",
            () => counters.Unusable);
    }

    private void Counter(string name, string unit, string meaning, Func<long> read) =>
        _meter.CreateObservableCounter(name, read, unit, meaning);

    private void Gauge(string name, string unit, string meaning, Func<long> read) =>
        _meter.CreateObservableGauge(name, read, unit, meaning);
}

/// <summary>
/// Instruments of health. Tags: the cause, of which there are few; the watched consumer, which is configured.
/// </summary>
internal static class HealthMetrics
{
    public static void AddTo(Meter meter, ConnectorHealthReport health, ConsumerWatch watch)
    {
        meter.CreateObservableGauge(
            "telemetry.health.ok",
            () => health.StatusOf(health.Findings) == "ok" ? 1 : 0,
            "1",
            "1 while blocks flow and nothing is degraded.");
        meter.CreateObservableGauge(
            "telemetry.health.reasons",
            () => CauseCounts.Of([.. health.Findings.Select(finding => finding.Cause)]),
            "{reason}",
            "Reasons for which the connector is stale or degraded, by cause.");
        if (watch.Status.Count > 0)
            meter.CreateObservableGauge(
                "telemetry.watched_consumer.connected",
                () => watch.Status.Select(one => new Measurement<long>(
                    one.Gone ? 0 : 1, KeyValuePair.Create("consumer", (object?)one.Name))),
                "1",
                "1 while a watched consumer is connected.");
    }
}

/// <summary>
/// Instruments per source. The tag is its number in the configuration: at most 64, and constant during the run.
/// </summary>
internal static class SourceMetrics
{
    public static void AddTo(Meter meter, RigSources sources, SourceFeeds feeds, PublishLoop publish)
    {
        Counter(
            meter,
            sources,
            "telemetry.source.blocks",
            "{block}",
            "Blocks read from the rig.",
            i => sources.All[i].Counters.Blocks);
        Counter(
            meter,
            sources,
            "telemetry.source.connections",
            "{connection}",
            "Connections to the rig.",
            i => sources.All[i].Counters.Connections);
        Counter(
            meter,
            sources,
            "telemetry.source.refusals",
            "{connection}",
            "Connections refused by the protocol.",
            i => sources.All[i].Counters.Refusals);
        Counter(
            meter,
            sources,
            "telemetry.source.dropped",
            "{block}",
            "Blocks dropped because the publish thread did not keep up.",
            i => feeds.All[i].Dropped);
        Counter(
            meter,
            sources,
            "telemetry.source.inline",
            "{block}",
            "Blocks that the source thread published by itself.",
            i => feeds.All[i].Ring.Inline);
        Gauge(
            meter,
            sources,
            "telemetry.source.queued",
            "{block}",
            "Blocks that wait for the publish thread.",
            i => feeds.All[i].Ring.Count);
        Gauge(
            meter,
            sources,
            "telemetry.source.online",
            "1",
            "1 while the rig is connected.",
            i => publish.Link.All[i].State == LinkState.Online ? 1 : 0);
        if (sources.All.OfType<LinkSource>().Any(link => link.Tls is not null))
            meter.CreateObservableGauge(
                "telemetry.link.certificate_expires",
                () => Ends(sources),
                "s",
                "End of the certificate of the rig, seconds since 1970.");
    }

    private static IEnumerable<Measurement<long>> Ends(RigSources sources) =>
        from i in Enumerable.Range(0, sources.All.Count)
        let end = (sources.All[i] as LinkSource)?.Negotiated?.PeerExpires
        where end is not null
        select new Measurement<long>(
            end.Value.ToUnixTimeSeconds(),
            KeyValuePair.Create("source", (object?)i.ToString(CultureInfo.InvariantCulture)));

    private static void Counter(
        Meter meter, RigSources sources, string name, string unit, string meaning, Func<int, long> read) =>
        meter.CreateObservableCounter(name, () => Each(sources, read), unit, meaning);

    private static void Gauge(
        Meter meter, RigSources sources, string name, string unit, string meaning, Func<int, long> read) =>
        meter.CreateObservableGauge(name, () => Each(sources, read), unit, meaning);

    private static IEnumerable<Measurement<long>> Each(RigSources sources, Func<int, long> read) =>
        Enumerable.Range(0, sources.All.Count)
            .Select(
                i => new Measurement<long>(
                    read(i), KeyValuePair.Create("source", (object?)i.ToString(CultureInfo.InvariantCulture))));
}

/// <summary>
/// Instruments of consumers, retention leases and the clock. Tags: the state, of which there are four; the consumer, of
/// which 256 are registered, with the stream, whose names come from the rig.
/// </summary>
internal static class ConsumerMetrics
{
    public static void AddTo(Meter meter, ConsumerRegistry consumers, Recorder recorder, PublishLoop publish)
    {
        meter.CreateObservableGauge(
            "telemetry.consumers", () => ByState(consumers.All), "{consumer}", "Consumers by state.");
        meter.CreateObservableGauge(
            "telemetry.consumer.lag",
            () => Positions(consumers, position => position.Lag),
            "{block}",
            "Blocks that a consumer is behind.");
        meter.CreateObservableGauge(
            "telemetry.consumer.dropped",
            () => Positions(consumers, position => position.Dropped),
            "{block}",
            "Blocks declared lost to a consumer.");
        meter.CreateObservableCounter(
            "telemetry.control.status_ignored",
            () => consumers.Ignored,
            "{status}",
            "Statuses that were implausible, or of unknown peers.");
        meter.CreateObservableCounter(
            "telemetry.journal.retired_needed",
            () => recorder.Journal.Counters.RetiredNeeded,
            "{segment}",
            "Segments removed for the quota that a consumer still needed.");
        meter.CreateObservableCounter(
            "telemetry.clock.steps", () => publish.Clock.Count, "{step}", "Steps of this machine's clock.");
    }

    private static IEnumerable<Measurement<long>> ByState(IReadOnlyList<ConsumerView> all) =>
        Enum.GetValues<ConsumerState>().Select(
            state => new Measurement<long>(
                all.Count(consumer => consumer.State == state),
                KeyValuePair.Create("state", (object?)ConnectorMetrics.NameOf(state))));

    private static IEnumerable<Measurement<double>> Positions(
        ConsumerRegistry consumers, Func<ConsumerPosition, ulong> read) =>
        consumers.All.SelectMany(consumer => consumer.Streams.Select(position => new Measurement<double>(
            read(position),
            KeyValuePair.Create("consumer", (object?)consumer.Name),
            KeyValuePair.Create("stream", (object?)position.Name))));
}
