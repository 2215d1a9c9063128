using System.Diagnostics.Metrics;
using FuncLibs.Amqp.Consuming;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Web.Metrics;
using FuncLibs.Web.Serving;
using SignalMonitor.Archiving;
using SignalMonitor.Connections;
using SignalMonitor.Health;
using SignalMonitor.Notifications;
using SignalMonitor.Receiving;
using SignalMonitor.Recorder;
using SignalMonitor.Streams;
using SignalMonitor.Viewers;

namespace SignalMonitor.Hosting;

/// <summary>
/// Every instrument of the monitor, with its unit. All are observed on each scrape; no hot path is touched.
/// </summary>
internal sealed class MonitorMetrics : IDisposable
{
    /// <summary>Name of the meter.</summary>
    public const string MeterName = "SignalMonitor";
    private const double NsPerSecond = 1e9;
    private readonly Meter _meter = new(MeterName);

    // Tags: the stream, whose names are few and come from the rig; the connection, which comes from configuration.
    public MonitorMetrics(
        MonitorConnections connections,
        ITransport transport,
        RunRecorders? recorders = null,
        IViewerReport? viewers = null,
        WebStatus? web = null,
        HealthReport? health = null,
        TransportKeys? keys = null,
        ArchiveLoop? archive = null)
    {
        web?.AddTo(_meter);
        if (health is not null)
            OfHealth(health);
        if (recorders is not null)
            OfRecorder(recorders);
        if (archive is not null)
            OfArchive(archive);
        if (viewers is not null)
            OfViewers(viewers);
        OfQueues([.. connections.All.Where(connection => connection.Queue is not null)]);
        TransportMetrics.AddTo(_meter, transport);
        if (keys is not null)
            AccessMetrics.AddTo(_meter, keys.Counts);
        OfStreams("telemetry.stream.published", "Blocks published, by their sequences.", account => account.Published);
        OfStreams(
            "telemetry.stream.delivered", "Blocks delivered, each once and in order.", account => account.Delivered);
        OfStreams("telemetry.stream.declared_lost", "Blocks declared lost.", account => account.DeclaredLost);
        OfStreams(
            "telemetry.stream.unknown_ends",
            "Epochs whose end is unknown to the connector.",
            account => account.UnknownEnds,
            "{epoch}");
        OfStreams(
            "telemetry.stream.duplicates",
            "Blocks dropped: delivered before.",
            account => account.Duplicates + account.Late);
        OfStreams(
            "telemetry.stream.replayed",
            "Blocks delivered out of the connector's journal.",
            account => account.Replayed);
        OfConnections(
            "telemetry.delivery.held",
            "By",
            "Memory of blocks that wait for missing ones.",
            c => c.Receive.Delivery.Budget.Bytes);
        OfConnections("telemetry.connection.fresh", "1", "1 while values are current.", IsFresh);
        OfConnections(
            "telemetry.connection.queued", "{block}", "Blocks that wait for the compute thread.", c => c.Queued);
        OfConnections(
            "telemetry.latency.p50",
            "s",
            "Median, block due to value ready.",
            c => Seconds(c.Compute.Latency.RecentP50Ns));
        OfConnections(
            "telemetry.latency.p99", "s", "99th percentile of the same.", c => Seconds(c.Compute.Latency.RecentP99Ns));
        OfConnections(
            "telemetry.latency.error",
            "s",
            "How far latencies may be wrong because of two clocks.",
            c => Seconds(ClockOf(c).LatencyErrorNs));
        OfConnections(
            "telemetry.clock.offset",
            "s",
            "How far the connector's clock is ahead.",
            c => Seconds(ClockOf(c).Estimate?.OffsetNs));
        OfConnections(
            "telemetry.clock.bound", "s", "How far that can be wrong.", c => Seconds(ClockOf(c).Estimate?.BoundNs));
        OfConnections("telemetry.clock.steps", "{step}", "Steps of either clock.", c => StepsOf(ClockOf(c)));
        OfConnections(
            "telemetry.receive.allocated",
            "By",
            "Memory taken by the receive thread, without computing.",
            c => c.Receive.Allocation.Bytes);
        OfConnections(
            "telemetry.compute.allocated",
            "By",
            "Memory taken by computing, on whichever thread.",
            c => c.Compute.Allocation.Bytes);
        _meter.CreateObservableCounter(
            "telemetry.compute.inline",
            () => connections.All.Select(
                c => new Measurement<long>(
                    c.ComputedInline, new KeyValuePair<string, object?>("connection", c.Endpoint))),
            "{block}",
            "Blocks that the receive thread computed by itself.");
        _meter.CreateObservableCounter(
            "telemetry.frames.refused", () => BadFrames(connections), "{frame}", "Frames refused, by cause.");

        void OfStreams(string name, string meaning, Func<StreamAccount, long> read, string unit = "{block}") =>
            _meter.CreateObservableCounter(
                name,
                () => connections.Streams.GroupBy(stream => stream.Name).Select(
                    streams => new Measurement<long>(
                        streams.Sum(stream => read(stream.Account())),
                        new KeyValuePair<string, object?>("stream", streams.Key))),
                unit,
                meaning);

        void OfConnections(string name, string unit, string meaning, Func<MonitorConnection, double> read) =>
            _meter.CreateObservableGauge(
                name,
                () => connections.All.Select(
                    c => new Measurement<double>(read(c), new KeyValuePair<string, object?>("connection", c.Endpoint))),
                unit,
                meaning);
    }

    public void Dispose() => _meter.Dispose();

    private void OfArchive(ArchiveLoop archive)
    {
        _meter.CreateObservableGauge(
            "telemetry.archive.working",
            () => archive.Status.Fault is null ? 1 : 0,
            "1",
            "1 while finished recordings are archived.");
        _meter.CreateObservableGauge(
            "telemetry.archive.waiting",
            () => archive.Status.Waiting,
            "{recording}",
            "Finished recordings that are not archived yet.");
        _meter.CreateObservableCounter(
            "telemetry.archive.archived",
            () => archive.Status.Archived,
            "{recording}",
            "Recordings archived since the start of the monitor.");
        _meter.CreateObservableCounter(
            "telemetry.archive.copied", () => archive.Status.Bytes, "By", "Bytes of their files.");
    }

    private void OfQueues(IReadOnlyList<MonitorConnection> readers)
    {
        _meter.CreateObservableGauge(
            "telemetry.amqp.connected",
            () => readers.Select(c => ByConnection(c, c.Queue!.Consumer.IsConnected ? 1L : 0)),
            "1",
            "1 while the queue is read.");
        _meter.CreateObservableGauge(
            "telemetry.amqp.lag",
            () => readers.Select(c => ByConnection(c, LagOf(c))),
            "s",
            "How old the newest frame of the queue was when it came.");
        _meter.CreateObservableCounter(
            "telemetry.amqp.messages",
            () => readers.Select(c => ByConnection(c, c.Queue!.Consumer.Messages)),
            "{message}",
            "Messages read from the queue.");
        _meter.CreateObservableCounter(
            "telemetry.amqp.reconnects",
            () => readers.Select(c => ByConnection(c, c.Queue!.Consumer.Reconnects)),
            "{connection}",
            "Subscriptions to the queue after the first.");
        _meter.CreateObservableCounter(
            "telemetry.amqp.foreign",
            () => readers.SelectMany(c => Enum.GetValues<ForeignCause>().Select(cause => new Measurement<long>(
                c.Queue!.Consumer.Foreign.Of(cause),
                new KeyValuePair<string, object?>("connection", c.Endpoint),
                new KeyValuePair<string, object?>("cause", cause.ToString())))),
            "{message}",
            "Messages of the queue that no bridge wrote, by cause.");
    }

    private void OfRecorder(RunRecorders recorders)
    {
        _meter.CreateObservableGauge(
            "telemetry.recording.active",
            () => recorders.Status.Count(status => status is { Run: not null, Fault: null }),
            "1",
            "1 while a test run is recorded; of several stations, how many are.");
        _meter.CreateObservableGauge(
            "telemetry.recording.stored",
            () => recorders.Status.Sum(status => status.Bytes),
            "By",
            "Bytes of the recording that is open.");
        _meter.CreateObservableGauge(
            "telemetry.recording.removed",
            () => recorders.All.Sum(recorder => recorder.Retention?.Status.Removed ?? 0),
            "{recording}",
            "Recordings that retention removed since the start of the monitor.");
        _meter.CreateObservableGauge(
            "telemetry.recording.not_kept",
            () => recorders.Status.Sum(status => status.NotKept),
            "{block}",
            "Blocks that the modes of the recorder left out of the open recording.");
        _meter.CreateObservableGauge(
            "telemetry.recording.triggers",
            () => recorders.Status.Sum(status => status.Triggers),
            "{trigger}",
            "Times that a trigger of the recorder triggered in the open recording.");
        _meter.CreateObservableGauge(
            "telemetry.recording.lost",
            () => recorders.Status.Sum(status => status.Lost),
            "{block}",
            "Blocks that the open recording lacks.");
        _meter.CreateObservableGauge(
            "telemetry.recording.pyramid_dropped",
            () => recorders.All[0].Pyramids?.Dropped ?? 0,
            "{bucket}",
            "Buckets that found no slot on their way to a pyramid, and were made of the frames.");
    }

    private void OfViewers(IViewerReport viewers)
    {
        _meter.CreateObservableCounter(
            "telemetry.viewers.messages",
            () => ByViewer(viewers.Status, plotJuggler => plotJuggler.Messages, foxglove => foxglove.Messages),
            "{message}",
            "Messages to viewers of others.");
        _meter.CreateObservableCounter(
            "telemetry.viewers.dropped",
            () => ByViewer(viewers.Status, plotJuggler => plotJuggler.Dropped, foxglove => foxglove.Dropped),
            "{message}",
            "Messages that a viewer was too slow for.");
        _meter.CreateObservableCounter(
            "telemetry.viewers.blocks_dropped",
            () => viewers.Status.DroppedBlocks,
            "{block}",
            "Blocks that the viewer thread was not fast enough for.");
        _meter.CreateObservableGauge(
            "telemetry.viewers.clients",
            () => viewers.Status.Foxglove?.Clients ?? 0,
            "{client}",
            "Foxglove viewers that are connected.");
    }

    private void OfHealth(HealthReport health)
    {
        _meter.CreateObservableGauge(
            "telemetry.health.ok",
            () => health.Read().Status == "ok" ? 1 : 0,
            "1",
            "1 while blocks flow and nothing is degraded.");
        _meter.CreateObservableGauge(
            "telemetry.health.reasons",
            () => CauseCounts.Of([.. health.Read().Findings.Select(finding => finding.Cause)]),
            "{reason}",
            "Reasons for which the monitor is degraded now, by cause.");
        OfTargets("telemetry.notifications.queued", "Notifications for a target.", status => status.Counts.Queued);
        OfTargets("telemetry.notifications.sent", "Notifications that it took.", status => status.Counts.Sent);
        OfTargets("telemetry.notifications.dropped", "Notifications that are lost.", status => status.Counts.Dropped);
        OfTargets(
            "telemetry.notifications.suppressed",
            "Notifications that came while the target was paused.",
            status => status.Suppressed);
        OfTargets("telemetry.notifications.failures", "Attempts to send that failed.", status => status.Failures);
        _meter.CreateObservableGauge(
            "telemetry.notifications.held",
            () => health.Targets.Select(status => ByTarget(status, status.Counts.Held)),
            "{notification}",
            "Notifications that wait.");
        _meter.CreateObservableGauge(
            "telemetry.watched_monitor.answers",
            () => health.Others.Select(other => new Measurement<long>(
                other.Gone ? 0 : 1, new KeyValuePair<string, object?>("monitor", other.Name))),
            "1",
            "1 while a watched monitor answers.");

        void OfTargets(string name, string description, Func<TargetStatus, long> read) =>
            _meter.CreateObservableCounter(
                name,
                () => health.Targets.Select(status => ByTarget(status, read(status))),
                "{notification}",
                description);
    }

    private static Measurement<long> ByTarget(TargetStatus status, long value) =>
        new(value, new KeyValuePair<string, object?>("target", status.Name));

    private static IEnumerable<Measurement<long>> ByViewer(
        ViewerStatus status, Func<PlotJugglerStatus, long> plotJuggler, Func<FoxgloveStatus, long> foxglove)
    {
        if (status.PlotJuggler is { } first)
            yield return new Measurement<long>(
                plotJuggler(first), new KeyValuePair<string, object?>("viewer", "plotjuggler"));
        if (status.Foxglove is { } second)
            yield return new Measurement<long>(
                foxglove(second), new KeyValuePair<string, object?>("viewer", "foxglove"));
    }

    private static Measurement<T> ByConnection<T>(MonitorConnection connection, T value)
        where T : struct => new(value, new KeyValuePair<string, object?>("connection", connection.Endpoint));

    private static double LagOf(MonitorConnection connection) =>
        connection.Receive.State.LagNs is >= 0 and var lag ? Seconds(lag) : double.NaN;

    private static double IsFresh(MonitorConnection connection) =>
        connection.Receive.State.Stale == StaleState.Fresh ? 1 : 0;

    private static ClockReading ClockOf(MonitorConnection connection) => connection.Receive.State.Clock.Read();

    private static double StepsOf(in ClockReading clock) => clock.OwnSteps + clock.ConnectorSteps + clock.Jumps;

    // Unknown is no number: a gap in a chart, not a zero.
    private static double Seconds(long? nanoseconds) => nanoseconds is { } known ? known / NsPerSecond : double.NaN;

    private static double Seconds(long nanoseconds) => nanoseconds / NsPerSecond;

    private static IEnumerable<Measurement<long>> BadFrames(MonitorConnections connections) =>
        Enum.GetValues<BadFrame>().Select(cause => new Measurement<long>(
            connections.Refused(cause), new KeyValuePair<string, object?>("cause", cause.ToString())));
}
