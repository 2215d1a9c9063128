using System.Collections.Immutable;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Recordings;

namespace SignalMonitor.Recorder;

/// <summary>
/// The journal of one group of channels of one publisher, with its account. Recorder's thread, but for
/// <see cref="Lost"/>.
/// </summary>
/// <param name="plan">What is recorded of the group.</param>
/// <param name="notKeptBlocks">Receives what is left out on purpose.</param>
/// <param name="ringBytes">Bytes of the ring of its archive.</param>
internal sealed class RecordedGroup(GroupPlan plan, NotKeptBlocks notKeptBlocks, int ringBytes) : IDisposable
{
    private readonly Dictionary<(ulong Epoch, uint Stream), ulong> _archived = [];
    private readonly Dictionary<(ulong Epoch, uint Stream), ulong> _lastNotKept = [];
    private readonly Dictionary<uint, Counted> _counted = [];
    private IReadOnlyList<NotKeptRange> _notKeptBefore = [];
    private ArchiveCatalogues? _catalogues;
    private (PublisherCatalogue Whole, PublisherCatalogue Own)? _described;
    private RangeReader? _earlier;
    private RecordedAccount _before = new("", 0, 0, 0, 0, null);
    private long _received;
    private long _merged;
    private long _notKept;
    private long _stored;
    private long _refused;
    private long _waiting;

    /// <summary>What is recorded.</summary>
    public GroupPlan Plan => plan;

    /// <summary>The journal; null before the first block.</summary>
    public GroupJournal? Journal { get; private set; }

    /// <summary>Blocks that it could not store; any thread.</summary>
    public long Lost => Volatile.Read(ref _refused) + (Journal?.Archive.LostBlocks ?? 0);

    private bool IsReduced => plan.Mode == RecorderMode.Reduced;

    /// <summary>Begins, or continues after an earlier process.</summary>
    /// <param name="journal">The journal, which is open.</param>
    /// <param name="state">Its account by then; null for a new one.</param>
    public void Open(GroupJournal journal, JournalState? state)
    {
        Journal = journal;
        _catalogues = new ArchiveCatalogues(journal.Archive);
        foreach (StreamExtent extent in journal.Archive.Recovery.Extents)
            _archived[(extent.Epoch, extent.Stream)] = extent.Last;
        _notKeptBefore = journal.NotKept;
        foreach (NotKeptRange range in _notKeptBefore)
            _lastNotKept[(range.Epoch, range.Stream)] =
                Math.Max(range.To, _lastNotKept.GetValueOrDefault((range.Epoch, range.Stream)));
        _before = state?.Account ?? _before;

        // Reduced blocks that were stored after the account are not made again.
        if (IsReduced)
            _before = _before with
            {
                Stored = journal.Archive.Recovery.Extents.Where(extent => FrameHeader.IsDataStream(extent.Stream))
                    .Sum(extent => (long)extent.Records),
            };
        if (state is null)
            return;
        foreach (JournalStreamState stream in state.Streams)
            _counted[stream.Id] = new Counted(stream.Epoch, stream.Sequence, stream.NextIndex);
    }

    /// <summary>Number of the newest block of a stream that is in the journal.</summary>
    public ulong LastOf(ulong epoch, uint stream) => _archived.GetValueOrDefault((epoch, stream));

    /// <summary>Where a reduced stream goes on after the process before this one ended; null unknown.</summary>
    public long? NextIndexOf(uint stream) => _counted.GetValueOrDefault(stream).NextIndex;

    /// <summary>
    /// What an earlier process decided of a block that comes again: it is in the journal, or stated as not kept. What
    /// was written last of either may be gone, so each block is looked for.
    /// </summary>
    public BlockDecision FindEarlier(in FrameHeader header)
    {
        (ulong, uint) stream = (header.Epoch, header.Stream);
        if (header.Sequence <= _lastNotKept.GetValueOrDefault(stream) && IsNotKept(header))
            return BlockDecision.NotKept;
        return header.Sequence <= LastOf(header.Epoch, header.Stream) && IsStored(header)
            ? BlockDecision.Stored : BlockDecision.None;
    }

    /// <summary>Counts a block that an earlier process decided, unless that did; in the order of the blocks.</summary>
    public void Count(in FrameHeader header, BlockDecision decision)
    {
        if (!TryCount(header))
            return;
        if (decision == BlockDecision.NotKept)
            _notKept++;
        else
            _stored++;
    }

    /// <summary>Stores a block.</summary>
    /// <param name="headerBytes">Its header.</param>
    /// <param name="payload">Its payload.</param>
    /// <param name="header">The header, read.</param>
    /// <param name="catalogue">What describes it, as the group has it; null unknown.</param>
    public void Store(
        ReadOnlySpan<byte> headerBytes,
        ReadOnlySpan<byte> payload,
        in FrameHeader header,
        PublisherCatalogue? catalogue)
    {
        // One that a killed process had counted, and lost, is stored again and not counted again.
        bool isNew = TryCount(header);
        _merged += isNew && IsReduced ? 1 : 0;
        _stored += isNew || IsReduced ? 1 : 0;
        if (header.Sequence > LastOf(header.Epoch, header.Stream))
            Append(headerBytes, payload, header, catalogue);
        else
            Volatile.Write(ref _refused, _refused + 1);
    }

    /// <summary>Stores a reduced block.</summary>
    public void StoreReduced(
        ReadOnlySpan<byte> headerBytes,
        ReadOnlySpan<byte> payload,
        in FrameHeader header,
        PublisherCatalogue catalogue)
    {
        _stored++;
        Append(headerBytes, payload, header, catalogue);
    }

    /// <summary>A block is in a reduced one, or will be.</summary>
    public void Merge(in FrameHeader header) => _merged += TryCount(header) ? 1 : 0;

    /// <summary>Leaves a block out; false when it has to be stored.</summary>
    public bool TryMarkNotKept(in FrameHeader header, string reason)
    {
        if (IsReduced && IsNotKept(header))
            return true;
        if (!notKeptBlocks.TryAdd(Journal!.Folder, header, reason))
            return false;
        _notKept += TryCount(header) ? 1 : 0;
        return true;
    }

    /// <summary>The process ends: a reduced stream goes on at a sample.</summary>
    public void EndAt(uint stream, long nextIndex)
    {
        if (_counted.TryGetValue(stream, out Counted counted))
            _counted[stream] = counted with { NextIndex = nextIndex };
    }

    /// <summary>The catalogue of the journal: what the group has of each stream.</summary>
    /// <param name="whole">The catalogue of the publisher.</param>
    /// <param name="describe">What the group has of a stream; null nothing.</param>
    public PublisherCatalogue Describe(
        PublisherCatalogue whole, Func<StreamDescription, StreamDescription?> describe)
    {
        if (_described is not { } known || !ReferenceEquals(known.Whole, whole))
        {
            StreamDescription[] own = [.. whole.Streams.Select(describe).OfType<StreamDescription>()];
            _described = known = (whole, whole with { Streams = [.. own] });
        }

        return known.Own;
    }

    /// <summary>What the next process needs; null before the first block.</summary>
    /// <param name="lostBefore">Blocks that were lost on their way to it.</param>
    public JournalState? Save(long lostBefore)
    {
        if (Journal is null)
            return null;
        long lost = lostBefore + (IsReduced ? 0 : Lost);
        RecordedAccount account = new(
            Journal.Folder,
            _before.Received + _received + lostBefore,
            _before.Stored + _stored - Lost,
            _before.NotKept + _notKept,
            _before.Lost + lost,
            IsReduced ? (_before.Merged ?? 0) + _merged : null);
        return new JournalState(account, [.. _counted.Select(
            one => new JournalStreamState(one.Key, one.Value.Epoch, one.Value.Sequence, one.Value.NextIndex))]);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _earlier?.Dispose();
        Journal?.Archive.Dispose();
    }

    // The ring of the archive is small: who appends also writes it out.
    private void Append(
        ReadOnlySpan<byte> headerBytes,
        ReadOnlySpan<byte> payload,
        in FrameHeader header,
        PublisherCatalogue? catalogue)
    {
        _archived[(header.Epoch, header.Stream)] = header.Sequence;
        if (catalogue is not null)
            _catalogues!.Append(header, catalogue);
        long size = headerBytes.Length + payload.Length;
        _waiting += size;
        if (_waiting > ringBytes / 4)
        {
            Journal!.Archive.Step();
            _waiting = size;
        }

        Journal!.Archive.Append(headerBytes, payload);
    }

    private bool IsNotKept(in FrameHeader header)
    {
        foreach (NotKeptRange range in _notKeptBefore)
        {
            if (range.Epoch == header.Epoch && range.Stream == header.Stream
                && range.From <= header.Sequence && range.To >= header.Sequence)
                return true;
        }

        return false;
    }

    private bool IsStored(in FrameHeader header)
    {
        _earlier ??= Journal!.Archive.View().NewReader();
        _earlier.Begin(new FrameRange(header.Epoch, header.Stream, header.Sequence, header.Sequence));
        return _earlier.Next() == ReadStep.Frame;
    }

    private bool TryCount(in FrameHeader header)
    {
        ref Counted counted = ref CollectionsMarshal.GetValueRefOrAddDefault(_counted, header.Stream, out _);
        if (header.Epoch < counted.Epoch || (header.Epoch == counted.Epoch && header.Sequence <= counted.Sequence))
            return false;
        counted = new Counted(header.Epoch, header.Sequence, null);
        _received++;
        return true;
    }

    private readonly record struct Counted(ulong Epoch, ulong Sequence, long? NextIndex);
}

/// <summary>What became of a block.</summary>
internal enum BlockDecision
{
    /// <summary>It is not decided.</summary>
    None,

    /// <summary>It is kept, whatever triggers say.</summary>
    Forced,

    /// <summary>It is in the journal.</summary>
    Stored,

    /// <summary>It is stated as not kept.</summary>
    NotKept,
}

/// <summary>The journal of a group in a recording.</summary>
/// <param name="Folder">Name of its folder.</param>
/// <param name="Archive">Where its blocks go.</param>
/// <param name="NotKept">What earlier processes left out of it on purpose.</param>
/// <param name="ReducedEnds">Newest reduced block that an earlier process stored, by stream.</param>
internal sealed record GroupJournal(
    string Folder,
    FrameArchive Archive,
    IReadOnlyList<NotKeptRange> NotKept,
    IReadOnlyDictionary<uint, ReducedEnd> ReducedEnds);

/// <summary>The newest reduced block of a stream.</summary>
/// <param name="Epoch">Its epoch.</param>
/// <param name="Sequence">Its number.</param>
/// <param name="NextIndex">Index of the sample after it, by the reduced clock.</param>
/// <param name="NextNs">When that is due, UTC ns.</param>
internal readonly record struct ReducedEnd(ulong Epoch, ulong Sequence, long NextIndex, long NextNs);
