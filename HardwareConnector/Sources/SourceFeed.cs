using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Rings;
using HardwareConnector.Recording;
using HardwareConnector.Sources.Watching;
using LinkState = FuncLibs.Messaging.Wire.Broadcast.LinkState;

namespace HardwareConnector.Sources;

/// <summary>
/// The path from a source thread to the publish thread: a bounded ring, and the policy for a full one. A block that
/// does not fit is dropped, its samples are counted, and the next block that fits carries their range: no loss is
/// silent. While the ring is empty and the publish thread has nothing to do, the source thread may publish a block by
/// itself (<see cref="Stage"/>). All methods belong to the source thread; any thread may read the counters.
/// </summary>
public sealed class SourceFeed : IDisposable
{
    private readonly SpscRing<SourceItem> _ring;
    private RigDescription? _description;
    private StreamCursor[] _cursors = [];
    private StreamWatch[] _watches = [];
    private IPublishStage? _stage;
    private long _dropped;

    /// <summary>Creates the ring.</summary>
    /// <param name="capacity">Capacity in items; a power of two.</param>
    /// <param name="signal">Signal on which the publish thread waits for several feeds; null = one of its own.</param>
    public SourceFeed(int capacity, ConsumerSignal? signal = null) =>
        _ring = new SpscRing<SourceItem>(capacity, signal);

    /// <summary>Published names of the streams.</summary>
    public StreamNaming Naming { get; init; }

    /// <summary>Highest number of streams of this source: its share of the connector's.</summary>
    public int MaxStreams { get; init; } = StreamNaming.MaxStreams;

    /// <summary>
    /// Returns the mark that an earlier run of the connector left for a stream, by its published name; null = none.
    /// </summary>
    public Func<string, SampleMark?>? Left { get; init; }

    /// <summary>Common limits of all sources.</summary>
    public StreamQuota Quota { get; init; } = new();

    /// <summary>
    /// True for a recording: its findings were reported when it was recorded, and its due times have another speed.
    /// </summary>
    public bool IsReplay { get; init; }

    /// <summary>Memory for preallocated blocks in bytes: this source's share.</summary>
    public long PrefillBytes { get; init; } = RigDescription.PrefillBytes;

    /// <summary>
    /// Called with the published names of a description before it is passed on. Only the thread of this source waits
    /// for its disk access.
    /// </summary>
    public Action<IEnumerable<string>> NumberStreams { get; init; } = static _ => { };

    /// <summary>The ring, for the publish thread.</summary>
    public SpscRing<SourceItem> Ring => _ring;

    /// <summary>
    /// What publishes, as the source thread may do it; null while every block goes through the ring. Set by the publish
    /// thread.
    /// </summary>
    internal IPublishStage? Stage
    {
        get => Volatile.Read(ref _stage);
        set => Volatile.Write(ref _stage, value);
    }

    /// <summary>True while blocks queue up before the publish thread: other work has to wait. Any thread.</summary>
    public bool IsPilingUp => _ring.Count > _ring.Capacity / 2;

    /// <summary>
    /// Highest number of blocks in use per description: the full ring, one being filled and one being published.
    /// </summary>
    public int BlocksInUse => _ring.Capacity + 2;

    /// <summary>Description of the rig; null before its first hello. Any thread may read.</summary>
    public RigDescription? Description => Volatile.Read(ref _description);

    /// <summary>Findings at the streams of the rig. Any thread may read.</summary>
    public IReadOnlyList<StreamWatch> Watches => Volatile.Read(ref _watches);

    /// <summary>Counters of the events of the rig. Any thread may read.</summary>
    public RigEventCounts Events { get; } = new();

    /// <summary>Blocks dropped because the queue was full or all blocks were in use. Any thread may read.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>
    /// Why a description cannot be published, for the rig and the log; null if it can, and then it counts as published.
    /// Call before memory is allocated for its blocks.
    /// </summary>
    public string? Admit(ImmutableArray<StreamDescription> streams)
    {
        if (streams.Length > MaxStreams)
            return $"{streams.Length} streams; a source of this connector may have {MaxStreams}";
        int limit = Quota.Frames.MaxPayloadBytes;
        foreach (StreamDescription stream in streams)
        {
            if (stream.MaxDocumentBytes > limit)
                return $"a block of stream {stream.Name} may take {stream.MaxDocumentBytes} bytes; a frame carries "
                    + $"{limit}";
        }

        return Naming.FindFault(streams) ?? Quota.Admit(this, streams);
    }

    /// <summary>
    /// Passes on a description; it applies from the next block on. Waits for space, because it must not be lost.
    /// </summary>
    public void Describe(RigDescription description, CancellationToken stop)
    {
        _cursors = [.. description.Streams.Select((_, i) => CursorOf(description.Streams, i))];
        Volatile.Write(ref _watches, [.. description.Streams.Select(WatchOf)]);
        Volatile.Write(ref _description, description);
        NumberStreams(description.Streams.Select((_, i) => Naming.NameOf(description.Streams, i)));
        WriteOrWait(new SourceItem { Kind = SourceItemKind.Description, Description = description }, stop);
    }

    /// <summary>Reports a change of the link.</summary>
    /// <param name="link">Its state.</param>
    /// <param name="stop">Cancels a wait for space.</param>
    /// <param name="reason">Reason, for people; null for none.</param>
    public void Report(LinkState link, CancellationToken stop, string? reason = null)
    {
        if (link != LinkState.Offline)
        {
            foreach (ref StreamCursor cursor in _cursors.AsSpan())
                cursor.MayRestartCount();
        }

        WriteOrWait(new SourceItem { Kind = SourceItemKind.State, Link = link, Reason = reason }, stop);
    }

    /// <summary>
    /// Passes on an event of the rig, in order with the blocks. A full ring drops it, and it is counted.
    /// </summary>
    public void ReportState(int stream, LinkEvent happened)
    {
        if (_ring.TryWrite(new SourceItem { Kind = SourceItemKind.Event, Stream = stream, Event = happened }))
            Events.CountTaken();
        else
            Events.CountLost();
    }

    /// <summary>Rents a cleared block of a stream, or null when all are in use; then call <see cref="Lose"/>.</summary>
    public CDataBlock? TryRent(int stream) => _description!.Pool(stream).TryRent();

    /// <summary>Returns a block that will not be offered.</summary>
    public void Return(int stream, CDataBlock block) => _description!.Pool(stream).Return(block);

    /// <summary>
    /// Handles a filled block with its header. Values that the rig itself marks invalid must not be published as good,
    /// and a frame has no field for it: they are declared lost.
    /// </summary>
    /// <param name="stream">Index of its stream.</param>
    /// <param name="block">The block.</param>
    /// <param name="header">Due time, error code, fill level of the rig's buffer.</param>
    /// <param name="trimmed">True when channels or bits were trimmed.</param>
    public void Receive(int stream, CDataBlock block, in RigHeader header, bool trimmed)
    {
        _watches[stream].Findings.Header(header.ErrorCode, header.BufferPerMille);
        if (header.ErrorCode == 0)
            Offer(stream, block, header.DueNs, trimmed);
        else
            Drop(stream, block, string.Create(CultureInfo.InvariantCulture, $"rig error code {header.ErrorCode}"));
    }

    /// <summary>
    /// Offers a filled block. A full ring drops it and declares its samples with the next one; a repeated block is
    /// dropped.
    /// </summary>
    public void Offer(int stream, CDataBlock block, long dueNs, bool trimmed)
    {
        ref StreamCursor cursor = ref _cursors[stream];
        long first = block.FirstSampleIndex;
        int points = PointsOf(block, _description!.Streams[stream]);
        double clockHz = IsReplay ? 0 : block.SampleRateHz;
        if (cursor.Repeats(first, points, dueNs, clockHz))
        {
            _watches[stream].Findings.Count(RigFinding.Repeated);
            Return(stream, block);
            return;
        }

        if (!IsReplay && !cursor.IsResumed && cursor.RestartsCount(first))
            _watches[stream].Findings.Count(RigFinding.CounterRestarted);
        if (!IsReplay)
            _watches[stream].Observe(block, points, dueNs);
        SampleRange missing = cursor.MissingBefore(first, dueNs, clockHz);
        BlockPool pool = _description.Pool(stream);
        SourceItem item = new()
        {
            Kind = SourceItemKind.Block,
            Block = block,
            Pool = pool,
            Stream = stream,
            DueNs = dueNs,
            Trimmed = trimmed,
            Missing = missing,
        };
        if (TryPublish(item) || _ring.TryWrite(item))
        {
            cursor.Delivered(first, points, dueNs);
            return;
        }

        Drop(stream, block, "source queue full");
    }

    /// <summary>Drops a filled block; the next one passed on declares its samples with this reason.</summary>
    public void Drop(int stream, CDataBlock block, string reason)
    {
        _cursors[stream].Dropped(block.FirstSampleIndex, PointsOf(block, _description!.Streams[stream]), reason);
        Return(stream, block);
        CountDropped();
    }

    /// <summary>Reports a block that could not be received: the next one that fits declares its samples.</summary>
    public void Lose(int stream, string reason)
    {
        _cursors[stream].Lost(reason);
        CountDropped();
    }

    /// <summary>Reports samples that are missing at the source; the next block passed on declares them.</summary>
    public void Miss(int stream, in SampleRange range) => _cursors[stream].SetKnown(range);

    /// <summary>Allows any index for the next block: it is not a repetition.</summary>
    public void MayRestartCount(int stream) => _cursors[stream].MayRestartCount();

    /// <summary>Sets the reason for samples missing before the next block, if any.</summary>
    public void Explain(int stream, string reason) => _cursors[stream].Lost(reason);

    /// <inheritdoc/>
    public void Dispose() => _ring.Dispose();

    private bool TryPublish(in SourceItem item)
    {
        if (_ring.Count > 0 || Stage?.TryPublish(item) != true)
            return false;
        _ring.CountInline();
        return true;
    }

    // A stream with the same name and clock continues: what was dropped before a new hello is declared after it.
    private StreamCursor CursorOf(ImmutableArray<StreamDescription> streams, int index)
    {
        StreamDescription stream = streams[index];
        for (int i = 0; i < _cursors.Length; i++)
        {
            StreamDescription known = _description!.Streams[i];
            if (known.Name == stream.Name && known.BaseRateHz == stream.BaseRateHz)
                return _cursors[i];
        }

        SampleMark? left = IsReplay ? null : Left?.Invoke(Naming.NameOf(streams, index));
        return left is { } mark && mark.RateHz == stream.BaseRateHz ? StreamCursor.Resume(mark) : default;
    }

    private StreamWatch WatchOf(StreamDescription stream) =>
        new(stream, Array.Find(_watches, watch => watch.Name == stream.Name));

    private void CountDropped() => Volatile.Write(ref _dropped, _dropped + 1);

    /// <summary>
    /// Points on the base clock, which is that of the servo channels; a rig without servo channels has only full
    /// blocks.
    /// </summary>
    internal static int PointsOf(CDataBlock block, StreamDescription stream) => block.ChannelCount(BlockGroup.Servo) > 0
        ? block.Channel(BlockGroup.Servo, 0).PointCount
        : stream.PointsPerBlock;

    // Only at start, at a hello and at a link change: a wait here costs no block.
    private void WriteOrWait(in SourceItem item, CancellationToken stop)
    {
        while (!_ring.TryWrite(item) && !stop.WaitHandle.WaitOne(1))
        {
        }
    }
}

/// <summary>The work of the publish thread, as the thread of one source may do it.</summary>
internal interface IPublishStage
{
    /// <summary>
    /// Source thread, while its ring is empty: publishes a block and returns it to its pool, if the publish thread has
    /// nothing to do. Does not wait.
    /// </summary>
    /// <returns>False when the block is still the caller's.</returns>
    bool TryPublish(in SourceItem item);
}
