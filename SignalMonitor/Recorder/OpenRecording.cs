using System.Collections.Immutable;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Audit;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Events;
using SignalMonitor.Pyramids;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Documents;

namespace SignalMonitor.Recorder;

/// <summary>The recording that is being written: its folder, document, journals and events. Recorder's thread
/// only.</summary>
internal sealed class OpenRecording : IDisposable
{
    private const string FirstJournal = "journal";
    private const string Packed = "columns-packed";
    private const string Unpacked = "columns";

    // The action is noted when the run is started, by another process or thread.
    private const long StartNs = 60_000_000_000;

    private readonly List<PublisherJournal> _journals = [];
    private readonly Func<string, IDiskFiles> _files;
    private readonly ImmutableArray<NotKeptRange> _notKeptBefore;
    private readonly NotKeptQuota _quota;
    private readonly ImmutableArray<RecordedAccount> _accountsBefore;
    private readonly long _lostBefore;
    private readonly ResumeDocument _resumed;
    private RecordingDocument _document;
    private long _revision = -1;
    private FileStream? _events;
    private FileStream? _evaluation;
    private AuditCopy? _actions;

    private OpenRecording(string folder, RecordingDocument document, bool isResumed, Func<string, IDiskFiles> files)
    {
        (Folder, _document, IsResumed, _files) = (folder, document, isResumed, files);
        (_notKeptBefore, _accountsBefore, _lostBefore) = (document.NotKept, document.Accounts, document.LostBlocks);
        _quota = new NotKeptQuota(_notKeptBefore.Length);
        string? damage = null;
        _resumed = isResumed ? ResumeDocument.Read(folder, out damage) : new ResumeDocument();
        Damage = damage;
    }

    /// <summary>Its folder.</summary>
    public string Folder { get; }

    /// <summary>Name of the run.</summary>
    public string Run => _document.Run.Name;

    /// <summary>True when an earlier process began it.</summary>
    public bool IsResumed { get; }

    /// <summary>What of it an earlier process left and cannot be read, in one line; null = all can be.</summary>
    public string? Damage { get; }

    /// <summary>Set once an attempt to close it failed.</summary>
    public bool IsCloseRefused { get; set; }

    /// <summary>Number of the newest event that is in it; of this process.</summary>
    public long LastEvent { get; private set; }

    /// <summary>Number of the newest switch of definitions that is in it; of this process.</summary>
    public long LastSwitch { get; private set; } = -1;

    /// <summary>Its journals; those that could not be opened among them.</summary>
    public IReadOnlyList<PublisherJournal> Journals => _journals;

    /// <summary>
    /// Begins the recording of a run, or continues the one that an earlier process began. Another run of the same name
    /// is left alone: the new one goes beside it.
    /// </summary>
    /// <param name="root">Root of the recordings.</param>
    /// <param name="station">Site/rig.</param>
    /// <param name="testRun">The run.</param>
    /// <param name="lastEvent">Number of the newest event, which is not part of it.</param>
    /// <param name="files">Makes the files of a folder.</param>
    /// <exception cref="IOException">The folder cannot be made or written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static OpenRecording Begin(
        string root, string station, TestRun testRun, long lastEvent, Func<string, IDiskFiles> files)
    {
        RecordedRun run = RecordedRun.From(testRun);
        int attempt = 1;
        string folder = RecordingFolder.PathOf(root, station, run.Name);
        RecordingDocument? earlier;
        while (IsOfAnother(folder, run, out earlier))
            folder = RecordingFolder.PathOf(root, station, run.Name, ++attempt);
        Directory.CreateDirectory(folder);
        RecordingDocument document = earlier is not null
            ? earlier with { Run = run, ClosedUtc = null }
            : new RecordingDocument
            {
                Format = RecordingDocument.CurrentFormat,
                Station = station,
                Run = run,
            };
        document.Write(folder);
        return new OpenRecording(folder, document, earlier is not null, files) { LastEvent = lastEvent };
    }

    /// <summary>
    /// Whether an earlier process left the recording of the newest run open, which was stopped since then.
    /// </summary>
    public static bool IsLeftOpen(string root, VariableSet set)
    {
        if (set.NewestRun is not { StoppedUtc: not null } run)
            return false;
        int attempt = 1;
        string folder = RecordingFolder.PathOf(root, set.Station, run.Name);
        RecordingDocument? earlier;
        while (IsOfAnother(folder, RecordedRun.From(run), out earlier))
            folder = RecordingFolder.PathOf(root, set.Station, run.Name, ++attempt);
        return earlier is { ClosedUtc: null };
    }

    /// <summary>Whether it is the recording of a run.</summary>
    public bool IsOf(TestRun? run) => run?.Name == Run && run.StartedUtc == _document.Run.StartedUtc;

    /// <summary>Keeps what the run and the definitions are now.</summary>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Keep(VariableSet set)
    {
        if (!RecordingDocument.IsIn(Folder))
            Restore();
        if (set.Revision == _revision)
            return;
        if (set.NewestRun is { } run && IsOf(run) && RecordedRun.From(run) != _document.Run)
            Change(_document with { Run = RecordedRun.From(run) });
        string definitions = Path.Combine(Folder, $"definitions-{set.Revision:D8}.json");
        if (DocumentFile.Write(definitions, VariablesDocument.From(set)) is { } fault)
            throw new IOException(fault);
        _revision = set.Revision;
    }

    /// <summary>Opens the journal of a publisher, or tries again to.</summary>
    public void Open(
        PublisherJournal journal,
        JournalOptions options,
        TimeProvider time,
        IFrameRewriter? rewriter,
        PyramidLoop? pyramids = null)
    {
        if (!_journals.Contains(journal))
            _journals.Add(journal);
        try
        {
            string own = FolderOf(new RecordedPublisher(journal.Publisher, ""));
            FileOutcome outcome = FrameArchive.Open(
                _files(Path.Combine(Folder, own)),
                options,
                journal.Publisher,
                time,
                out FrameArchive? archive,
                rewriter);
            if (archive is not null)
                journal.Pyramids = Begin(pyramids, own, archive);
            journal.Decide(archive, outcome.IsOk ? null : outcome.ToString());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            journal.Decide(null, OneLine.Format(e));
        }
    }

    /// <summary>
    /// Opens what records a publisher in modes, or tries again to. Journals of groups are opened with their first
    /// blocks; the pyramids beside the journal of the other channels have those of all groups, unless its blocks are
    /// reduced: those have numbers of their own.
    /// </summary>
    /// <param name="journal">The publisher.</param>
    /// <param name="plan">What is recorded.</param>
    /// <param name="options">Sizes and times of each journal.</param>
    /// <param name="time">Clock.</param>
    /// <param name="registry">The formats.</param>
    /// <param name="pack">Whether blocks are stored as columns-packed.</param>
    /// <param name="pyramids">Keeps pyramids; null = none are kept.</param>
    public void Open(
        PublisherJournal journal,
        RecorderPlan plan,
        JournalOptions options,
        TimeProvider time,
        SerializerRegistry registry,
        bool pack,
        PyramidLoop? pyramids)
    {
        if (!_journals.Contains(journal))
            _journals.Add(journal);
        JournalOptions own = options with { RingBytes = ModeRecorder.RingBytesOf(options.RingBytes) };
        ModeSurroundings surroundings = new(
            journal.Publisher,
            options.RingBytes,
            registry,
            () => registry.Create(pack ? Packed : Unpacked)!,
            group => OpenGroup(journal.Publisher, group, own, time, registry, pack),
            time);
        try
        {
            GroupJournal first = surroundings.Open(plan.Groups[0]);
            if (plan.Groups[0].Mode != RecorderMode.Reduced)
                journal.Pyramids = Begin(pyramids, first.Folder, first.Archive);
            journal.Decide(new ModeRecorder(
                plan,
                surroundings,
                first,
                _quota,
                _resumed.Publishers.FirstOrDefault(state => state.Id == journal.Publisher)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            journal.Decide(null, OneLine.Format(e));
        }
    }

    /// <summary>Writes down what the modes decided.</summary>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    /// <param name="isLast">False: only where something changed.</param>
    public void WriteDown(bool isLast)
    {
        ModeRecorder[] modes = [.. _journals.Select(journal => journal.Modes).OfType<ModeRecorder>()];
        if (modes.Length == 0 || (!isLast && !modes.Any(one => one.IsDirty)))
            return;
        (ImmutableArray<NotKeptSpan> NotKept, ModesState State)[] all = [.. modes.Select(one => one.Prepare())];
        RecordedAccount[] accounts =
            [.. all.SelectMany(one => one.State.Journals).Select(journal => journal.Account)];
        Change(_document with
        {
            NotKept =
            [
                .. _notKeptBefore,
                .. all.SelectMany(one => one.NotKept).Select(one => new NotKeptRange(
                    one.Journal, one.Epoch, one.Stream, one.From, one.To, one.Reason)),
            ],
            Accounts =
            [
                .. _accountsBefore.Where(before => !accounts.Any(one => one.Journal == before.Journal)),
                .. accounts,
            ],
        });
        new ResumeDocument
        {
            Publishers =
            [
                .. all.Select(one => one.State),
                .. _resumed.Publishers.Where(before => !all.Any(one => one.State.Id == before.Id)),
            ],
        }.Write(Folder);
        foreach (ModeRecorder one in modes)
            one.Written();
    }

    /// <summary>Appends events.</summary>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Append(DashboardEvents events, Func<DashboardEvent, DashboardEvent?>? own = null)
    {
        LastEvent += events.Missed;
        if (events.All.IsEmpty)
            return;
        _events ??= OpenLines(RecordedEvent.FileName);
        foreach (DashboardEvent one in events.All)
        {
            LastEvent = one.Number;
            if ((own is null ? one : own(one)) is { } kept)
                _events.Write(RecordedEvent.LineOf(kept));
        }

        _events.Flush();
    }

    /// <summary>Appends switches of definitions; first of all those that are in force.</summary>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Append(EvaluationFeed feed)
    {
        long last = LastSwitch;
        IReadOnlyList<EvaluationLogEntry> entries = last < 0 ? feed.InForce(out last) : feed.ReadAfter(ref last);
        if (entries.Count > 0)
        {
            _evaluation ??= OpenLines(EvaluationLog.FileName);
            foreach (EvaluationLogEntry entry in entries)
                _evaluation.Write(EvaluationLog.LineOf(entry));
            _evaluation.Flush(flushToDisk: true);
        }

        LastSwitch = last;
    }

    /// <summary>Copies the actions of the run that are new in the audit log.</summary>
    /// <exception cref="IOException">They cannot be copied.</exception>
    public void Append(AuditLog audit)
    {
        string target = AuditActions.TestRunTarget(_document.Station, Run);
        long startedNs = UtcClock.NsOf(_document.Run.StartedUtc);
        _actions ??= new AuditCopy(audit.Files, new DiskFiles(Folder));
        if (_actions.Update(entry => entry.Action.Action == AuditActions.TestRunStart
            && entry.Action.Target == target && Math.Abs(entry.UtcNs - startedNs) < StartNs) is { } fault)
            throw new IOException($"the actions of the run cannot be copied: {fault}");
    }

    /// <summary>Its pyramids get no more blocks: they are completed beside whatever is recorded next.</summary>
    public void EndPyramids()
    {
        foreach (PublisherJournal journal in _journals)
            journal.Pyramids?.RequestEnd();
    }

    /// <summary>Writes what was appended.</summary>
    /// <exception cref="IOException">A journal cannot be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to.</exception>
    public void Step()
    {
        foreach (PublisherJournal journal in _journals)
            journal.Step();
    }

    /// <summary>Everything that was appended becomes durable, and its segments are closed.</summary>
    /// <param name="isOver">False when the run goes on without this process.</param>
    public void Finish(bool isOver)
    {
        foreach (PublisherJournal journal in _journals)
            journal.Finish(isOver);
    }

    /// <summary>The run is over: notes it in the document. After a failure it can be called again.</summary>
    /// <param name="run">The run as the database has it now; null when it no longer has it.</param>
    /// <param name="now">When it was closed, UTC.</param>
    /// <param name="skipped">Blocks that came while no journal could be opened.</param>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Close(TestRun? run, DateTimeOffset now, long skipped)
    {
        Change(_document with
        {
            Run = run is not null && IsOf(run) ? RecordedRun.From(run) : _document.Run,
            ClosedUtc = now,
            LostBlocks = _lostBefore + skipped + _journals.Sum(journal => journal.LostBlocks),
        });
        File.Delete(Path.Combine(Folder, ResumeDocument.FileName));
    }

    /// <summary>Gives back memory, files and locks. Counters stay, and the documents can still be written.</summary>
    public void Dispose()
    {
        foreach (PublisherJournal journal in _journals)
            journal.Dispose();
        _events?.Dispose();
        _evaluation?.Dispose();
    }

    // A line that a crash tore ends here, and is never read.
    private FileStream OpenLines(string name)
    {
        FileStream file = new(
            Path.Combine(Folder, name), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read);
        file.Seek(-Math.Min(1, file.Length), SeekOrigin.End);
        if (file.Length > 0 && file.ReadByte() != '\n')
            file.WriteByte((byte)'\n');
        return file;
    }

    // A document that cannot be read may be of any run, and is left alone too.
    private static bool IsOfAnother(string folder, RecordedRun run, out RecordingDocument? earlier)
    {
        earlier = null;
        if (!RecordingDocument.IsIn(folder))
            return false;
        earlier = RecordingDocument.Read(folder, out _);
        return earlier?.Run.StartedUtc != run.StartedUtc;
    }

    // The folder was taken away: from here on it is a recording again, and notes what it lacks.
    private void Restore()
    {
        Directory.CreateDirectory(Folder);
        _events?.Dispose();
        _evaluation?.Dispose();
        (_events, _evaluation, _actions, LastSwitch, _revision) = (null, null, null, -1, -1);
        Change(_document);
    }

    // The verb `recording` may have marked it meanwhile.
    private void Change(RecordingDocument document)
    {
        _document = document with { Keep = RecordingDocument.Read(Folder, out _)?.Keep ?? document.Keep };
        _document.Write(Folder);
    }

    private JournalPyramids? Begin(PyramidLoop? pyramids, string journal, FrameArchive archive) =>
        pyramids?.Begin(_files(Path.Combine(Folder, PyramidIdentity.FolderName)), journal, archive);

    private GroupJournal OpenGroup(
        Guid publisher,
        GroupPlan group,
        JournalOptions options,
        TimeProvider time,
        SerializerRegistry registry,
        bool pack)
    {
        string folder = FolderOf(new RecordedPublisher(publisher, "")
        {
            Group = group.Name.Length == 0 ? null : group.Name,
            Channels = group.Channels.IsEmpty ? null : string.Join(',', group.Channels),
            Mode = group.Mode.ToString(),
            RateHz = group.Mode == RecorderMode.Reduced ? group.RateHz : null,
        });
        IDiskFiles files = _files(Path.Combine(Folder, folder));
        FileOutcome outcome = FrameArchive.Open(
            files, options, publisher, time, out FrameArchive? archive, pack ? new PackedFrames(registry) : null);
        if (!outcome.IsOk)
            throw new IOException(outcome.ToString());
        return new GroupJournal(
            folder,
            archive!,
            [.. _notKeptBefore.Where(range => range.Journal == folder)],
            group.Mode == RecorderMode.Reduced ? ReducedEnds.Read(files, archive!, registry) : ReducedEnds.None);
    }

    // Segments name neither publisher nor group: each has a folder of its own. A group that is recorded in another way
    // than by an earlier process is another one.
    private string FolderOf(RecordedPublisher wanted)
    {
        if (_document.Publishers.FirstOrDefault(known => known == wanted with { Folder = known.Folder }) is { } known)
            return known.Folder;
        int number = _document.Publishers.Length + 1;
        string folder = number == 1 ? FirstJournal : $"{FirstJournal}-{number}";
        Change(_document with { Publishers = _document.Publishers.Add(wanted with { Folder = folder }) });
        return folder;
    }
}
