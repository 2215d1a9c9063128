using System.Collections.Immutable;
using System.IO.Enumeration;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Events;
using SignalMonitor.Recorder.Modes;

namespace SignalMonitor.Recorder;

/// <summary>
/// Records the blocks of one publisher in modes, a journal for each group of channels. The receive thread appends to a
/// bounded memory; the recorder's thread decodes, looks for triggers and decides. A frame is settled when every group
/// has decided it, what is stored of it is durable, and what is left out is in the document.
/// </summary>
internal sealed class ModeRecorder : IDisposable
{
    // Parts of the buffer: the memory between the threads, blocks that wait for a trigger, rings of archives.
    private const int StageParts = 2;
    private const int HeldParts = 2;
    // Events that come before the first block.
    private const int MaxEarly = 1000;

    private const int MinRingBytes = 1 << 20;
    private const int MaxRingBytes = 16 << 20;

    private static readonly TimeSpan RetryInterval = TimeSpan.FromSeconds(5);

    private readonly RecorderPlan _plan;
    private readonly ModeSurroundings _of;
    private readonly FrameStage _stage;
    private readonly Omissions _omissions;
    private readonly RecordedGroup[] _groups;
    private readonly ModesState? _earlier;
    private readonly Dictionary<uint, PublisherStream> _streams = [];
    private readonly SerializerSet _formats;
    private readonly CDataBlock _block = new(BlockLayout.Empty);
    private readonly List<string> _notes = [];
    private readonly List<DashboardEvent> _early = [];
    private readonly HashSet<string> _noted = [];
    private readonly long[] _reported;
    private PublisherCatalogue? _catalogue;
    private long _processed;
    private long _omitted;
    private long _triggers;
    private Checkpoint? _written;
    private (string Reason, long At)? _refusal;
    private long _settled;

    /// <summary>Prepares it.</summary>
    /// <param name="plan">What is recorded.</param>
    /// <param name="of">What it works with.</param>
    /// <param name="first">The journal of the channels that are in no other group.</param>
    /// <param name="quota">Ranges of left-out blocks that the recording may have.</param>
    /// <param name="earlier">Where an earlier process was; null = it is the first.</param>
    public ModeRecorder(
        RecorderPlan plan, ModeSurroundings of, GroupJournal first, OmissionQuota quota, ModesState? earlier)
    {
        (_plan, _of, _earlier) = (plan, of, earlier);
        _stage = new FrameStage(of.BufferBytes / StageParts);
        _omissions = new Omissions(quota);
        _groups = [.. plan.Groups.Select(group => new RecordedGroup(group, _omissions, RingBytesOf(of.BufferBytes)))];
        _formats = of.Registry.CreateSet();
        Begin(_groups[0], first);
        _reported = new long[plan.Triggers.Length];
    }

    /// <summary>Frames that were appended so far; any thread.</summary>
    public long Appended => _stage.Added;

    /// <summary>Blocks that could not be stored; any thread.</summary>
    public long Lost => _stage.Lost + _groups.Sum(group => group.Lost);

    /// <summary>Blocks that were left out on purpose by this process; any thread.</summary>
    public long NotKept => Volatile.Read(ref _omitted);

    /// <summary>Times that a trigger triggered in this process; any thread.</summary>
    public long Triggers => Volatile.Read(ref _triggers);

    /// <summary>Its journals that are open.</summary>
    public IEnumerable<GroupJournal> Journals => _groups.Select(group => group.Journal).OfType<GroupJournal>();

    /// <summary>Bytes of the ring of an archive.</summary>
    public static int RingBytesOf(int bufferBytes) => Math.Clamp(bufferBytes / 4, MinRingBytes, MaxRingBytes);

    /// <summary>Receive thread: takes a frame; false when it is lost.</summary>
    public bool Append(
        ReadOnlySpan<byte> headerBytes,
        ReadOnlySpan<byte> payload,
        in FrameHeader header,
        PublisherCatalogue? catalogue) => _stage.TryAdd(headerBytes, payload, new StagedFrame(header, catalogue));

    /// <summary>Any thread: whether the first frames cannot be lost by a crash any more.</summary>
    public bool IsSettled(long appended) => Volatile.Read(ref _settled) >= appended;

    /// <summary>Decides and writes what was appended.</summary>
    /// <exception cref="IOException">A journal cannot be opened; what was appended waits.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to.</exception>
    public void Step()
    {
        FrameQueue<StagedFrame> frames = _stage.Take();
        while (frames.Count > 0)
        {
            Process(frames);
            frames.RemoveOldest();
        }

        foreach (PublisherStream stream in _streams.Values)
        {
            foreach (GroupStream group in stream.Groups)
                group.Decide(stream.NowNs);
        }

        Volatile.Write(ref _omitted, _omissions.Blocks);
        Volatile.Write(
            ref _triggers, _streams.Values.Sum(stream => stream.Watches.Sum(watch => watch.Count)));
        foreach (GroupJournal journal in Journals)
            journal.Archive.Step();
        Settle();
    }

    /// <summary>An event happened.</summary>
    public void Take(in DashboardEvent one)
    {
        if (_processed == 0)
        {
            if (_early.Count < MaxEarly)
                _early.Add(one);
            return;
        }

        for (int place = 0; place < _plan.Triggers.Length; place++)
        {
            if (!IsOf(_plan.Triggers[place], one))
                continue;
            foreach (PublisherStream stream in _streams.Values)
            {
                if (stream.TimeOf(one.UtcNs) is { } ns)
                    stream.Watches[place].Trigger(ns);
            }
        }
    }

    /// <summary>What is to be said since the last call.</summary>
    public IReadOnlyList<string> TakeNotes()
    {
        foreach (PublisherStream stream in _streams.Values)
        {
            foreach (string shortfall in stream.Groups.Select(group => group.Shortfall).OfType<string>())
                Note(shortfall);
        }

        string[] notes = [.. _notes];
        _notes.Clear();
        return notes;
    }

    /// <summary>Triggers since the last call, a line each.</summary>
    public IEnumerable<(string Stream, long UtcNs, string Text)> TakeTriggers()
    {
        for (int place = 0; place < _reported.Length; place++)
        {
            long count = _streams.Values.Sum(stream => stream.Watches[place].Count);
            if (count == _reported[place])
                continue;
            PublisherStream newest = _streams.Values.MaxBy(stream => stream.Watches[place].LastNs ?? long.MinValue)!;
            string times = count - _reported[place] == 1
                ? "" : FormattableString.Invariant($", {count - _reported[place]} times");
            _reported[place] = count;
            yield return (
                newest.Description?.Name ?? "",
                newest.UtcOf(newest.Watches[place].LastNs ?? 0),
                $"trigger {_plan.Triggers[place].Name} of the recorder{times}");
        }
    }

    /// <summary>True when there is something that <see cref="Prepare"/> has to write down.</summary>
    public bool IsDirty => _written is null
        ? _processed > 0
        : (_processed, _triggers, _omissions.Blocks, Decided)
            != (_written.Processed, _written.Triggers, _written.Omitted, _written.Decided);

    private long Decided => (_streams.Values.SelectMany(stream => stream.Groups).Min(group => group.OldestPending)
        ?? (_processed + 1)) - 1;

    /// <summary>What is to be in the documents before the frames that are decided now are settled.</summary>
    public (ImmutableArray<Omission> NotKept, ModesState State) Prepare()
    {
        JournalState[] own = [.. _groups.Select(group => group.Save(_stage.Lost)).OfType<JournalState>()];

        // What did not come again yet stays as it was.
        ModesState state = new(
            _of.Publisher,
            [
                .. _streams.Values.Select(stream => stream.Save()),
                .. (_earlier?.Streams ?? []).Where(state => !_streams.ContainsKey(state.Id)),
            ],
            [.. own, .. (_earlier?.Journals ?? []).Where(state => !own.Any(
                one => one.Account.Journal == state.Account.Journal))]);
        return (_omissions.Ranges, state);
    }

    /// <summary>What <see cref="Prepare"/> gave is written.</summary>
    public void Written()
    {
        if (_written is not null && !IsDurable(_written))
            return;
        _written = new Checkpoint(
            Decided,
            _processed,
            _triggers,
            _omissions.Blocks,
            [.. _groups.Select(group => group.Journal?.Archive.Appended ?? 0)],
            [.. _streams.Values.Select(stream => (stream, stream.OldestNs))]);
        Settle();
    }

    /// <summary>Decides what waits; everything is durable afterwards.</summary>
    /// <param name="isOver">False when the run goes on without this process.</param>
    public void Finish(bool isOver)
    {
        try
        {
            Step();
        }
        finally
        {
            foreach (GroupStream group in _streams.Values.SelectMany(stream => stream.Groups))
                group.End(isOver);
            Volatile.Write(ref _omitted, _omissions.Blocks);
            foreach (GroupJournal journal in Journals)
                journal.Archive.Finish();
        }
    }

    /// <summary>The documents have everything: nothing is waited for any more.</summary>
    public void Close() => Volatile.Write(ref _settled, long.MaxValue);

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (RecordedGroup group in _groups)
            group.Dispose();
    }

    private static bool IsOf(RecorderTriggerOptions trigger, in DashboardEvent one) => (trigger.Kind, one.Kind) switch
    {
        (TriggerKind.Break, DashboardEventKind.Break) => IsMatch(trigger, one),
        (TriggerKind.Event, DashboardEventKind.Rig) => IsMatch(trigger, one, TriggerEvent.Rig),
        (TriggerKind.Event, DashboardEventKind.Alarm) => IsMatch(trigger, one, TriggerEvent.Alarm),
        (TriggerKind.Event, DashboardEventKind.Note) => IsMatch(trigger, one, TriggerEvent.Note),
        _ => false,
    };

    private static bool IsMatch(
        RecorderTriggerOptions trigger, in DashboardEvent one, TriggerEvent kind = TriggerEvent.Any) =>
        (trigger.Event == TriggerEvent.Any || trigger.Event == kind || trigger.Kind == TriggerKind.Break)
        && FileSystemName.MatchesSimpleExpression(trigger.Match, one.Text, ignoreCase: true);

    private void Process(FrameQueue<StagedFrame> frames)
    {
        ref readonly StagedFrame frame = ref frames.Note(0);
        FrameHeader header = frame.Header;
        if (frame.Catalogue is { } catalogue && !ReferenceEquals(catalogue, _catalogue))
            Become(catalogue);
        PublisherStream stream = StreamOf(header.Stream);
        bool isReadable = frame.Catalogue is not null
            && stream.Description is not null
            && (header.Flags & FrameFlags.Encrypted) == 0
            && _formats.Deserialize(header.Content, frames.Payload(0), _block).IsOk
            && stream.Description.CheckFit(_block).IsOk;
        OpenGroups(stream);
        long number = ++_processed;
        if (isReadable)
        {
            if (stream.Look(header, _block))
                TellOthers(stream);
            stream.Record(frames.Header(0), frames.Payload(0), header, _block, number);
        }
        else
        {
            foreach (GroupStream group in stream.Groups.Where((group, place) => place == 0 || group.IsAny))
                group.TakeUnreadable(frames.Header(0), frames.Payload(0), header, stream.NowNs, number);
        }

        TakeEarly();
        foreach (GroupStream group in stream.Groups)
            group.Decide(stream.NowNs);
    }

    private void TakeEarly()
    {
        if (_early.Count == 0)
            return;
        DashboardEvent[] early = [.. _early];
        _early.Clear();
        foreach (DashboardEvent one in early)
            Take(one);
    }

    private void Become(PublisherCatalogue catalogue)
    {
        _catalogue = catalogue;
        (StreamDescription Stream, StreamSignals Signals, ImmutableArray<KeptChannels> Kept)[] all =
        [
            .. catalogue.Streams.Select(
                stream => (stream, new StreamSignals(stream), KeptChannels.Divide(stream, _plan.Groups))),
        ];
        foreach ((StreamDescription description, StreamSignals signals, _) in all)
            StreamOf(description.Id).Become(description, signals);
        bool[] isFound =
        [
            .. _plan.Triggers.Select((_, place) => all.Any(
                one => !StreamOf(one.Stream.Id).Watches[place].IsOfSignal
                    || StreamOf(one.Stream.Id).Watches[place].IsFound)),
        ];
        for (int group = 0; group < _groups.Length; group++)
        {
            GroupPlan plan = _groups[group].Plan;
            int place = group;
            PublisherCatalogue own = _groups[group].Describe(
                catalogue, stream => Describe(plan, stream, GetKept(stream, place)));
            string[] missing = plan.Mode != RecorderMode.Triggered ? [] :
                [.. plan.Triggers.Where(place => !isFound[place]).Select(place => _plan.Triggers[place].Name)];
            foreach ((StreamDescription description, StreamSignals signals, ImmutableArray<KeptChannels> kept) in all)
                StreamOf(description.Id).Groups[group].Become(kept[group], signals, own, missing.Length == 0);
            if (missing.Length > 0 && own.Streams.Length > 0)
                Note($"no stream has the signal of trigger {string.Join(", ", missing)}: what it would choose of "
                    + $"{NameOf(plan)} is recorded whole");
            if (plan.Channels.Length > 0 && own.Streams.IsEmpty)
                Note($"{NameOf(plan)} has no channel: nothing matches {string.Join(", ", plan.Channels)}");
        }

        KeptChannels GetKept(StreamDescription stream, int group) =>
            all.First(one => one.Stream.Id == stream.Id).Kept[group];
    }

    private static string NameOf(GroupPlan plan) =>
        plan.Name.Length == 0 ? "channels that are in no group" : $"group {plan.Name} of the recorder";

    private static StreamDescription? Describe(GroupPlan plan, StreamDescription stream, KeptChannels kept)
    {
        const int MaxNameLength = 24;
        if (kept.IsNone)
            return null;
        int own = plan.Name.Length == 0 ? 0 : plan.Name.Length + 1;
        string name = own == 0
            ? stream.Name : $"{stream.Name[..Math.Min(stream.Name.Length, MaxNameLength - own)]}-{plan.Name}";
        StreamDescription narrow = kept.Narrow(name);
        return plan.Mode == RecorderMode.Reduced && ReducedGrid.Create(stream, plan.RateHz) is { } grid
            ? grid.Describe(narrow) : narrow;
    }

    private PublisherStream StreamOf(uint id)
    {
        if (_streams.TryGetValue(id, out PublisherStream? known))
            return known;
        PublisherStream stream = new(id, _plan);
        int triggered = Math.Max(1, _groups.Count(group => group.Plan.Mode == RecorderMode.Triggered));
        int streams = Math.Max(1, _catalogue?.Streams.Length ?? 1);
        stream.Groups =
        [
            .. _groups.Select((group, place) => new GroupStream(
                group,
                place == 0,
                stream.Watches,
                _of.NewSerializer(),
                _of.BufferBytes / HeldParts / triggered / streams,
                _of.Time)),
        ];
        if (_earlier?.Streams.FirstOrDefault(state => state.Id == id) is { } state)
            stream.Restore(state);
        _streams.Add(id, stream);
        return stream;
    }

    // Before a frame is taken: one that cannot be stored yet waits.
    private void OpenGroups(PublisherStream stream)
    {
        for (int place = 0; place < _groups.Length; place++)
        {
            RecordedGroup group = _groups[place];
            if (group.Journal is not null || !stream.Groups[place].IsAny)
                continue;
            Begin(group, Open(group.Plan));
            foreach (PublisherStream one in _streams.Values)
                one.Groups[place].Opened();
        }
    }

    private void Begin(RecordedGroup group, GroupJournal journal) => group.Open(
        journal, _earlier?.Journals.FirstOrDefault(one => one.Account.Journal == journal.Folder));

    // A disk that refused is asked again now and then.
    private GroupJournal Open(GroupPlan plan)
    {
        if (_refusal is { } refused && _of.Time.GetElapsedTime(refused.At) < RetryInterval)
            throw new IOException(refused.Reason);
        try
        {
            GroupJournal journal = _of.Open(plan);
            _refusal = null;
            return journal;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _refusal = (OneLine.Format(e), _of.Time.GetTimestamp());
            throw;
        }
    }

    // A trigger on one stream is one for the others too.
    private void TellOthers(PublisherStream stream)
    {
        if (_streams.Count == 1)
            return;
        for (int place = 0; place < stream.Watches.Length; place++)
        {
            if (stream.Watches[place].Newest is not { } found)
                continue;
            foreach (PublisherStream other in _streams.Values)
            {
                if (!ReferenceEquals(other, stream) && !other.Watches[place].IsFound
                    && other.TimeOf(stream.UtcOf(found.FromNs)) is { } from)
                    other.Watches[place].Add(from, from + (found.ToNs - found.FromNs));
            }
        }
    }

    private void Note(string text)
    {
        if (_noted.Add(text))
            _notes.Add(text);
    }

    private bool IsDurable(Checkpoint checkpoint)
    {
        for (int place = 0; place < _groups.Length; place++)
        {
            if (_groups[place].Journal?.Archive.IsSettled(checkpoint.Appended[place]) == false)
                return false;
        }

        return true;
    }

    private void Settle()
    {
        if (_written is null || _settled >= _written.Decided || !IsDurable(_written))
            return;
        foreach ((PublisherStream stream, long oldestNs) in _written.Oldest)
        {
            foreach (TriggerWatch watch in stream.Watches)
                watch.Windows.ForgetBefore(oldestNs);
        }

        Volatile.Write(ref _settled, _written.Decided);
    }

    // What was decided when the documents were written.
    private sealed record Checkpoint(
        long Decided,
        long Processed,
        long Triggers,
        long Omitted,
        ImmutableArray<long> Appended,
        ImmutableArray<(PublisherStream Stream, long OldestNs)> Oldest);
}

/// <summary>What a <see cref="ModeRecorder"/> works with.</summary>
/// <param name="Publisher">Whose blocks.</param>
/// <param name="BufferBytes">Bytes of memory: half for each of the two queues between the threads, half for blocks that
/// wait for a trigger.</param>
/// <param name="Registry">The formats.</param>
/// <param name="NewSerializer">Writes blocks that are not stored as they were published.</param>
/// <param name="Open">Opens the journal of a group; throws where it cannot.</param>
/// <param name="Time">Clock.</param>
internal sealed record ModeSurroundings(
    Guid Publisher,
    int BufferBytes,
    SerializerRegistry Registry,
    Func<IBlockSerializer> NewSerializer,
    Func<GroupPlan, GroupJournal> Open,
    TimeProvider Time);
