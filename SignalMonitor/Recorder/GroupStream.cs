using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Recorder.Modes;

namespace SignalMonitor.Recorder;

/// <summary>
/// What one group records of one stream. Blocks are decided in their order: one whose trigger may still come holds up
/// those after it. Recorder's thread; a block does not allocate.
/// </summary>
internal sealed class GroupStream
{
    // An event is reported once a second, after it was computed. Blocks that come again come faster than the time goes.
    private static readonly TimeSpan EventDelay = TimeSpan.FromSeconds(3);

    private const string Unreadable = "Unreadable";

    private readonly RecordedGroup _group;
    private readonly bool _isFirst;
    private readonly IBlockSerializer _serializer;
    private readonly FrameQueue<HeldBlock> _held;
    private readonly int _heldBytes;
    private readonly TriggerWatch[] _watches;
    private readonly CycleSelector _cycles;
    private readonly CDataBlock _narrow = new(BlockLayout.Empty);
    private readonly ArrayBufferWriter<byte> _payload = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly StreamReducer.Finished _finished;
    private readonly long _preNs;
    private readonly TimeProvider? _eventTime;
    private KeptChannels? _kept;
    private PublisherCatalogue? _catalogue;
    private StreamReducer? _reducer;
    private ReducedGrid? _grid;
    private FrameHeader _newest;
    private ulong _reducedEpoch;
    private ulong _reduced;
    private bool _hasFinished;
    private bool _isJudged;
    private bool _isSized;
    private bool _isResumed;

    /// <summary>Prepares it.</summary>
    /// <param name="group">The group.</param>
    /// <param name="isFirst">True for the group that has what cannot be read.</param>
    /// <param name="watches">The triggers of the stream, in the order of the plan.</param>
    /// <param name="serializer">Writes blocks that are not stored as they were published.</param>
    /// <param name="heldBytes">Bytes of blocks that may wait for a trigger.</param>
    /// <param name="time">Clock.</param>
    public GroupStream(
        RecordedGroup group,
        bool isFirst,
        TriggerWatch[] watches,
        IBlockSerializer serializer,
        int heldBytes,
        TimeProvider time)
    {
        (_group, _isFirst, _serializer, _heldBytes) = (group, isFirst, serializer, heldBytes);
        _watches = [.. group.Plan.Triggers.Select(index => watches[index])];
        _preNs = _watches.Length == 0
            ? 0
            : _watches.Max(watch => watch.PreNs
                + (watch.IsOfSignal ? 0 : EventDelay.Ticks * UtcClock.NanosecondsPerTick));
        _eventTime = _watches.All(watch => watch.IsOfSignal) ? null : time;
        _cycles = new CycleSelector(group.Plan.CycleSignal);
        _held = new FrameQueue<HeldBlock>(heldBytes);
        _finished = StoreReduced;
    }

    /// <summary>True when the group has a channel of the stream.</summary>
    public bool HasChannels => _kept?.IsEmpty == false;

    /// <summary>Number of the oldest frame that is not decided; null none.</summary>
    public long? OldestPending { get; private set; }

    /// <summary>Time of the oldest block that waits; null none.</summary>
    public long? OldestNs => _held.Count > 0 ? _held.Tag(0).FirstNs : null;

    /// <summary>What is to be said: the memory is too small for the time before a trigger; null nothing.</summary>
    public string? Shortfall { get; private set; }

    /// <summary>The stream is another one from here on.</summary>
    /// <param name="kept">What the group has of it.</param>
    /// <param name="signals">Its signals.</param>
    /// <param name="catalogue">What the journal says of it.</param>
    /// <param name="isJudged">False when a trigger of the group has no signal: everything is kept then.</param>
    public void Adopt(KeptChannels kept, StreamSignals signals, PublisherCatalogue catalogue, bool isJudged)
    {
        bool isSame = _kept is not null && kept.Source.Equals(_kept.Source);
        (_kept, _isJudged) = (kept, isJudged);
        _cycles.Find(signals);
        if (isSame)
        {
            _catalogue = catalogue;
            return;
        }

        EndReduced();
        _catalogue = catalogue;
        _isSized = false;
        _grid = _group.Plan.Mode == RecorderMode.Reduced ? ReducedGrid.Create(kept.Source, _group.Plan.RateHz) : null;
        _reducer = _grid is null || kept.IsEmpty ? null : new StreamReducer(kept, _grid);
        Opened();
    }

    /// <summary>The journal of the group is open, or may be.</summary>
    public void Opened()
    {
        if (_reducer is null || _isResumed || _group.Journal is null)
            return;
        _isResumed = true;
        ResumeReduced(_kept!.Source.Id);
    }

    /// <summary>Takes a block of the stream.</summary>
    /// <param name="headerBytes">Its header.</param>
    /// <param name="payload">Its payload.</param>
    /// <param name="header">The header, read.</param>
    /// <param name="block">The block.</param>
    /// <param name="instant">When it was.</param>
    /// <param name="lastNs">Time of its last sample.</param>
    /// <param name="number">Number of the frame.</param>
    public void Take(
        ReadOnlySpan<byte> headerBytes,
        ReadOnlySpan<byte> payload,
        in FrameHeader header,
        CDataBlock block,
        in BlockInstant instant,
        long lastNs,
        long number)
    {
        if (_reducer is not null)
        {
            Reduce(header, block, instant, number);
            return;
        }

        if (TakeEarlier(headerBytes, header, instant, lastNs, number))
            return;
        RecorderMode mode = _group.Plan.Mode;
        if (mode == RecorderMode.Cycles && !_cycles.IsKept(block)
            && _group.TryMarkNotKept(header, nameof(RecorderMode.Cycles)))
            return;
        FrameHeader stored = header;
        if (!_kept!.IsAll)
        {
            stored = Narrow(header, block);
            headerBytes = _header;
            payload = _payload.WrittenSpan;
        }

        if (mode == RecorderMode.Triggered)
            Hold(
                headerBytes, payload, stored, instant, lastNs, number,
                _isJudged ? BlockDecision.None : BlockDecision.Forced);
        else
            _group.Store(headerBytes, payload, stored, _catalogue);
    }

    /// <summary>Takes a block that cannot be read: the first group has it as it came.</summary>
    public void TakeUnreadable(
        ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload, in FrameHeader header, long nowNs, long number)
    {
        BlockInstant now =
            new(header.Epoch, header.Sequence, header.AcquiredNs, Index: 0, BeginNs: nowNs, EndNs: nowNs);
        if (_reducer is null && TakeEarlier(headerBytes, header, now, nowNs, number))
            return;
        bool isKept = _isFirst && _group.Plan.Mode != RecorderMode.Reduced;
        if (isKept && _group.Plan.Mode == RecorderMode.Triggered)
            Hold(headerBytes, payload, header, now, nowNs, number, BlockDecision.Forced);
        else if (isKept || !_group.TryMarkNotKept(header, Unreadable))
            _group.Store(headerBytes, payload, header, _catalogue);
    }

    /// <summary>Decides what can be decided.</summary>
    /// <param name="nowNs">Time up to which triggers were looked for.</param>
    public void Decide(long nowNs)
    {
        while (_held.Count > 0)
        {
            ref readonly HeldBlock oldest = ref _held.Tag(0);
            if (!IsWanted(oldest) && (oldest.LastNs >= nowNs - _preNs || IsTooNew(oldest)))
                break;
            DecideOldest();
        }

        if (_reducer is null)
            OldestPending = _held.Count > 0 ? _held.Tag(0).Number : null;
    }

    /// <summary>Decides all: no trigger comes any more.</summary>
    /// <param name="isOver">False when the run goes on without this process: what waits is kept.</param>
    public void End(bool isOver)
    {
        while (_held.Count > 0)
        {
            if (isOver)
                DecideOldest();
            else
                StoreOldest();
        }

        EndReduced();
        OldestPending = null;
    }

    // What an earlier process decided is counted in its turn.
    private bool TakeEarlier(
        ReadOnlySpan<byte> headerBytes, in FrameHeader header, in BlockInstant instant, long lastNs, long number)
    {
        BlockDecision earlier = _group.FindEarlier(header);
        if (earlier == BlockDecision.None)
            return false;
        if (_held.Count == 0)
            _group.Count(header, earlier);
        else
            Hold(headerBytes, [], header, instant, lastNs, number, earlier);
        return true;
    }

    private bool IsWanted(in HeldBlock block)
    {
        if (block.Decision != BlockDecision.None)
            return true;
        foreach (TriggerWatch watch in _watches)
        {
            if (watch.Windows.Meets(block.FirstNs, block.LastNs))
                return true;
        }

        return false;
    }

    private bool IsTooNew(in HeldBlock block) =>
        _eventTime is not null && _eventTime.GetElapsedTime(block.TakenAt) < EventDelay;

    private void DecideOldest()
    {
        ref readonly HeldBlock oldest = ref _held.Tag(0);
        if (!IsWanted(oldest) && _group.TryMarkNotKept(oldest.Header, nameof(RecorderMode.Triggered)))
            _held.RemoveOldest();
        else
            StoreOldest();
    }

    private void StoreOldest()
    {
        ref readonly HeldBlock oldest = ref _held.Tag(0);
        if (oldest.Decision is BlockDecision.Stored or BlockDecision.NotKept)
            _group.Count(oldest.Header, oldest.Decision);
        else
            _group.Store(_held.Header(0), _held.Payload(0), oldest.Header, oldest.Catalogue);
        _held.RemoveOldest();
    }

    private void Hold(
        ReadOnlySpan<byte> headerBytes,
        ReadOnlySpan<byte> payload,
        in FrameHeader header,
        in BlockInstant instant,
        long lastNs,
        long number,
        BlockDecision decision)
    {
        if (!_isSized && instant.EndNs > instant.BeginNs && payload.Length > 0)
            Size(headerBytes.Length + payload.Length, instant.EndNs - instant.BeginNs);
        HeldBlock block = new(
            header, instant.BeginNs, lastNs, number, decision, _catalogue, _eventTime?.GetTimestamp() ?? 0);
        while (!_held.TryAdd(headerBytes, payload, block))
        {
            if (_held.Count == 0)
            {
                // Only a block that is larger than the memory: one that was decided is small.
                _group.Store(headerBytes, payload, header, _catalogue);
                return;
            }

            DecideOldest();
        }
    }

    // Said with the first block, when the bytes of a second are known.
    private void Size(int bytes, long durationNs)
    {
        _isSized = true;
        double needed = (double)bytes * _preNs / durationNs;
        if (needed <= _heldBytes)
            return;
        Shortfall = FormattableString.Invariant(
            $"{_preNs / 1e9:0.###} s before a trigger of stream {_catalogue!.Stream(_kept!.Source.Id)?.Name} need ")
            + FormattableString.Invariant($"{needed / (1 << 20):0.#} MiB of memory, and there are ")
            + FormattableString.Invariant($"{_heldBytes / (double)(1 << 20):0.#}: ")
            + FormattableString.Invariant($"{_heldBytes / needed * _preNs / 1e9:0.###} s; ")
            + "raise Recorder:BufferMegabytes or lower PreMs";
    }

    private FrameHeader Narrow(in FrameHeader header, CDataBlock block)
    {
        _kept!.Copy(block, _narrow);
        return Write(header, _narrow);
    }

    private FrameHeader Write(in FrameHeader header, CDataBlock block)
    {
        _payload.ResetWrittenCount();
        _serializer.Serialize(block, _payload);
        FrameHeader written = (header with { Content = _serializer.ContentId }).WithPayload(_payload.WrittenSpan);
        written.Write(_header);
        return written;
    }

    private void Reduce(in FrameHeader header, CDataBlock block, in BlockInstant instant, long number)
    {
        if (header.Epoch != _reducedEpoch)
        {
            _reducer!.End(_finished);
            (_reducedEpoch, _reduced) = (header.Epoch, _group.LastOf(header.Epoch, header.Stream));
        }

        _newest = header;
        _hasFinished = false;
        _reducer!.Take(block, header.AcquiredNs, (int)(instant.NextIndex - instant.Index), _finished);
        _group.Merge(header);
        if (!_reducer.IsPending)
            OldestPending = null;
        else if (_hasFinished || OldestPending is null)
            OldestPending = number;
    }

    private void StoreReduced(CDataBlock block, long acquiredNs, bool isAfterGap)
    {
        _hasFinished = true;
        _reduced += isAfterGap && _reduced > 0 ? 2UL : 1UL;
        FrameHeader header = Write(
            _newest with { Epoch = _reducedEpoch, Sequence = _reduced, AcquiredNs = acquiredNs }, block);
        _group.StoreReduced(_header, _payload.WrittenSpan, header, _catalogue!);
    }

    private void EndReduced()
    {
        if (_reducer is null)
            return;
        _reducer.End(_finished);
        if (_reducer.NextIndex is { } next)
            _group.EndAt(_kept!.Source.Id, next);
        OldestPending = null;
    }

    private void ResumeReduced(uint stream)
    {
        if (!_group.Journal!.ReducedEnds.TryGetValue(stream, out ReducedEnd end))
            return;
        long stored = end.NextIndex / ReducedGrid.PerInterval;
        long? next = _group.NextIndexOf(stream) is { } index ? _grid!.IntervalOf(index) : null;
        _reducer!.ResumeAt(next < stored ? next.Value : stored, end.NextNs);
    }

    private readonly record struct HeldBlock(
        FrameHeader Header,
        long FirstNs,
        long LastNs,
        long Number,
        BlockDecision Decision,
        PublisherCatalogue? Catalogue,
        long TakenAt);
}
