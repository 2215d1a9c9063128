using System.Globalization;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Logging;
using SignalMonitor.Audit;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Events;
using SignalMonitor.Logging;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recorder;

/// <summary>
/// Records test runs: while the database has an open run, every delivered block of every connection goes into
/// its recording. <see cref="Run"/> is the loop of a thread beside the path of blocks, which does all that touches the
/// disk. A failure of the disk costs blocks of the recording, which are counted and logged; the monitor continues.
/// </summary>
/// <param name="root">Root of the recordings.</param>
/// <param name="options">Sizes and times of each journal.</param>
/// <param name="time">Clock.</param>
/// <param name="logger">Receives what begins, ends and fails.</param>
/// <param name="events">What goes into the recording beside the blocks.</param>
/// <param name="files">Makes the files of a folder; null = of the disk.</param>
internal sealed class RunRecorder(
    string root,
    JournalOptions options,
    TimeProvider time,
    ILogger<RunRecorder> logger,
    EventLog events,
    Func<string, IDiskFiles>? files = null) : IDisposable
{
    // What waits in memory meanwhile is far below the buffer.
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

    // A run that begins wakes it. Forty recorders that have nothing to do must not cost a core.
    private static readonly TimeSpan IdleInterval = TimeSpan.FromMilliseconds(200);

    // From the start of a run until it is seen: the interval of VariableWatch, and a database or machine that is slow.
    private static readonly TimeSpan SeenWithin = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan StatusInterval = TimeSpan.FromMilliseconds(200);

    // Documents are replaced whole, and flushed: not with each commit.
    private const int CommitsPerDocument = 5;

    // Triggers are events of the recording; a storm of them is one event.
    private static readonly TimeSpan TriggerInterval = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan RetryInterval = TimeSpan.FromSeconds(5);

    private readonly AutoResetEvent _wake = new(false);
    private readonly Lock _gate = new();
    private ConnectionRecorder[] _connections = [];
    private VariableSet? _set;

    // A run that was stopped while no monitor recorded it: what the connector's journal has of it is still to come.
    private TestRun? _late;
    private RecorderStatus _status = RecorderStatus.Idle;

    // Recorder's thread.
    private OpenRecording? _recording;
    private long _triedAt;
    private long _statusAt;
    private long _writtenDownAt;
    private long _triggersAt;
    private long _copiedAt;
    private bool _hasFailed;
    private long _reportedLost;
    private readonly EndedRecordings _ended = new(time, logger);
    private readonly LeftOpenRecordings _leftOpen = new(root, files ?? (folder => new DiskFiles(folder)), time, logger);

    /// <summary>Site/rig whose test runs it records; empty = those of the only station.</summary>
    public string Station { get; init; } = "";

    /// <summary>
    /// True where the monitor follows several stations: of events, those of its own streams and of no stream are
    /// recorded.
    /// </summary>
    public bool IsOneOfMany { get; init; }

    /// <summary>What the recorder does; any thread.</summary>
    public RecorderStatus Status => Volatile.Read(ref _status);

    /// <summary>Gives blocks the form in which they are stored; null = that in which they were published.</summary>
    public IFrameRewriter? Rewriter { get; init; }

    /// <summary>
    /// How long before the start of a run its recording begins, as far as half the memory of a journal's buffer has
    /// the blocks. Null = with the first block after the run is seen.
    /// </summary>
    public TimeSpan? PreTime { get; init; }

    /// <summary>What is recorded of which channels; null = every block, as it was published.</summary>
    public RecorderModes? Modes { get; init; }

    /// <summary>Where tares, resets and runs took effect, for the recording; null = it does not have them.</summary>
    public EvaluationFeed? Evaluation { get; init; }

    /// <summary>The actions of the run, for the recording; null = it does not have them.</summary>
    public AuditLog? Audit { get; init; }

    /// <summary>Removes old recordings; null = none is.</summary>
    public RecordingRetention? Retention { get; init; }

    /// <summary>Keeps a pyramid of each stream beside its blocks; null = none is kept.</summary>
    public PyramidLoop? Pyramids { get; init; }

    /// <summary>Signs off a recording that is closed: gets its folder. Null = nothing is signed.</summary>
    public Action<string>? Certify { get; init; }

    /// <summary>Records one more connection.</summary>
    public ConnectionRecorder NewConnection()
    {
        ConnectionRecorder connection = new(
            _ => _wake.Set(),
            PreTime is { } pre ? new RecentBlocks(options.RingBytes / 2, pre + SeenWithin, time) : null);
        lock (_gate)
        {
            _connections = [.. _connections, connection];
            if (RunOf(_set) is { } run)
                connection.Begin(BeginOf(run), EndOf(run));
        }

        return connection;
    }

    /// <summary>Any thread: the definitions changed, or the test run. Blocks that come from here on belong to
    /// it.</summary>
    public void Take(VariableSet set)
    {
        lock (_gate)
        {
            if (_set is null && OpenRecording.IsLeftOpen(root, set))
                _late = set.NewestRun;
            _set = set;
            if (RunOf(set) is { } run)
                BeginConnections(run);
        }

        _wake.Set();
    }

    /// <summary>Runs until <paramref name="stop"/>; then everything is durable. An open run stays open for the
    /// next process.</summary>
    public void Run(CancellationToken stop)
    {
        WaitHandle[] handles = [_wake, stop.WaitHandle];
        while (!stop.IsCancellationRequested)
        {
            WaitHandle.WaitAny(handles, _recording is null ? IdleInterval : Interval);
            Step();
        }

        Step();
        Leave();
    }

    /// <summary>One turn.</summary>
    internal void Step()
    {
        try
        {
            VariableSet? set = Volatile.Read(ref _set);
            Follow(set);
            OpenJournals(set);
            if (_recording is { } recording)
            {
                recording.Step();
                NoteLateStart(recording);
                if (set is not null)
                    recording.Keep(set);
                TakeEvents(recording, isLast: false);
                if (time.GetElapsedTime(_writtenDownAt) >= CommitsPerDocument * options.CommitInterval)
                    WriteDown(recording, isLast: false);
                AppendBeside(recording, now: false);
            }

            Recovered();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            string reason = OneLine.Format(e);
            Failed(reason);
            Refuse(reason);
        }

        _ended.Step(Close);
        if (_recording is null && Volatile.Read(ref _set) is { } idle && RunOf(idle) is null)
            _leftOpen.Step(idle, _ended.Has);
        if (Volatile.Read(ref _set) is { } known)
            Retention?.Step(known.Station, _recording?.Folder);
        TakeStatus();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _recording?.Dispose();
        _wake.Dispose();
    }

    private void AppendBeside(OpenRecording recording, bool now)
    {
        if (Evaluation is { } evaluation)
            recording.Append(evaluation);
        if (Audit is null || (!now && time.GetElapsedTime(_copiedAt) < StatusInterval))
            return;
        _copiedAt = time.GetTimestamp();
        recording.Append(Audit);
    }

    private void Follow(VariableSet? set)
    {
        if (set is null)
            return;
        TestRun? run = RunOf(set);
        if (_recording is not null && (!_recording.IsOf(run) || IsCaughtUp()))
            End(set);
        else if (_hasFailed && _recording is null && run is null)
            GiveUp();
        run = RunOf(set);
        if (_recording is not null || run is null || (_hasFailed && time.GetElapsedTime(_triedAt) < RetryInterval))
            return;
        _triedAt = time.GetTimestamp();
        _recording = OpenRecording.Begin(
            root, set.Station, run, events.Last, files ?? (folder => new DiskFiles(folder)));
        _reportedLost = 0;
        lock (_gate)
            BeginConnections(run);
        MonitorLog.RecordingBegun(logger, _recording.Run, _recording.Folder, _recording.IsResumed ? " again" : "");
        if (_recording.Damage is { } damage)
            MonitorLog.RecorderNote(logger, _recording.Run, damage);
    }

    private void End(VariableSet set)
    {
        OpenRecording recording = _recording!;
        _recording = null;
        lock (_gate)
            _late = null;
        long skipped = 0;
        foreach (ConnectionRecorder connection in _connections)
            skipped += connection.End();
        Try(recording, recording.Step);
        Try(recording, () => TakeEvents(recording, isLast: true));
        foreach (PublisherJournal journal in recording.Journals)
            Try(recording, () => journal.Finish(isOver: true));
        recording.EndPyramids();
        if (Evaluation is { } evaluation)
            Try(recording, () => recording.Append(evaluation));
        if (Audit is { } audit)
            Try(recording, () => recording.Append(audit));
        recording.Dispose();
        _ended.Add(new EndedRecording(recording, set.NewestRun, skipped), Close);
    }

    // What cannot be written beside the blocks does not keep a recording open.
    private void Try(OpenRecording recording, Action step)
    {
        try
        {
            step();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            MonitorLog.RecorderNote(logger, recording.Run, $"is not whole at its end: {OneLine.Format(e)}");
        }
    }

    // Positions wait for the documents.
    private void Close(EndedRecording ended)
    {
        OpenRecording recording = ended.Recording;
        WriteDown(recording, isLast: true);
        recording.Close(ended.Run, time.GetUtcNow(), ended.Skipped);
        Certify?.Invoke(recording.Folder);
        foreach (ModeRecorder modes in ModesOf(recording))
            modes.Close();
        MonitorLog.RecordingEnded(logger, recording.Run, StatusOf(recording, ended.Skipped).ToString());
    }

    // In one write for all connections: the documents are small, and flushed to the disk.
    private void WriteDown(OpenRecording recording, bool isLast)
    {
        _writtenDownAt = time.GetTimestamp();
        recording.WriteDown(isLast);
        foreach (ModeRecorder modes in ModesOf(recording))
        {
            foreach (string note in modes.TakeNotes())
                Note(recording, note);
        }
    }

    private void NoteLateStart(OpenRecording recording)
    {
        foreach (ConnectionRecorder connection in _connections)
        {
            if (connection.TakeLateStart() is { } lastNs)
            {
                string until = UtcClock.TimeOf(lastNs).ToString("HH:mm:ss.fff", CultureInfo.InvariantCulture);
                Note(
                    recording,
                    $"lacks its first blocks, received up to {until} UTC: they were not held any more when the run was "
                        + "seen; Recorder:BufferMegabytes limits how many are");
            }
        }
    }

    private void Note(OpenRecording recording, string note)
    {
        MonitorLog.RecorderNote(logger, recording.Run, note);
        events.Add(
            DashboardEventKind.TestRun,
            IsOneOfMany ? Station : "",
            DashboardEventSeverity.Warning,
            time.NowNs(),
            note);
    }

    // Events trigger, and go into the recording; triggers are events.
    private void TakeEvents(OpenRecording recording, bool isLast)
    {
        if (isLast || time.GetElapsedTime(_triggersAt) >= TriggerInterval)
        {
            _triggersAt = time.GetTimestamp();
            foreach ((string stream, long utcNs, string text)
                in ModesOf(recording).SelectMany(one => one.TakeTriggers()))
                events.Add(
                    DashboardEventKind.TestRun,
                    IsOneOfMany ? $"{Station}/{stream}" : stream,
                    DashboardEventSeverity.Info,
                    utcNs,
                    text);
        }

        DashboardEvents happened = events.ReadAfter(recording.LastEvent, int.MaxValue);
        foreach (ModeRecorder modes in ModesOf(recording))
        {
            foreach (DashboardEvent one in happened.All)
            {
                if (OwnOf(one) is { } own)
                    modes.Take(own);
            }
        }

        recording.Append(happened, OwnOf);
    }

    // Under the names that the streams have in the recording.
    private DashboardEvent? OwnOf(DashboardEvent one)
    {
        if (!IsOneOfMany || one.Stream.Length == 0)
            return one;
        if (one.Stream == Station)
            return one with { Stream = "" };
        return one.Stream.StartsWith(Station, StringComparison.Ordinal) && one.Stream[Station.Length] == '/'
            ? one with { Stream = one.Stream[(Station.Length + 1)..] } : null;
    }

    private static IEnumerable<ModeRecorder> ModesOf(OpenRecording recording) =>
        recording.Journals.Select(journal => journal.Modes).OfType<ModeRecorder>();

    // The run ended before it could be recorded at all.
    private void GiveUp()
    {
        _hasFailed = false;
        foreach (ConnectionRecorder connection in _connections)
            connection.End();
    }

    // The receive thread need not wait for a disk that failed.
    private void Refuse(string reason)
    {
        foreach (ConnectionRecorder connection in _connections)
        {
            if (connection.Journal is { IsOpen: false, Refusal: null } journal)
                journal.Decide(null, reason);
        }
    }

    // A process that ends leaves the recording as one that was killed would find it, but with nothing lost.
    private void Leave()
    {
        _ended.End(Close);
        if (_recording is null)
            return;
        foreach (ConnectionRecorder connection in _connections)
            connection.End();
        try
        {
            _recording.Finish(isOver: false);
            WriteDown(_recording, isLast: true);
            AppendBeside(_recording, now: true);
            foreach (ModeRecorder modes in ModesOf(_recording))
                modes.Close();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Failed(OneLine.Format(e));
        }

        TakeStatus();
        _recording.Dispose();
        _recording = null;
    }

    // A journal that was refused is tried again now and then. One of a run that this turn has not followed yet is
    // opened in the next one.
    private void OpenJournals(VariableSet? followed)
    {
        foreach (ConnectionRecorder connection in _connections)
        {
            if (connection.Journal is not { IsOpen: false } journal
                || (journal.Refusal is not null && time.GetElapsedTime(_triedAt) < RetryInterval))
                continue;
            if (_recording is null)
            {
                if (RunOf(followed) is not null)
                    journal.Decide(null, "the recording could not be begun");
                continue;
            }

            _triedAt = time.GetTimestamp();
            if (Modes is { } modes)
                _recording.Open(journal, modes.Plan, options, time, modes.Registry, Rewriter is not null, Pyramids);
            else
                _recording.Open(journal, options, time, Rewriter, Pyramids);
            Report(journal);
        }
    }

    private void Report(PublisherJournal journal)
    {
        if (journal.Refusal is { } refusal)
            throw new IOException(refusal);
        if (journal.Archive?.Recovery is not { } found)
            return;
        if (found.Damaged.Count > 0 || found.Unrepaired.Count > 0)
            MonitorLog.RecordingRepaired(
                logger,
                _recording!.Run,
                found.Damaged.Count(range => range.IsTorn),
                found.Damaged.Count(range => !range.IsTorn),
                found.Unrepaired.Count == 0 ? "" : $"; not repaired: {string.Join("; ", found.Unrepaired)}");
    }

    // The run to record: the open one, or else the late one.
    private TestRun? RunOf(VariableSet? set) =>
        set?.Run ?? (_late is { } late && set?.NewestRun?.StartedUtc == late.StartedUtc ? set.NewestRun : null);

    private long BeginOf(TestRun run) => UtcClock.NsOf(run.StartedUtc - (PreTime ?? TimeSpan.Zero));

    private static long EndOf(TestRun run) => run.StoppedUtc is { } stopped
        ? UtcClock.NsOf(stopped) : long.MaxValue;

    private bool IsCaughtUp() => _late is not null && _connections.All(connection => connection.IsPast);

    private void BeginConnections(TestRun run)
    {
        foreach (ConnectionRecorder connection in _connections)
            connection.Begin(BeginOf(run), EndOf(run));
    }

    private void Failed(string reason)
    {
        if (!_hasFailed)
            MonitorLog.RecordingFails(logger, Status.Run ?? _set?.Run?.Name ?? "", reason);
        _hasFailed = true;
        Volatile.Write(ref _status, Status with { Fault = reason });
    }

    private void Recovered()
    {
        if (FindJournalFault() is { } fault)
        {
            Failed(fault);
            return;
        }

        if (_hasFailed)
            MonitorLog.RecordingGoesOn(logger, _recording?.Run ?? "");
        _hasFailed = false;
    }

    private string? FindJournalFault() => _recording?.Journals
        .Select(
            journal => journal.Refusal ?? journal.Archives.Select(archive => archive.Status)
                .FirstOrDefault(status => !status.IsRecording)?.Reason)
        .FirstOrDefault(reason => reason is not null);

    private void TakeStatus()
    {
        if (_recording is null)
        {
            Volatile.Write(
                ref _status,
                (_hasFailed ? Status : RecorderStatus.Idle with { Fault = _ended.Fault }) with
                {
                    PyramidFault = Pyramids?.Fault,
                });
            return;
        }

        // Beside the path of blocks, and still no garbage fifty times a second.
        if (Status.Run == _recording.Run && time.GetElapsedTime(_statusAt) < StatusInterval)
            return;
        _statusAt = time.GetTimestamp();

        RecorderStatus status = StatusOf(_recording, _connections.Sum(connection => connection.Skipped)) with
        {
            Fault = _hasFailed ? Status.Fault : _ended.Fault,
            PyramidFault = Pyramids?.Fault,
        };
        if (status.Lost > _reportedLost)
        {
            MonitorLog.RecordingLosesBlocks(logger, status.Lost, status.Run!);
            _reportedLost = status.Lost * 2;
        }

        Volatile.Write(ref _status, status);
    }

    private static RecorderStatus StatusOf(OpenRecording recording, long skipped) => new(
        recording.Run,
        recording.Folder,
        recording.Journals.Sum(journal => journal.Archives.Sum(archive => archive.Counters.Records)),
        recording.Journals.Sum(journal => journal.Archives.Sum(archive => archive.StoredBytes)),
        skipped + recording.Journals.Sum(journal => journal.LostBlocks),
        null)
    {
        NotKept = ModesOf(recording).Sum(modes => modes.NotKept),
        Triggers = ModesOf(recording).Sum(modes => modes.Triggers),
    };
}

/// <summary>What the recorder does. Immutable.</summary>
/// <param name="Run">Name of the run; null = nothing is recorded.</param>
/// <param name="Folder">Where it is recorded.</param>
/// <param name="Frames">Frames that this process wrote into it.</param>
/// <param name="Bytes">Bytes of its journals.</param>
/// <param name="Lost">Blocks that this process could not store.</param>
/// <param name="Fault">Why nothing is recorded now although a run is open; null = it is.</param>
internal sealed record RecorderStatus(string? Run, string? Folder, long Frames, long Bytes, long Lost, string? Fault)
{
    /// <summary>No run is open.</summary>
    public static RecorderStatus Idle { get; } = new(null, null, 0, 0, 0, null);

    /// <summary>Blocks that this process left out on purpose; one that two groups leave out counts twice.</summary>
    public long NotKept { get; init; }

    /// <summary>Times that a trigger triggered in this process.</summary>
    public long Triggers { get; init; }

    /// <summary>Why the pyramid of a recording is not written now, although its blocks are; null = it is.</summary>
    public string? PyramidFault { get; init; }

    /// <summary>One line.</summary>
    public override string ToString() => FormattableString.Invariant(
        $"{Frames} frames written, {Bytes} bytes, {Lost} blocks lost to it, in {Folder}");
}

/// <summary>What is recorded of which channels.</summary>
/// <param name="Plan">The groups and triggers.</param>
/// <param name="Registry">The formats.</param>
internal sealed record RecorderModes(RecorderPlan Plan, SerializerRegistry Registry);
