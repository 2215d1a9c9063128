using System.Text.Json.Serialization;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Web.Serving;
using SignalMonitor.Archiving;
using SignalMonitor.Breaks;
using SignalMonitor.Formatting;
using SignalMonitor.Notifications;
using SignalMonitor.OtherMonitors;
using SignalMonitor.Receiving;
using SignalMonitor.Recorder;
using SignalMonitor.Saving;
using SignalMonitor.Streams;
using SignalMonitor.Variables;
using SignalMonitor.Viewers;

namespace SignalMonitor.Health;

/// <summary>
/// The answer of /health. External tools rely on member names and their order (docs/http.md). Left out are
/// <c>transport</c> without ZeroMQ, <c>breaks</c> and <c>captures</c> without break triggers, and <c>rigEvents</c>
/// before the first event of a rig, <c>recording</c> while no test run is recorded, <c>retention</c> without limits,
/// <c>archive</c> without one, <c>viewers</c> while no viewer of others is switched on, and each of them that is off,
/// <c>web</c> while the web server is plain, on loopback, and for everyone, <c>notifications</c> without targets,
/// <c>watchedMonitors</c> without any, <c>security</c> without keys and before the first connection that was refused or
/// cut, <c>connections</c> where no queue of a broker is read, <c>stations</c> where one station is followed;
/// <c>variables</c>, <c>recording</c> and <c>retention</c> are those of the first.
/// </summary>
internal sealed record MonitorHealth(
    string Status,
    AccountHealth Account,
    IEnumerable<MonitoredStreamHealth> Streams,
    BadFramesHealth BadFrames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] TransportHealth? Transport,
    PositionHealth Position,
    DefinitionsHealth Variables,
    IReadOnlyList<string> Reasons,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IEnumerable<BreakTriggerHealth>? Breaks,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] CapturesHealth? Captures,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ReceivedRigEvents? RigEvents,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] TestRunHealth? Recording,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] RetentionHealth? Retention,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ArchiveHealth? Archive,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ViewerStatus? Viewers,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] WebHealth? Web,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IEnumerable<TargetHealth>? Notifications,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    IEnumerable<OtherMonitorStatus>? WatchedMonitors,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] SecurityHealth? Security,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IEnumerable<ConnectionHealth>? Connections,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IEnumerable<ListedStation>? Stations)
{
    public static MonitorHealth Create(HealthState health) => new(
        health.Status,
        AccountHealth.Create([.. health.Streams.Select(stream => stream.Account)]),
        health.Streams.Select(MonitoredStreamHealth.Create),
        BadFramesHealth.Create(cause => health.BadFrames[(int)cause]),
        health.Transport is { } transport ? TransportHealth.Create(transport) : null,
        PositionHealth.Create(health.Position),
        DefinitionsHealth.Create(health.Variables),
        health.Reasons,
        health.Breaks?.Breaks.Select(BreakTriggerHealth.Create),
        CapturesHealth.Create(health.Breaks?.Captures),
        ReceivedRigEvents.Create(health.RigEvents),
        TestRunHealth.Create(health.Recorder),
        RetentionHealth.Create(health.Retention),
        ArchiveHealth.Create(health.Archive),
        health.Viewers,
        health.Web,
        health.Targets.Count == 0 ? null : health.Targets.Select(TargetHealth.Create),
        health.Others.Count == 0 ? null : health.Others,
        health.Security is { HasNothingToSay: false } security ? security : null,
        health.Queues.Count == 0 ? null : health.Queues.Select(queue => new ConnectionHealth(queue.Connection, queue)),
        health.Stations.Count == 0 ? null : health.Stations.Select(ListedStation.Create));
}

/// <summary>The test run that is recorded.</summary>
internal sealed record TestRunHealth(
    string? Run, string? Folder, long Frames, long Bytes, long Lost, string? Fault, long NotKept, long Triggers)
{
    public static TestRunHealth? Create(RecorderStatus? status) => status is null or { Run: null, Fault: null }
        ? null
        : new TestRunHealth(
            status.Run,
            status.Folder,
            status.Frames,
            status.Bytes,
            status.Lost,
            status.Fault,
            status.NotKept,
            status.Triggers);
}

/// <summary>What retention did of old recordings.</summary>
internal sealed record RetentionHealth(int Recordings, long Bytes, long Removed, long RemovedBytes, string? Fault)
{
    public static RetentionHealth? Create(RetentionStatus? status) => status is null
        ? null
        : new RetentionHealth(status.Recordings, status.Bytes, status.Removed, status.RemovedBytes, status.Fault);
}

/// <summary>What the archive does.</summary>
internal sealed record ArchiveHealth(long Archived, long Bytes, int Waiting, string? Fault)
{
    public static ArchiveHealth? Create(ArchiveStatus? status) => status is null
        ? null : new ArchiveHealth(status.Archived, status.Bytes, status.Waiting, status.Fault);
}

/// <summary>Account of all streams together. <c>unknownEnds</c> is present once there was one.</summary>
internal sealed record AccountHealth(
    long Published,
    long Delivered,
    long DeclaredLost,
    long Missing,
    long SilentLoss,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] long UnknownEnds)
{
    public static AccountHealth Create(StreamAccount[] accounts) => new(
        accounts.Sum(account => account.Published),
        accounts.Sum(account => account.Delivered),
        accounts.Sum(account => account.DeclaredLost),
        accounts.Sum(account => account.Missing),
        accounts.Sum(account => account.SilentLoss),
        accounts.Sum(account => account.UnknownEnds));
}

/// <summary>
/// A stream. <c>replay</c> is present only for a recording: the members of a live stream do not change.
/// <c>unknownEnds</c> is present once there was one.
/// </summary>
internal sealed record MonitoredStreamHealth(
    string Name,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool Replay,
    string Freshness,
    ulong Epoch,
    long Published,
    long Delivered,
    long DeclaredLost,
    long Missing,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] long UnknownEnds,
    long Replayed,
    string State,
    long Duplicates,
    long LostBeforeSequence,
    ulong LastSequence,
    BadFramesHealth BadFrames,
    long AgeMs,
    double FirstValueMs,
    LatencyHealth Latency,
    ConnectorClockHealth Clock)
{
    public static MonitoredStreamHealth Create(StreamHealth health)
    {
        (MonitoredStream stream, StreamAccount account) = (health.Stream, health.Account);
        return new MonitoredStreamHealth(
            stream.Name,
            stream.IsReplay,
            StateNames.NameOf(health.Stale),
            account.Epoch,
            account.Published,
            account.Delivered,
            account.DeclaredLost,
            account.Missing,
            account.UnknownEnds,
            account.Replayed,
            stream.IsRetired ? "past" : StateNames.NameOf(stream.State),
            account.Duplicates + account.Late,
            account.SamplesBeforeSequence,
            account.LastSequence,
            BadFramesHealth.Create(stream.Bad.Get),
            health.AgeMs,
            Math.Round(health.FirstValueMs, 1),
            LatencyHealth.Create(health.Latency),
            ConnectorClockHealth.Create(health.Latency.Clock));
    }
}

/// <summary>Refused frames by cause.</summary>
internal sealed record BadFramesHealth(
    long Magic,
    long Version,
    long Length,
    long HeaderCrc,
    long PayloadCrc,
    long Flags,
    long Oversize,
    long UnknownContent,
    long Decode,
    long Kind)
{
    public static BadFramesHealth Create(Func<BadFrame, long> countOf) => new(
        countOf(BadFrame.Magic),
        countOf(BadFrame.Version),
        countOf(BadFrame.Length),
        countOf(BadFrame.HeaderCrc),
        countOf(BadFrame.PayloadCrc),
        countOf(BadFrame.Flags),
        countOf(BadFrame.Oversize),
        countOf(BadFrame.UnknownContent),
        countOf(BadFrame.Decode),
        countOf(BadFrame.Kind));
}

/// <summary>
/// Measured latencies, and how far the clocks may falsify them; null while unknown. The corrected ones, on the
/// connector's clock and good to its bound, are present only where the clocks are proved to differ.
/// </summary>
internal sealed record LatencyHealth(
    double P50Us, double P99Us, double? ErrorUs, double? CorrectedP50Us, double? CorrectedP99Us)
{
    private const double NsPerUs = 1000;

    public static LatencyHealth Create(StreamLatency latency) => new(
        latency.P50Ns / NsPerUs,
        latency.P99Ns / NsPerUs,
        latency.Clock.LatencyErrorNs / NsPerUs,
        (latency.P50Ns + latency.Clock.CorrectionNs) / NsPerUs,
        (latency.P99Ns + latency.Clock.CorrectionNs) / NsPerUs);
}

/// <summary>
/// The connector's clock: how far it is ahead and how far that can be wrong, null while unknown; steps that were seen.
/// </summary>
internal sealed record ConnectorClockHealth(
    double? OffsetUs,
    double? BoundUs,
    double? DelayUs,
    long Probes,
    long Refused,
    long Jumps,
    long Steps,
    long ConnectorSteps)
{
    private const double NsPerUs = 1000;

    public static ConnectorClockHealth Create(ClockReading clock) => new(
        clock.Estimate?.OffsetNs / NsPerUs,
        clock.Estimate?.BoundNs / NsPerUs,
        clock.Estimate?.DelayNs / NsPerUs,
        clock.Probes,
        clock.Refused,
        clock.Jumps,
        clock.OwnSteps,
        clock.ConnectorSteps);
}

/// <summary>Whether the position is saved.</summary>
[JsonDerivedType(typeof(SavedPositionHealth))]
internal record PositionHealth([property: JsonPropertyOrder(-1)] bool Saving)
{
    public static PositionHealth Create(PositionStatus? position) => position is null
        ? new PositionHealth(Saving: false)
        : new SavedPositionHealth(
            position.Resumed,
            position.AgeMs,
            position.Fault ?? position.Damage,
            position.NotSaved,
            position.Restarted,
            position.OfUnknownRun);
}

/// <summary>How saving the position goes.</summary>
internal sealed record SavedPositionHealth(
    int ResumedStreams,
    long AgeMs,
    string? Fault,
    IReadOnlyList<string> NotSaved,
    IReadOnlyList<string> BegunAnew,
    IReadOnlyList<string> OfUnknownRun) : PositionHealth(Saving: true);

/// <summary>Whether there is a database of definitions.</summary>
[JsonDerivedType(typeof(DatabaseHealth))]
internal record DefinitionsHealth([property: JsonPropertyOrder(-1)] bool Database)
{
    public static DefinitionsHealth Create(VariableWatchStatus? status) => status is null
        ? new DefinitionsHealth(Database: false)
        : new DatabaseHealth(
            status.Set?.Revision ?? 0, status.IsStale, status.Reason, status.Set?.Broken.Length ?? 0);
}

/// <summary>Which definitions are in force, and whether the database can still be read.</summary>
internal sealed record DatabaseHealth(long Revision, bool Stale, string? Reason, int BrokenRows)
    : DefinitionsHealth(Database: true);

/// <summary>A break trigger (docs/alarms.md).</summary>
internal sealed record BreakTriggerHealth(
    string Name,
    string Channel,
    string Stream,
    string State,
    string? Fault,
    long Found,
    long SampleIndex,
    long UtcNs)
{
    public static BreakTriggerHealth Create(BreakTriggerStatus trigger) => new(
        trigger.Name,
        trigger.Channel,
        trigger.Stream,
        trigger.Fault is not null ? "unwatched" : trigger.IsArmed ? "armed" : "broken",
        trigger.Fault,
        trigger.Found,
        trigger.SampleIndex,
        trigger.UtcNs);
}

/// <summary>Files of samples around breaks.</summary>
internal sealed record CapturesHealth(long Written, long Failed, int Waiting, string? Fault)
{
    public static CapturesHealth? Create(CaptureStatus? captures) => captures is null
        ? null
        : new CapturesHealth(captures.Written, captures.Failed, captures.Waiting, captures.Fault);
}

/// <summary>Events of rigs: how many came and were missed, and the last of each connection, oldest first.</summary>
internal sealed record ReceivedRigEvents(long Count, long Missed, IEnumerable<ReceivedRigEvent> Last)
{
    public static ReceivedRigEvents? Create(IReadOnlyList<RigEventReading> connections)
    {
        long count = connections.Sum(connection => connection.Count);
        long missed = connections.Sum(connection => connection.Missed);
        return count + missed == 0
            ? null
            : new ReceivedRigEvents(
                count, missed, connections.SelectMany(connection => connection.Last).Select(ReceivedRigEvent.Create));
    }
}

/// <summary>An event of a rig (docs/faults.md).</summary>
internal sealed record ReceivedRigEvent(
    string Stream,
    string Name,
    string Severity,
    string Channel,
    ulong Epoch,
    ulong Sequence,
    long SampleIndex,
    long UtcNs,
    string Text)
{
    public static ReceivedRigEvent Create(RigEvent received) => new(
        received.Stream,
        received.Payload.Name,
        EventSeverityText.NameOf(received.Payload.Severity),
        received.Payload.Channel,
        received.Payload.Epoch,
        received.Payload.Sequence,
        received.Payload.SampleIndex,
        received.Payload.UtcNs,
        received.Payload.Text);
}

/// <summary>Source-generated writer of /health.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(MonitorHealth))]
internal sealed partial class MonitorHealthJson : JsonSerializerContext;
