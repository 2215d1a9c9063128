using FuncLibs.Hosting.Security;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Runtime.Timing;
using FuncLibs.Web.Serving;
using SignalMonitor.Audit;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Connections;
using SignalMonitor.Notifications;
using SignalMonitor.OtherMonitors;
using SignalMonitor.Receiving;
using SignalMonitor.Recorder;
using SignalMonitor.Saving;
using SignalMonitor.Streams;
using SignalMonitor.Variables;
using SignalMonitor.Viewers;

namespace SignalMonitor.Health;

/// <summary>How the monitor is, put together on request.</summary>
internal sealed class HealthReport
{
    private const long NsPerMs = 1_000_000;
    private const int MaxShown = 5;

    // Saved once a second: far above what a slow disk needs.
    private const long UnsavedMs = 60_000;
    private const long MsPerSecond = 1000;

    // Far above what a busy machine or a network of the other side of the world needs.
    private const long LateNs = 5 * UtcClock.NanosecondsPerSecond;

    private readonly MonitorConnections _connections;
    private readonly TimeProvider _time;
    private readonly PositionStatus? _position;
    private readonly VariableWatches? _variables;
    private readonly BreakBoard? _breaks;
    private readonly VariableCoordinator? _coordinator;
    private readonly ITransport? _transport;
    private readonly RunRecorders? _recorders;
    private readonly IViewerReport? _viewers;
    private readonly WebStatus? _web;
    private readonly Notifier? _notifier;
    private readonly OtherMonitorWatch? _others;
    private readonly FreeSpace? _disk;
    private readonly AuditLog? _audit;
    private readonly TransportKeys? _keys;

    /// <summary>Over all connections.</summary>
    public HealthReport(
        MonitorConnections connections,
        TimeProvider time,
        PositionStatus? position = null,
        VariableWatches? variables = null,
        BreakBoard? breaks = null,
        VariableCoordinator? coordinator = null,
        ITransport? transport = null,
        RunRecorders? recorders = null,
        IViewerReport? viewers = null,
        WebStatus? web = null,
        Notifier? notifier = null,
        OtherMonitorWatch? others = null,
        FreeSpace? disk = null,
        AuditLog? audit = null,
        TransportKeys? keys = null)
    {
        _connections = connections;
        _time = time;
        _position = position;
        _variables = variables;
        _breaks = breaks;
        _coordinator = coordinator;
        _transport = transport;
        _recorders = recorders;
        _viewers = viewers;
        _web = web;
        _notifier = notifier;
        _others = others;
        _disk = disk;
        _audit = audit;
        _keys = keys;
    }

    /// <summary>Where notifications go; none without targets.</summary>
    public IReadOnlyList<TargetStatus> Targets => _notifier?.Status ?? [];

    /// <summary>Other monitors that are watched.</summary>
    public IReadOnlyList<OtherMonitorStatus> Others => _others?.Status ?? [];

    /// <summary>The state now.</summary>
    public HealthState Read()
    {
        StreamHealth[] streams = [.. _connections.All.SelectMany(StreamsOf)];
        BreakStatus? breaks = _breaks?.Read() is { HasTriggers: true } status ? status : null;
        StationHealth[] stations = [.. Stations()];
        IReadOnlyList<TargetStatus> targets = Targets;
        IReadOnlyList<OtherMonitorStatus> others = Others;
        HealthReason[] reasons =
        [
            .. LossesNow(streams), .. OfTimes(streams), .. OfBreaks(breaks), .. OfVariables(stations), .. OfPosition(),
            .. stations.SelectMany(OfRecorder), .. OfConnectors(), .. OfFiles(), .. OfNotifications(targets),
            .. OfOthers(others),
            .. OfWeb(), .. OfKeys(),
        ];
        return new HealthState(
            StatusOf(streams, reasons),
            streams,
            [.. Enum.GetValues<BadFrame>().Select(_connections.Refused)])
        {
            Findings = reasons,
            Targets = targets,
            Others = others,
            Transport = _transport?.Library,
            Position = _position,
            Variables = stations.FirstOrDefault()?.Variables,
            Stations = stations.Length > 1 ? stations : [],
            Breaks = breaks,
            Recorder = stations.FirstOrDefault()?.Recorder,
            Retention = stations.FirstOrDefault()?.Retention,
            Viewers = _viewers?.Status,
            Web = _web?.Health,
            Security = _keys is null ? null : SecurityHealth.Create(_keys),
            RigEvents = [.. _connections.All.Select(connection => connection.Receive.State.Events.Read())],
        };
    }

    /// <summary>How old the newest value of a stream is, in ms; -1 before the first.</summary>
    public long AgeMs(MonitoredStream stream) =>
        stream.ComputedDueNs == 0 ? -1 : Math.Max(0, (_time.NowNs() - stream.ComputedDueNs) / NsPerMs);

    private IEnumerable<StreamHealth> StreamsOf(MonitorConnection connection)
    {
        StreamLatency latency = new(
            connection.Compute.Latency.RecentP50Ns,
            connection.Compute.Latency.RecentP99Ns,
            connection.Receive.State.Clock.Read());
        return connection.Receive.Streams.All.ToArray().Select(stream => new StreamHealth(
            stream, stream.Account(), AgeMs(stream), latency)
        {
            FirstValueMs = FirstValueMs(connection.Receive.State, stream),
            Stale = stream.Freshness.In(connection.Receive.State.Stale),
        });
    }

    private double FirstValueMs(ConnectionState state, MonitoredStream stream) =>
        stream.ShownAt == 0 ? -1 : _time.GetElapsedTime(state.SocketsUpAt, stream.ShownAt).TotalMilliseconds;

    // Stale before degraded: without new values nothing else matters.
    private string StatusOf(StreamHealth[] streams, HealthReason[] reasons)
    {
        if (_connections.All.Any(connection => connection.Receive.State.Stale != StaleState.Fresh)
            || streams.Any(stream => stream.Stale != StaleState.Fresh && !_connections.IsReplaced(stream.Stream)))
            return "stale";
        return reasons.Length > 0 ? "degraded" : "ok";
    }

    // A loss that was declared is past and degrades nothing.
    private IEnumerable<HealthReason> LossesNow(StreamHealth[] streams)
    {
        foreach (StreamHealth stream in streams.Where(stream => stream.Account.Missing > 0))
            yield return new(
                HealthCause.Missing, $"stream {stream.Stream.Name}: {stream.Account.Missing} blocks are missing and are waited for");
        foreach (StreamHealth stream in streams.Where(stream => stream.Account.SilentLoss != 0))
            yield return new(
                HealthCause.Account, $"stream {stream.Stream.Name}: the account is open by {stream.Account.SilentLoss} blocks");
        foreach (MonitorConnection connection in _connections.All.Where(other => other.Receive.State.InConflict))
            yield return new(HealthCause.Conflict, $"{connection.Endpoint}: two connectors publish under one identity");
    }

    // Blocks flow, without a gap, and are not of now. A block's time is the rig's.
    private IEnumerable<HealthReason> OfTimes(StreamHealth[] streams)
    {
        foreach (StreamHealth stream in streams.Where(stream => stream.Stale == StaleState.Fresh))
        {
            (MonitoredStream of, long correction) = (stream.Stream, stream.Latency.Clock.CorrectionNs ?? 0);
            if (of.IsReplay || of.IsPast || of.ComputedDueNs == 0)
                continue;
            if (Math.Abs(correction) > LateNs)
                yield return new(
                    HealthCause.Clock,
                    $"stream {of.Name}: the connector's clock is {Seconds(correction)} this machine's: "
                        + "set one of them");
            long age = _time.NowNs() - of.ComputedDueNs + correction;

            // The histogram counts a value from the future, by an uncorrected clock, as one of no latency.
            long late = Math.Min(stream.Latency.P50Ns + correction, age);
            if (late > LateNs)
                yield return new(
                    HealthCause.Late,
                    $"stream {of.Name}: values come {late / UtcClock.NanosecondsPerSecond} s late: "
                        + "the network or a machine is too slow for it, or the rig's clock is behind");
            else if (-age > LateNs)
                yield return new(
                    HealthCause.Clock,
                    $"stream {of.Name}: its values are {Seconds(-age)} this machine's clock: "
                        + "set the rig's clock, or this");
        }
    }

    private static string Seconds(long ns) =>
        ns > 0 ? $"{ns / UtcClock.NanosecondsPerSecond} s ahead of" : $"{-ns / UtcClock.NanosecondsPerSecond} s behind";

    private static IEnumerable<HealthReason> OfBreaks(BreakStatus? breaks)
    {
        foreach (BreakTriggerStatus one in breaks?.Breaks.Where(one => one.Fault is not null) ?? [])
            yield return new(HealthCause.Breaks, $"break trigger {one.Name} is not watched: {one.Fault}");
        if (breaks?.Captures.Fault is { } fault)
            yield return new(HealthCause.Captures, $"captures are not written: {fault}");
    }

    private IEnumerable<StationHealth> Stations()
    {
        bool isOneOfMany = _variables?.All.Count > 1;
        foreach (VariableWatch watch in _variables?.All ?? [])
        {
            RunRecorder? recorder = _recorders?.Find(watch.Station);
            yield return new StationHealth(
                watch.Station, watch.Status, recorder?.Status, recorder?.Retention?.Status, isOneOfMany);
        }
    }

    // A connector that is not the rig that was named would be judged by the limits of another.
    private IEnumerable<HealthReason> OfConnectors()
    {
        foreach (MonitorConnection connection in _connections.All)
        {
            if (connection.FindWrongStation() is { } fault)
                yield return new(HealthCause.Station, fault);
        }
    }

    private IEnumerable<HealthReason> OfVariables(StationHealth[] stations)
    {
        foreach (StationHealth station in stations)
        {
            if (station.Variables.Reason is { } reason)
                yield return new(HealthCause.Database, $"{station.Prefix}the database cannot be read: {reason}");
            if (station.Variables.Set?.Broken is { IsEmpty: false } broken)
                yield return new(
                    HealthCause.BrokenRows,
                    Shown(
                        [.. broken.Select(row => $"{station.Prefix}{row}")], "rows of the database are left out"));
        }

        if (_coordinator?.Unwatched() is { Count: > 0 } limits)
            yield return new(
                HealthCause.Limits, Shown([.. limits.Select(limit => limit.Text)], "limits are not watched"));
    }

    private IEnumerable<HealthReason> OfPosition()
    {
        if (_position?.Fault is { } fault)
            yield return new(HealthCause.Position, $"the position is not saved: {fault}");
        if (_position is { Fault: null, AgeMs: > UnsavedMs } old)
            yield return new(HealthCause.Position, $"the position was saved {old.AgeMs / MsPerSecond} s ago last");
        foreach (string left in _position?.NotSaved ?? [])
            yield return new(HealthCause.PositionPart, $"not saved with the position: {left}");
    }

    private static IEnumerable<HealthReason> OfRecorder(StationHealth station)
    {
        (RecorderStatus? recorder, RetentionStatus? retention, string at) =
            (station.Recorder, station.Retention, station.Prefix);
        if (recorder?.Fault is { } fault)
            yield return new(HealthCause.Recorder, $"{at}the test run is not recorded: {fault}");
        if (recorder?.Lost > 0)
            yield return new(
                HealthCause.Recording, $"{at}the recording of test run {recorder.Run} lacks {recorder.Lost} blocks");
        if (recorder?.PyramidFault is { } pyramid)
            yield return new(
                HealthCause.Pyramid, $"{at}the pyramid of a recording is not written, its blocks are: {pyramid}");
        if (retention?.Fault is { } excess)
            yield return new(HealthCause.Retention, $"{at}recordings exceed what is to be kept: {excess}");
    }

    private IEnumerable<HealthReason> OfFiles()
    {
        if (_disk?.Fault() is { } full)
            yield return new(HealthCause.Disk, full);
        if (_audit?.Fault is { } unwritten)
            yield return new(HealthCause.Audit, unwritten);
    }

    private IEnumerable<HealthReason> OfNotifications(IReadOnlyList<TargetStatus> targets)
    {
        foreach (TargetStatus target in targets.Where(target => target.Fault is not null))
            yield return new(
                HealthCause.Notifications,
                $"notifications to {target.Name} fail, {target.Counts.Held} wait: {target.Fault}");
        if (_notifier?.StoreFault is { } fault)
            yield return new(HealthCause.Notifications, $"notifications that wait are not kept for a restart: {fault}");
    }

    private IEnumerable<HealthReason> OfWeb() =>
        (_web?.Warnings ?? []).Select(warning => new HealthReason(HealthCause.Web, warning));

    private IEnumerable<HealthReason> OfKeys() => (_keys is null ? [] : SecurityHealth.FindFaults(_keys))
        .Select(fault => new HealthReason(HealthCause.Keys, fault));

    private static IEnumerable<HealthReason> OfOthers(IReadOnlyList<OtherMonitorStatus> others)
    {
        foreach (OtherMonitorStatus other in others.Where(other => other.Gone))
            yield return new(
                HealthCause.OtherMonitor,
                $"the watched monitor {other.Name} at {other.Url} is gone since {other.SilentMs / MsPerSecond} s: "
                    + (other.Fault ?? "no answer"));
    }

    private static string Shown(string[] texts, string what) =>
        $"{texts.Length} {what}: {string.Join("; ", texts.Take(MaxShown))}{(texts.Length > MaxShown ? "; ..." : "")}";
}

/// <summary>The state of a monitor at one moment.</summary>
/// <param name="Status">ok, stale or degraded.</param>
/// <param name="Streams">The streams, in the order in which they were met.</param>
/// <param name="BadFrames">Refused frames in all, those that name no stream among them, by
/// <see cref="BadFrame"/>.</param>
public sealed record HealthState(string Status, IReadOnlyList<StreamHealth> Streams, IReadOnlyList<long> BadFrames)
{
    /// <summary>What is not as it should be now, besides values that are not current: one line each.</summary>
    public IReadOnlyList<string> Reasons => [.. Findings.Select(finding => finding.Text)];

    /// <summary>The same with the cause of each.</summary>
    internal IReadOnlyList<HealthReason> Findings { get; init; } = [];

    /// <summary>Where notifications go; none without targets.</summary>
    internal IReadOnlyList<TargetStatus> Targets { get; init; } = [];

    /// <summary>Other monitors that are watched.</summary>
    internal IReadOnlyList<OtherMonitorStatus> Others { get; init; } = [];

    /// <summary>The ZeroMQ that carries the data; null where none does.</summary>
    public TransportLibrary? Transport { get; init; }

    /// <summary>How saving the position goes; null when nothing is saved.</summary>
    public PositionStatus? Position { get; init; }

    /// <summary>
    /// The definitions of variables and limits, of the first station; null without a database.
    /// </summary>
    public VariableWatchStatus? Variables { get; init; }

    /// <summary>All stations with a database, where there are several.</summary>
    internal IReadOnlyList<StationHealth> Stations { get; init; } = [];

    /// <summary>Events of the rigs, by connection.</summary>
    public IReadOnlyList<RigEventReading> RigEvents { get; init; } = [];

    /// <summary>State of break triggers; null without any.</summary>
    public BreakStatus? Breaks { get; init; }

    /// <summary>What is recorded; null without a recorder.</summary>
    internal RecorderStatus? Recorder { get; init; }

    /// <summary>What was removed of old recordings; null without a recorder.</summary>
    internal RetentionStatus? Retention { get; init; }

    /// <summary>What viewers of others got; null while none is switched on.</summary>
    internal ViewerStatus? Viewers { get; init; }

    /// <summary>The web server; null while it is plain, on loopback, and nobody has to log in.</summary>
    internal WebHealth? Web { get; init; }

    /// <summary>Keys, and who was refused at the ports of this monitor; null where there is nothing to say.</summary>
    internal SecurityHealth? Security { get; init; }
}

/// <summary>The state of a stream at one moment.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="Account">Its account.</param>
/// <param name="AgeMs">Age of its newest value; -1 before the first.</param>
/// <param name="Latency">How long its values take, and how surely that is known.</param>
public sealed record StreamHealth(MonitoredStream Stream, StreamAccount Account, long AgeMs, StreamLatency Latency)
{
    /// <summary>How far its values are current.</summary>
    public StaleState Stale { get; init; }

    /// <summary>Milliseconds from the sockets of its connection being there to its first value; -1 before.</summary>
    public double FirstValueMs { get; init; } = -1;
}

/// <summary>Latencies of a connection over the last two seconds, block due to value ready, on two clocks.</summary>
/// <param name="P50Ns">Median, ns.</param>
/// <param name="P99Ns">99th percentile, ns.</param>
/// <param name="Clock">What is known of the clock that the block's time is of.</param>
public readonly record struct StreamLatency(long P50Ns, long P99Ns, ClockReading Clock);
