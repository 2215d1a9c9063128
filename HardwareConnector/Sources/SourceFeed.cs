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
/// The way from a source thread to the publish thread: a bounded ring, and the rule for a full one. What does not fit is dropped, its
/// samples are added up, and the next block that fits carries their range: nothing is skipped silently.
/// All methods belong to the source thread; the counters may be read by anyone.
/// </summary>
public sealed class SourceFeed : IDisposable
{
    private readonly SpscRing<SourceItem> _ring;
    private RigDescription? _description;
    private StreamCursor[] _cursors = [];
    private StreamWatch[] _watches = [];
    private long _dropped;

    /// <summary>Makes the ring.</summary>
    /// <param name="capacity">Items it holds; a power of two.</param>
    /// <param name="bell">Where the publish thread waits when it has several feeds; null = at this one.</param>
    public SourceFeed(int capacity, ConsumerSignal? bell = null) => _ring = new SpscRing<SourceItem>(capacity, bell);

    /// <summary>What the streams are called when they are published.</summary>
    public StreamNaming Naming { get; init; }

    /// <summary>Streams that this source may have: its share of those that a connector has.</summary>
    public int MaxStreams { get; init; } = StreamNaming.MaxStreams;

    /// <summary>
    /// Takes where an earlier run of the connector left a stream, by its published name; null = nowhere.
    /// </summary>
    public Func<string, SampleMark?>? Left { get; init; }

    /// <summary>What all sources together may have.</summary>
    public StreamQuota Quota { get; init; } = new();

    /// <summary>True for a recording: what its rig did wrong was found when it was recorded,
    /// and its due times keep another speed.</summary>
    public bool IsReplay { get; init; }

    /// <summary>Memory in bytes for blocks that are made ahead: this source's share.</summary>
    public long PrefillBytes { get; init; } = RigDescription.PrefillBytes;

    /// <summary>Called with the published names of a description before it is handed over. What it writes to the disk
    /// is waited for by the
    /// thread of this source, and by no other.</summary>
    public Action<IEnumerable<string>> NumberStreams { get; init; } = static _ => { };

    /// <summary>The ring, for the publish thread.</summary>
    public SpscRing<SourceItem> Ring => _ring;

    /// <summary>True while blocks pile up before the publish thread: whatever is not live gives way. Any thread.</summary>
    public bool IsPilingUp => _ring.Held > _ring.Capacity / 2;

    /// <summary>Blocks a description may have in use: the full ring, one being filled and one being published.</summary>
    public int BlocksInUse => _ring.Capacity + 2;

    /// <summary>What the rig is; null before its first hello. Any thread may read it.</summary>
    public RigDescription? Description => Volatile.Read(ref _description);

    /// <summary>What was found at the streams of the rig. Any thread may read it.</summary>
    public IReadOnlyList<StreamWatch> Watches => Volatile.Read(ref _watches);

    /// <summary>What became of the events of the rig. Any thread may read it.</summary>
    public RigEventCounts Events { get; } = new();

    /// <summary>Blocks that were dropped because the queue was full or all blocks were in use. Any thread may read it.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>
    /// Why a description cannot be published, for the rig and the log; null when it can, and then it counts as one that is.
    /// Ask before memory is taken for its blocks.
    /// </summary>
    public string? Admit(ImmutableArray<StreamDescription> streams)
    {
        if (streams.Length > MaxStreams)
            return $"{streams.Length} streams; a source of this connector may have {MaxStreams}";
        int limit = Quota.Frames.MaxPayloadBytes;
        foreach (StreamDescription stream in streams)
        {
            if (stream.MaxDocumentBytes > limit)
                return $"a block of stream {stream.Name} may take {stream.MaxDocumentBytes} bytes; a frame carries {limit}";
        }

        return Naming.FaultOf(streams) ?? Quota.Admit(this, streams);
    }

    /// <summary>A description from the rig; holds from the next block on. Waits for a place: it must not be lost.</summary>
    public void Describe(RigDescription description, CancellationToken stop)
    {
        _cursors = [.. description.Streams.Select((_, i) => CursorOf(description.Streams, i))];
        Volatile.Write(ref _watches, [.. description.Streams.Select(WatchOf)]);
        Volatile.Write(ref _description, description);
        NumberStreams(description.Streams.Select((_, i) => Naming.NameOf(description.Streams, i)));
        WriteOrWait(new SourceItem { Kind = SourceItemKind.Description, Description = description }, stop);
    }

    /// <summary>The link went up or down.</summary>
    /// <param name="link">How it is.</param>
    /// <param name="stop">Ends a wait for a place.</param>
    /// <param name="reason">Why, for people; null when there is nothing to say.</param>
    public void Report(LinkState link, CancellationToken stop, string? reason = null)
    {
        if (link != LinkState.Offline)
        {
            foreach (ref StreamCursor cursor in _cursors.AsSpan())
                cursor.MayCountAnew();
        }

        WriteOrWait(new SourceItem { Kind = SourceItemKind.State, Link = link, Reason = reason }, stop);
    }

    /// <summary>Something happened at the rig: it goes on between the blocks that it stands between.
    /// A full ring loses it, and it is counted.</summary>
    public void ReportState(int stream, LinkEvent happened)
    {
        if (_ring.TryWrite(new SourceItem { Kind = SourceItemKind.Event, Stream = stream, Event = happened }))
            Events.CountTaken();
        else
            Events.CountLost();
    }

    /// <summary>A cleared block of a stream to fill, or null when all are in use; then <see cref="Lose"/> one.</summary>
    public CDataBlock? TryRent(int stream) => _description!.Pool(stream).TryRent();

    /// <summary>Gives back a block that will not be offered.</summary>
    public void Return(int stream, CDataBlock block) => _description!.Pool(stream).Return(block);

    /// <summary>
    /// Takes a filled block with what its header says. Values that the rig itself calls invalid must not be published as good, and a
    /// frame has no place to say so: they are declared lost.
    /// </summary>
    /// <param name="stream">Position of its stream.</param>
    /// <param name="block">The block.</param>
    /// <param name="header">Due time, error code, how full the rig's buffer is.</param>
    /// <param name="trimmed">True when channels or bits were trimmed.</param>
    public void Receive(int stream, CDataBlock block, in RigHeader header, bool trimmed)
    {
        _watches[stream].Findings.Header(header.ErrorCode, header.BufferPerMille);
        if (header.ErrorCode == 0)
            Offer(stream, block, header.DueNs, trimmed);
        else
            Drop(stream, block, string.Create(CultureInfo.InvariantCulture, $"rig error code {header.ErrorCode}"));
    }

    /// <summary>Offers a filled block; a full ring drops it and declares its samples with the next one, and a block of the past is
    /// dropped.</summary>
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

        if (!IsReplay && !cursor.IsResumed && cursor.CountsAnew(first))
            _watches[stream].Findings.Count(RigFinding.CountedAnew);
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
        if (_ring.TryWrite(item))
        {
            cursor.Delivered(first, points, dueNs);
            return;
        }

        Drop(stream, block, "source queue full");
    }

    /// <summary>Drops a filled block; the next one that is passed on declares its samples, for this reason.</summary>
    public void Drop(int stream, CDataBlock block, string reason)
    {
        _cursors[stream].Dropped(block.FirstSampleIndex, PointsOf(block, _description!.Streams[stream]), reason);
        Return(stream, block);
        CountDropped();
    }

    /// <summary>A block could not be taken: the next one that fits declares its samples.</summary>
    public void Lose(int stream, string reason)
    {
        _cursors[stream].Lost(reason);
        CountDropped();
    }

    /// <summary>Samples that the source itself knows to be missing; the next block that is passed on declares them.</summary>
    public void Miss(int stream, in SampleRange range) => _cursors[stream].SetKnown(range);

    /// <summary>The index of the next block may be any: the source knows that it is no block of the past.</summary>
    public void MayCountAnew(int stream) => _cursors[stream].MayCountAnew();

    /// <summary>If samples are missing before the next block, this is why.</summary>
    public void Explain(int stream, string reason) => _cursors[stream].Lost(reason);

    /// <inheritdoc/>
    public void Dispose() => _ring.Dispose();

    // A stream that keeps its name and its clock goes on: what was dropped before a new hello is declared after it.
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

    private StreamWatch WatchOf(StreamDescription stream) => new(stream, Array.Find(_watches, watch => watch.Name == stream.Name));

    private void CountDropped() => Volatile.Write(ref _dropped, _dropped + 1);

    /// <summary>Points on the base clock, which is that of the servo channels; a rig without any has full blocks only.</summary>
    internal static int PointsOf(CDataBlock block, StreamDescription stream) => block.ChannelCount(BlockGroup.Servo) > 0
        ? block.Channel(BlockGroup.Servo, 0).PointCount
        : stream.PointsPerBlock;

    // Only at start, at hello and at a change of the link: a wait here costs no block.
    private void WriteOrWait(in SourceItem item, CancellationToken stop)
    {
        while (!_ring.TryWrite(item) && !stop.WaitHandle.WaitOne(1))
        {
        }
    }
}
