using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Journal.Records;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Configuration;
using HardwareConnector.Logging;
using Microsoft.Extensions.Logging;
using LinkState = FuncLibs.Messaging.Wire.Broadcast.LinkState;

namespace HardwareConnector.Sources.Recordings;

/// <summary>
/// A recording in place of a rig. Its blocks keep values and sample indices and get current due times; samples missing
/// in it are declared missing again. Unlike a rig it can wait: while publisher or journal do not keep up, nothing is
/// offered and nothing is dropped.
/// </summary>
public sealed class RecordedSource : IRigSource
{
    /// <summary>Link reason after the last block.</summary>
    public const string EndReason = "end of recording";

    /// <summary>Link reason while the first consumer is awaited.</summary>
    public const string AwaitReason = "waits for the first consumer to subscribe";

    private const int Stream = 0;
    private const int WaitMs = 1;

    private readonly SourceFeed _feed;
    private readonly RecordingSelection _selection;
    private readonly bool _loops;
    private readonly SerializerSet _serializers;
    private readonly Func<bool> _isJournalBehind;
    private readonly DeadlineClock _clock;
    private readonly ReplayTimeline _timeline;
    private readonly ILogger<RecordedSource> _logger;
    private StreamDescription? _description;
    private bool _isRefused;

    /// <summary>Creates the replay; nothing is read yet.</summary>
    /// <param name="feed">Target of the blocks.</param>
    /// <param name="selection">The blocks to play.</param>
    /// <param name="loops">True to begin again at the end.</param>
    /// <param name="registry">Formats of recorded blocks.</param>
    /// <param name="isJournalBehind">True while the journal of this connector has no room for more.</param>
    /// <param name="time">Clock.</param>
    /// <param name="logger">Logs begin and end.</param>
    public RecordedSource(
        SourceFeed feed,
        RecordingSelection selection,
        bool loops,
        SerializerRegistry registry,
        Func<bool> isJournalBehind,
        TimeProvider time,
        ILogger<RecordedSource> logger)
    {
        _feed = feed;
        _selection = selection;
        _loops = loops;
        _serializers = registry.CreateSet();
        _isJournalBehind = isJournalBehind;
        _clock = new DeadlineClock(time);
        _timeline = new ReplayTimeline(selection.Speed, _clock);
        _logger = logger;
        Name = $"recording {selection.Recording.Folder}";
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <summary>False while the replay must not begin.</summary>
    public Func<bool> MayBegin { get; init; } = static () => true;

    /// <inheritdoc/>
    public SourceCounters Counters { get; } = new();

    /// <summary>Progress of the replay.</summary>
    public ReplayProgress Progress { get; } = new();

    /// <inheritdoc/>
    public void Run(CancellationToken stop)
    {
        LogSelection();
        if (!WaitToBegin(stop))
            return;
        _clock.Start();
        PlayAll(stop);
        if (stop.IsCancellationRequested)
            return;
        Report(LinkState.Offline, stop, EndReason);
        ConnectorLog.ReplayEnded(_logger, _selection.Recording.Folder, Counters.Blocks, Progress.Unusable);
        stop.WaitHandle.WaitOne();
    }

    // A pass without a block is the last: the files are gone, and the next pass would be empty as well.
    private void PlayAll(CancellationToken stop)
    {
        long before;
        do
        {
            before = Counters.Blocks;
            if (before > 0)
                Report(LinkState.Restart, stop, EndReason);
            Play(stop);
        }
        while (_loops && !stop.IsCancellationRequested && Counters.Blocks > before);
    }

    private bool WaitToBegin(CancellationToken stop)
    {
        if (MayBegin())
            return true;
        _feed.Report(LinkState.Offline, stop, AwaitReason);
        while (!MayBegin())
        {
            if (stop.WaitHandle.WaitOne(WaitMs))
                return false;
        }

        return true;
    }

    private void LogSelection()
    {
        RecordedJournal recording = _selection.Recording;
        ConnectorLog.Replaying(
            _logger, recording.Folder, recording.Newest.Site, recording.Newest.Rig, _selection.Speed);
        foreach (DamagedRange damage in recording.Damaged)
            ConnectorLog.RecordingDamaged(_logger, recording.Folder, damage);
    }

    private void Play(CancellationToken stop)
    {
        using RecordingReader reader = new(_selection);
        Counters.CountConnection();
        _timeline.Begin();
        bool isOnline = false;
        while (!stop.IsCancellationRequested && reader.MoveNext())
        {
            if (reader.Description is { } description && !ReferenceEquals(description, _description))
                Describe(description, stop);
            if (!isOnline && _description is not null && !_isRefused)
                Report(LinkState.Online, stop);
            isOnline = _description is not null && !_isRefused;
            if (isOnline && WaitForRoom(stop))
                Take(reader, stop);
        }

        if (!stop.IsCancellationRequested)
            Progress.CountPass();
    }

    private void Describe(StreamDescription description, CancellationToken stop)
    {
        if (!description.Equals(_description) && WaitForRoom(stop))
        {
            string? fault = _feed.Admit([description]);
            _isRefused = fault is not null;
            if (fault is null)
                _feed.Describe(new RigDescription([description], _feed.BlocksInUse, _feed.PrefillBytes), stop);
            else
                Refuse(fault, stop);
        }

        _description = description;
    }

    // Its blocks are skipped until the description changes.
    private void Refuse(string fault, CancellationToken stop)
    {
        ConnectorLog.SourceRefused(_logger, Name, fault);
        Report(LinkState.Offline, stop, fault);
    }

    private void Report(LinkState link, CancellationToken stop, string? reason = null)
    {
        if (WaitForRoom(stop))
            _feed.Report(link, stop, reason);
    }

    // At most half of the queue, before each item: the publish thread then always has a block, and the queue is not
    // full enough to pause replays to consumers.
    private bool WaitForRoom(CancellationToken stop)
    {
        while (_feed.Ring.Count >= _feed.Ring.Capacity / 2 || _isJournalBehind())
        {
            if (stop.WaitHandle.WaitOne(WaitMs))
                return false;
        }

        return !stop.IsCancellationRequested;
    }

    private void Take(RecordingReader reader, CancellationToken stop)
    {
        // A recording has no repeated blocks: where its index goes back, its rig restarted the count.
        _feed.MayRestartCount(Stream);
        if (reader.Reason is { } reason)
            _feed.Explain(Stream, reason);
        foreach (SampleRange missing in reader.Missing)
            _feed.Miss(Stream, missing);
        CDataBlock? block = _feed.TryRent(Stream);
        while (block is null && !stop.WaitHandle.WaitOne(WaitMs))
            block = _feed.TryRent(Stream);
        if (block is null)
            return;
        if (FindFault(reader, block) is not { } fault)
        {
            Offer(reader.Header, reader.Events, block, stop);
            return;
        }

        _feed.Return(Stream, block);
        _feed.Explain(Stream, fault);
        Progress.CountUnusable();
    }

    private string? FindFault(RecordingReader reader, CDataBlock block)
    {
        if (reader.Description is null)
            return $"sequence {reader.Header.Sequence} of the recording: its catalogue, revision "
                + $"{reader.Header.CatalogueRevision}, is not there";
        DecodeOutcome decoded = _serializers.Deserialize(reader.Header.Content, reader.Payload, block);
        if (!decoded.IsOk)
            return $"sequence {reader.Header.Sequence} of the recording: {decoded}";
        CatalogueOutcome described = reader.Description.CheckFit(block);
        return described.IsOk ? null : $"sequence {reader.Header.Sequence} of the recording: {described}";
    }

    // The events get the time of the following block, because all times of a replay are current.
    private void ReportState(IReadOnlyList<RigEventPayload> events, long dueNs)
    {
        for (int i = 0; i < events.Count; i++)
        {
            RigEventPayload rigEvent = events[i];
            _feed.ReportState(
                Stream,
                new LinkEvent(
                    rigEvent.Name, 0, rigEvent.SampleIndex, dueNs, rigEvent.Severity, rigEvent.Channel, rigEvent.Text));
        }
    }

    private void Offer(
        in FrameHeader header, IReadOnlyList<RigEventPayload> events, CDataBlock block, CancellationToken stop)
    {
        long duration = SampleClock.NsOf(SourceFeed.PointsOf(block, _description!), _description!.BaseRateHz);
        long due = _timeline.DueNs(header.AcquiredNs + duration, duration);
        if (!_clock.WaitUntil(due, stop, out long delay))
        {
            _feed.Return(Stream, block);
            return;
        }

        ReportState(events, _clock.StartUtcNs + due - duration);
        bool trimmed = (header.Flags & FrameFlags.Trimmed) != 0;
        _feed.Offer(Stream, block, _clock.StartUtcNs + due - duration, trimmed);
        Progress.Took(header.AcquiredNs, delay > ReplayProgress.LateAfterNs);
        Counters.CountBlock();
    }
}

/// <summary>Progress of a replay. Written by its source thread, read by any.</summary>
public sealed class ReplayProgress
{
    /// <summary>
    /// Delay in ns above which a block counts as late: what follows was delayed, nothing was dropped.
    /// </summary>
    public const long LateAfterNs = 1_000_000;

    private long _recordedNs;
    private long _late;
    private long _unusable;
    private long _passes;

    /// <summary>Recorded acquisition time of the newest block; UTC ns, 0 before the first.</summary>
    public long RecordedNs => Volatile.Read(ref _recordedNs);

    /// <summary>
    /// Blocks that publisher, journal or this thread delayed by more than <see cref="LateAfterNs"/>; 0 at speed max.
    /// </summary>
    public long Late => Volatile.Read(ref _late);

    /// <summary>Recorded blocks that could not be decoded or described; they were declared as gaps.</summary>
    public long Unusable => Volatile.Read(ref _unusable);

    /// <summary>Number of times the end was reached.</summary>
    public long Passes => Volatile.Read(ref _passes);

    internal void Took(long recordedNs, bool late)
    {
        Volatile.Write(ref _recordedNs, recordedNs);
        if (late)
            Volatile.Write(ref _late, _late + 1);
    }

    internal void CountUnusable() => Volatile.Write(ref _unusable, _unusable + 1);

    internal void CountPass() => Volatile.Write(ref _passes, _passes + 1);
}

/// <summary>
/// Computes the due time of each recorded block. At speed 1 it is the recorded one plus one offset; at speed N the
/// distances are divided by N. Both are computed from the first block, so errors do not accumulate and pauses are kept.
/// At `max` a block is due at once. When the recorded clock goes back, the origin moves: the block is then due one
/// block after the previous one.
/// </summary>
internal sealed class ReplayTimeline
{
    private readonly ReplaySpeed _speed;
    private readonly DeadlineClock _clock;
    private long _recordedOrigin;
    private long _origin;
    private long _lastRecorded;
    private long _lastDue;
    private bool _isFirst;

    public ReplayTimeline(ReplaySpeed speed, DeadlineClock clock) => (_speed, _clock) = (speed, clock);

    /// <summary>Begins a pass: the next block is due now, or after what is already due.</summary>
    public void Begin() => _isFirst = true;

    /// <summary>Due time of the end of a block, ns of the clock.</summary>
    /// <param name="recordedEndNs">Its recorded due time; UTC ns.</param>
    /// <param name="durationNs">Duration of the block on the rig's base clock.</param>
    public long DueNs(long recordedEndNs, long durationNs)
    {
        if (_speed.IsMax)
            return _lastDue = _clock.NsSinceStart;
        if (_isFirst || recordedEndNs < _lastRecorded)
        {
            long next = _lastDue + _speed.Scale(durationNs);
            _origin = _isFirst ? Math.Max(_clock.NsSinceStart, next) : next;
            _recordedOrigin = recordedEndNs;
            _isFirst = false;
        }

        _lastRecorded = recordedEndNs;
        return _lastDue = _origin + _speed.Scale(recordedEndNs - _recordedOrigin);
    }
}
