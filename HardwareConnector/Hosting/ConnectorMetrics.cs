using System.Diagnostics.Metrics;
using FuncLibs.Hosting.Transports;
using FuncLibs.Journal;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Consumers;
using HardwareConnector.Control;
using HardwareConnector.History;
using HardwareConnector.Hosting.Watching;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Replay;
using HardwareConnector.Sources;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace HardwareConnector.Hosting;

/// <summary>Every instrument of the connector, with its unit. All are observed when somebody scrapes; no hot path is touched.</summary>
internal sealed class ConnectorMetrics : IDisposable
{
    private const string MeterName = "HardwareConnector";
    private readonly Meter _meter = new(MeterName);

    public ConnectorMetrics(
        PublishLoop publish,
        RigSources sources,
        SourceFeeds feeds,
        PeerRegistry peers,
        RigRegistry book,
        Recorder recorder,
        ReplayService replays,
        ConsumerRegistry consumers,
        HistoryLoop history,
        ControlLoop control,
        ITransport transport)
    {
        TransportMetrics.AddTo(_meter, transport);
        SourceMetrics.AddTo(_meter, sources, feeds, publish);
        Gauge("telemetry.link.online", "1", "1 while all rigs are connected.", () => publish.Link.State == LinkState.Online ? 1 : 0);
        Counter("telemetry.publish.blocks", "{block}", "Blocks published.", () => publish.Counters.Blocks);
        Counter("telemetry.publish.frames", "{frame}", "Frames of all kinds published.", () => publish.Counters.Frames);
        Counter("telemetry.publish.bytes", "By", "Bytes of headers and payloads published.", () => publish.Counters.Bytes);
        Counter("telemetry.publish.refused", "{frame}", "Frames that the socket did not take.", () => publish.Counters.Refused);
        Counter("telemetry.publish.allocated", "By", "Memory taken by the publish thread.", () => publish.Counters.Allocation.Bytes);
        Counter("telemetry.control.served", "{request}", "Requests answered.", () => peers.Served);
        Counter("telemetry.control.refused", "{request}", "Requests refused with an error.", () => peers.Refused);
        Counter("telemetry.control.dropped", "{request}", "Requests of ignored peers.", () => peers.Dropped);
        Counter("telemetry.control.malformed", "{request}", "Requests of several frames, or above 64 KiB.", () => control.Malformed);
        Counter("telemetry.control.disconnected", "{connection}", "Control connections that ended.", () => control.Disconnected);
        Gauge("telemetry.publish.queue", "{frame}", "Frames that may wait for one subscriber.", () => publish.QueueFrames);
        Gauge("telemetry.replay.outstanding", "By", "Bytes of replays sent or granted, not taken.", () => replays.Outstanding);

        Counter("telemetry.replay.frames", "{frame}", "Frames sent again.", () => replays.Frames);
        Counter("telemetry.replay.bytes", "By", "Bytes of headers and payloads sent again.", () => replays.Bytes);
        AddJournal(recorder.Journal);
        Gauge(
            "telemetry.state.saved",
            "1",
            "1 while the numbers that were given are in the state folder.",
            () => recorder.StateOutcome.IsOk ? 1 : 0);
        WatchMetrics.AddTo(_meter, consumers, recorder, publish);
        AddHistory(history.Counters);

        // The tag is the stream: its names are few and come from the rig's hello.
        _meter.CreateObservableCounter(
            "telemetry.stream.lost_samples",
            () => book.All.ToArray().Select(
                stream => new Measurement<long>((long)stream.SamplesLost, KeyValuePair.Create("stream", (object?)stream.Name))),
            "{sample}",
            "Samples that never got a sequence.");
    }

    /// <summary>
    /// Reads the instruments when somebody scrapes, without a cache. Names, labels and series are those of docs/metrics.md: without the
    /// label of the scope and the series of the process that the exporter would add.
    /// </summary>
    public static MeterProvider CreateProvider() => Sdk.CreateMeterProviderBuilder().AddMeter(MeterName).AddPrometheusExporter(options =>
    {
        options.ScopeInfoEnabled = false;
        options.TargetInfoEnabled = false;
        options.ScrapeResponseCacheDurationMilliseconds = 0;
    }).Build();

    public void Dispose() => _meter.Dispose();

    private void AddJournal(FrameJournal journal)
    {
        Gauge("telemetry.journal.recording", "1", "1 while what is published reaches the disk.", () => journal.Status.IsRecording ? 1 : 0);
        Gauge("telemetry.journal.waiting", "By", "Bytes that wait for the disk.", () => journal.WaitingBytes);
        Gauge("telemetry.journal.waiting_outlives", "1", "1 while these bytes outlive a kill.", () => journal.RingOutlives ? 1 : 0);
        Gauge("telemetry.journal.size", "By", "Bytes of all segments.", () => journal.KeptBytes);
        Counter("telemetry.journal.bytes", "By", "Bytes of records written.", () => journal.Counters.Bytes);
        Counter("telemetry.journal.syncs", "{sync}", "fsyncs of segments.", () => journal.Counters.Syncs);
        Counter("telemetry.journal.sync_failures", "{sync}", "fsyncs that failed.", () => journal.Counters.SyncFailures);
        Counter("telemetry.journal.write_failures", "{write}", "Writes that failed.", () => journal.Counters.WriteFailures);
        Counter("telemetry.journal.holes", "{frame}", "Published frames that are not in the journal.", () => journal.HoleFrames);
        Counter("telemetry.journal.retired", "{segment}", "Segments removed for age or quota.", () => journal.Counters.Retired);
    }

    private void AddHistory(HistoryCounters counters)
    {
        Counter("telemetry.history.blocks", "{block}", "Blocks that came into the look back for plots.", () => counters.Blocks);
        Counter("telemetry.history.skipped", "{block}", "Blocks that the look back passed over because it fell behind.", () => counters.Skipped);
        Counter("telemetry.history.unusable", "{block}", "Recorded blocks that could not be decoded or described.", () => counters.Unusable);
    }

    private void Counter(string name, string unit, string meaning, Func<long> read) =>
        _meter.CreateObservableCounter(name, read, unit, meaning);

    private void Gauge(string name, string unit, string meaning, Func<long> read) =>
        _meter.CreateObservableGauge(name, read, unit, meaning);
}
