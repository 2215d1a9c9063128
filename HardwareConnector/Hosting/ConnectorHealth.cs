using System.Text.Json.Serialization;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Transports;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Web.Serving;
using HardwareConnector.Bridge;
using HardwareConnector.Consumers;
using HardwareConnector.Control;
using HardwareConnector.Formats;
using HardwareConnector.Health;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Replay;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Links;
using HardwareConnector.Sources.Recordings;
using HardwareConnector.Sources.Watching;
using Microsoft.Extensions.DependencyInjection;

namespace HardwareConnector.Hosting;

/// <summary>The answer of /health. External tools rely on member names and their order (docs/operations.md).</summary>
internal sealed record ConnectorHealth(
    string Status,
    Guid Publisher,
    Guid Instance,
    ulong Epoch,
    bool Replay,
    TransportHealth Transport,
    SecurityHealth Security,
    SourceHealth Source,
    IReadOnlyList<SourceHealth> Sources,
    IReadOnlyList<PublishedStreamHealth> Streams,
    JournalHealth Journal,
    StateHealth State,
    ControlHealth Control,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] PublishHealth? Publish,
    IEnumerable<ConsumerHealth> Consumers,
    long ConsumersUntracked,
    long ConsumersReplaced,
    long StatusIgnored,
    long RetiredNeeded,
    IEnumerable<LeaseHealth> Claims,
    ClockHealth Clock,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] WebHealth? Web,
    IEnumerable<string> Reasons,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    IReadOnlyList<WatchedConsumer>? WatchedConsumers,
    FormatHealth Format,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] BridgeHealth? Bridge)
{
    private const double NsPerMs = 1e6;

    /// <summary>Health at this moment. `source` is the first of `sources`: tools made for one rig read it.</summary>
    public static ConnectorHealth Create(IServiceProvider services)
    {
        PublishLoop publish = services.GetRequiredService<PublishLoop>();
        PublisherIdentity identity = services.GetRequiredService<PublisherIdentity>();
        Recorder recorder = services.GetRequiredService<Recorder>();
        ConsumerRegistry consumers = services.GetRequiredService<ConsumerRegistry>();
        SourceHealth[] sources = SourcesOf(services, publish);
        ConnectorHealthReport report = services.GetRequiredService<ConnectorHealthReport>();
        IReadOnlyList<ConnectorHealthReason> findings = report.Findings;
        IReadOnlyList<WatchedConsumer> watched = services.GetRequiredService<ConsumerWatch>().Status;
        return new ConnectorHealth(
            report.StatusOf(findings),
            identity.Publisher,
            identity.Instance,
            identity.Epoch,
            identity.PlaysRecording,
            TransportHealth.Create(services.GetRequiredService<ITransport>().Library),
            SecurityOf(services),
            sources[0],
            sources,
            [.. services.GetRequiredService<RigRegistry>().All
                .ToArray()
                .Select(stream => PublishedStreamHealth.Create(stream, recorder))],
            JournalHealth.Create(recorder.Journal),
            new StateHealth(
                recorder.StateOutcome.IsOk, recorder.StateOutcome.IsOk ? null : recorder.StateOutcome.ToString()),
            ControlHealth.Create(
                services.GetRequiredService<PeerRegistry>(), services.GetRequiredService<ReplayService>()),
            PublishHealth.Create(publish, services.GetRequiredService<ITransport>()),
            consumers.All.Select(ConsumerHealth.Create),
            consumers.Untracked,
            consumers.Replaced,
            consumers.Ignored,
            recorder.Journal.Counters.RetiredNeeded,
            LeasesOf(services, recorder),
            new ClockHealth(publish.Clock.Count, publish.Clock.LastNs / NsPerMs, publish.Clock.LastUtcNs),
            services.GetRequiredService<WebStatus>().Health,
            findings.Select(finding => finding.Text),
            watched.Count == 0 ? null : watched,
            FormatHealth.Create(publish.Format, services.GetRequiredService<FormatSwitch>().Status),
            services.GetService<BridgeLoop>() is { } bridge ? BridgeHealth.Create(bridge) : null);
    }

    private static SecurityHealth SecurityOf(IServiceProvider services)
    {
        SecurityHealth keys = SecurityHealth.Create(services.GetRequiredService<TransportKeys>());
        LinkWarnings links = services.GetRequiredService<LinkWarnings>();
        return keys with { Warnings = [.. keys.Warnings, .. links.Open, .. links.Faults] };
    }

    private static SourceHealth[] SourcesOf(IServiceProvider services, PublishLoop publish)
    {
        RigSources sources = services.GetRequiredService<RigSources>();
        SourceFeeds feeds = services.GetRequiredService<SourceFeeds>();
        return
        [
            .. feeds.All.Select(
                (feed, i) => SourceHealth.Create(sources.All[i], feed, publish.Link.All[i], publish.Events.LastOf(i))),
        ];
    }

    private static IEnumerable<LeaseHealth> LeasesOf(IServiceProvider services, Recorder recorder)
    {
        LeaseView view = services.GetRequiredService<LeaseView>();
        DateTimeOffset now = services.GetRequiredService<TimeProvider>().GetUtcNow();
        return recorder.Leases.Leases.All.Select(lease => new LeaseHealth(
            lease.Consumer,
            lease.Stream,
            lease.Epoch,
            lease.Delivered,
            Math.Max(0, (long)(now - lease.Renewed).TotalSeconds),
            view.IsCut(lease)));
    }
}

/// <summary>
/// A rig. <c>recording</c> is present only for the replay of a recording, <c>tls</c> only for a link with TLS.
/// </summary>
internal sealed record SourceHealth(
    string Name,
    string? Stream,
    string Link,
    string? Reason,
    long Blocks,
    long Connections,
    long Refusals,
    long Queued,
    long Dropped,
    long MaxBlockBytes,
    IReadOnlyDictionary<string, FindingsHealth> Findings,
    RigEventsHealth Events,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] RecordingHealth? Recording,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] LinkTlsHealth? Tls)
{
    public static SourceHealth Create(
        IRigSource source, SourceFeed feed, LinkReport link, IEnumerable<PublishedEvent> last) => new(
        source.Name,
        feed.Naming.Name,
        link.State.ToString().ToLowerInvariant(),
        link.Reason,
        source.Counters.Blocks,
        source.Counters.Connections,
        source.Counters.Refusals,
        feed.Ring.Count,
        feed.Dropped,
        feed.Description?.MaxPoolBytes ?? 0,
        FindingsOf(feed.Watches),
        RigEventsHealth.Create(feed.Events, last),
        source is RecordedSource recorded ? RecordingHealth.Create(recorded.Progress) : null,
        source is LinkSource { Tls: not null } rig ? LinkTlsHealth.Create(rig.Negotiated) : null);

    private static Dictionary<string, FindingsHealth> FindingsOf(IEnumerable<StreamWatch> watches)
    {
        Dictionary<string, FindingsHealth> findings = [];
        foreach (StreamWatch watch in watches)
            findings[watch.Name] = FindingsHealth.Create(watch);
        return findings;
    }
}

/// <summary>Findings at a stream of a rig (docs/faults.md): counts, and details of the last ones.</summary>
internal sealed record FindingsHealth(
    long Repeated,
    long CountedAnew,
    long ShortBlocks,
    long EmptyBlocks,
    long ErrorCodes,
    long ClockSteps,
    long CountsBack,
    long NonFiniteBlocks,
    long Stuck,
    long Described,
    long LastErrorCode,
    long BufferPerMille,
    long BufferPeakPerMille,
    double LastClockStepMs,
    double ClockPpm,
    IReadOnlyList<string> StuckNow)
{
    private const double NsPerMs = 1e6;

    public static FindingsHealth Create(StreamWatch watch) => new(
        watch.Findings.CountOf(RigFinding.Repeated),
        watch.Findings.CountOf(RigFinding.CounterRestarted),
        watch.Findings.CountOf(RigFinding.ShortBlocks),
        watch.Findings.CountOf(RigFinding.EmptyBlocks),
        watch.Findings.CountOf(RigFinding.ErrorCodes),
        watch.Findings.CountOf(RigFinding.ClockSteps),
        watch.Findings.CountOf(RigFinding.CountsBack),
        watch.Findings.CountOf(RigFinding.NonFiniteBlocks),
        watch.Findings.CountOf(RigFinding.Stuck),
        watch.Findings.CountOf(RigFinding.Described),
        watch.Findings.LastErrorCode,
        watch.Findings.BufferPerMille,
        watch.Findings.BufferPeakPerMille,
        watch.Findings.LastClockStepNs / NsPerMs,
        Math.Round(watch.Findings.ClockPpm, 1),
        [.. watch.Stuck]);
}

/// <summary>Events of a rig: counts, and the last ones, oldest first.</summary>
internal sealed record RigEventsHealth(
    long Taken, long Unusable, long Lost, string? LastFault, IEnumerable<RigEventHealth> Last)
{
    public static RigEventsHealth Create(RigEventCounts counts, IEnumerable<PublishedEvent> last) => new(
        counts.Taken,
        counts.Unusable,
        counts.Lost,
        counts.LastFault,
        last.Select(published => RigEventHealth.Create(published)));
}

/// <summary>An event of a rig as it was published.</summary>
internal sealed record RigEventHealth(
    long N,
    string Stream,
    string Name,
    string Severity,
    string Channel,
    ulong Sequence,
    long SampleIndex,
    long UtcNs,
    string Text)
{
    public static RigEventHealth Create(PublishedEvent published) => new(
        published.Payload.Number,
        published.Stream,
        published.Payload.Name,
        EventSeverityText.NameOf(published.Payload.Severity),
        published.Payload.Channel,
        published.Payload.Sequence,
        published.Payload.SampleIndex,
        published.Payload.UtcNs,
        published.Payload.Text);
}

/// <summary>What the newest connection to a rig negotiated; null before the first.</summary>
internal sealed record LinkTlsHealth(string? Protocol, string? Peer, DateTimeOffset? PeerExpires)
{
    public static LinkTlsHealth Create(LinkTlsState? tls) => new(tls?.Protocol, tls?.Peer, tls?.PeerExpires);
}

/// <summary>Progress of a replayed recording.</summary>
internal sealed record RecordingHealth(long AcquiredNs, long Late, long Unusable, long Passes)
{
    public static RecordingHealth Create(ReplayProgress progress) =>
        new(progress.RecordedNs, progress.Late, progress.Unusable, progress.Passes);
}

/// <summary>A published stream.</summary>
internal sealed record PublishedStreamHealth(
    uint Id, string Name, ulong Last, ulong LostBeforeSequence, ulong Written, ulong Durable)
{
    public static PublishedStreamHealth Create(PublishedStream stream, Recorder recorder) => new(
        stream.Id,
        stream.Name,
        stream.Last,
        stream.SamplesLost,
        recorder.Marks(stream.Id)?.Written ?? 0,
        recorder.Marks(stream.Id)?.Durable ?? 0);
}

/// <summary>The journal.</summary>
internal sealed record JournalHealth(
    bool Recording,
    string? Reason,
    string? LastFailure,
    long Failures,
    long Bytes,
    long WaitingBytes,
    bool WaitingOutlivesKill,
    long HoleFrames,
    long WriteFailures,
    long SyncFailures)
{
    public static JournalHealth Create(FrameJournal journal)
    {
        JournalStatus status = journal.Status;
        return new JournalHealth(
            status.IsRecording,
            status.Reason,
            status.LastFailure,
            status.Failures,
            journal.StoredBytes,
            journal.WaitingBytes,
            journal.RingSurvivesKill,
            journal.GapFrames,
            journal.Counters.WriteFailures,
            journal.Counters.SyncFailures);
    }
}

/// <summary>Whether all assigned numbers are saved in the state folder.</summary>
internal sealed record StateHealth(bool Saved, string? Reason);

/// <summary>The control socket.</summary>
internal sealed record ControlHealth(long Served, long Refused, long Dropped, long ReplayedFrames, long ReplayedBytes)
{
    public static ControlHealth Create(PeerRegistry peers, ReplayService replays) =>
        new(peers.Served, peers.Refused, peers.Dropped, replays.Frames, replays.Bytes);
}

/// <summary>Frames that were dropped for slow subscribers, and the slowest of those that are connected.</summary>
internal sealed record PublishHealth(long Dropped, IReadOnlyList<SubscriberQueue> SlowSubscribers)
{
    private const int MaxSubscribers = 16;

    /// <summary>Null with a transport that does not tell.</summary>
    public static PublishHealth? Create(PublishLoop publish, ITransport transport) =>
        transport.CountsDrops
            ? new PublishHealth(publish.DroppedFrames, publish.SlowSubscribers(MaxSubscribers))
            : null;
}

/// <summary>A consumer.</summary>
internal sealed record ConsumerHealth(
    string Name, string Class, string State, long SilentMs, double Cpu, IEnumerable<ConsumerStreamHealth> Streams)
{
    public static ConsumerHealth Create(ConsumerView consumer) => new(
        consumer.Name,
        consumer.Class == ConsumerClass.Live ? "live" : "lossless",
        ConnectorMetrics.NameOf(consumer.State),
        (long)consumer.SilentFor.TotalMilliseconds,
        consumer.Cpu,
        consumer.Streams.Select(stream => new ConsumerStreamHealth(
            stream.Name,
            stream.Epoch,
            stream.Delivered,
            stream.Lag,
            stream.Dropped,
            stream.QueueBytes,
            stream.IsSlow)));
}

/// <summary>Position of a consumer on a stream.</summary>
internal sealed record ConsumerStreamHealth(
    string Name, ulong Epoch, ulong Delivered, ulong Lag, ulong Dropped, ulong QueueBytes, bool Slow);

/// <summary>Retention lease of a consumer. <c>cut</c>: part of it was removed for the quota.</summary>
internal sealed record LeaseHealth(string Consumer, uint Stream, ulong Epoch, ulong Delivered, long AgeS, bool Cut);

/// <summary>The payload format. <c>configured</c> is Publish:Content, <c>fault</c> why a request is not done.</summary>
internal sealed record FormatHealth(
    string Content,
    string Configured,
    long Changes,
    int HeldThreads,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Fault,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] CanaryHealth? Canary)
{
    public static FormatHealth Create(PublishFormat format, FormatStatus status) => new(
        format.Name,
        status.Configured,
        format.Changes,
        status.HeldThreads,
        format.Failure?.Text ?? status.Fault,
        status.Canary is { } canary ? CanaryHealth.Create(canary) : null);
}

/// <summary>The newest canary: a format that is, or was, compared beside the blocks. Times in us.</summary>
internal sealed record CanaryHealth(
    string Content,
    string State,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Reason,
    long Compared,
    long Errors,
    CodecTimes Candidate,
    CodecTimes InUse,
    double SizeRatio)
{
    public static CanaryHealth Create(CanaryStatus canary)
    {
        CanaryReading reading = canary.Figures?.Read() ?? default;
        return new CanaryHealth(
            canary.Content,
            CanaryStateText.NameOf(canary.State),
            canary.Reason,
            reading.Compared,
            reading.Errors,
            reading.Candidate,
            reading.InUse,
            Math.Round(reading.SizeRatio, 4));
    }
}

/// <summary>Steps of this machine's clock.</summary>
internal sealed record ClockHealth(long Steps, double LastStepMs, long LastStepUtcNs);

/// <summary>Source-generated writer of /health.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ConnectorHealth))]
internal sealed partial class ConnectorHealthJson : JsonSerializerContext;

/// <summary>The bridge to RabbitMQ; present only where a broker is configured.</summary>
internal sealed record BridgeHealth(
    string State,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Fault,
    string Broker,
    string Queue,
    double LagMs,
    long Behind,
    long Outstanding,
    long Published,
    long PublishedAgain,
    long Confirmed,
    long ConfirmedBytes,
    long Missing,
    long Sessions,
    long Failures)
{
    private const double NsPerMs = 1e6;

    public static BridgeHealth Create(BridgeLoop bridge)
    {
        BridgeStatus status = bridge.Status;
        BridgeMoment moment = status.Moment;
        return new BridgeHealth(
            NameOf(moment.State),
            moment.Fault?.Text,
            bridge.Plan.Broker,
            bridge.Plan.Queue.Name,
            status.LagNs / NsPerMs,
            status.Behind,
            status.Outstanding,
            status.Published,
            status.PublishedAgain,
            status.Confirmed,
            status.ConfirmedBytes,
            status.Missing,
            status.Sessions,
            status.Failures);
    }

    private static string NameOf(BridgeState state) => state switch
    {
        BridgeState.Live => "live",
        BridgeState.Draining => "draining",
        BridgeState.Blocked => "blocked",
        BridgeState.Stopped => "stopped",
        _ => "connecting",
    };
}
