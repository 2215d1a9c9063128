using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;

namespace HardwareConnector.Bridge;

/// <summary>
/// Reads the journal of this publisher from a place of each stream on, one epoch after the other, and in an epoch in
/// the order of publishing; at the end of what is written it continues as the journal grows. One thread.
/// </summary>
internal sealed class JournalTail : IDisposable
{
    // Longer than a frame takes from its publishing to the journal.
    private const long WrittenWithinNs = UtcClock.NanosecondsPerSecond;

    private readonly Recorder _recorder;
    private readonly RigRegistry _rigs;
    private readonly BridgeCursor _cursor;
    private readonly TimeProvider _time;
    private readonly Queue<ulong> _past;
    private readonly List<Lane> _lanes = [];
    private Lane? _current;

    // Frames that were published until then are read of lanes at their end.
    private long _lookedNs;

    /// <summary>Begins after a cursor.</summary>
    /// <param name="recorder">The journal.</param>
    /// <param name="rigs">The streams of this epoch.</param>
    /// <param name="cursor">What is not read again. Read here, and for each stream that appears.</param>
    /// <param name="time">Clock.</param>
    public JournalTail(Recorder recorder, RigRegistry rigs, BridgeCursor cursor, TimeProvider time)
    {
        (_recorder, _rigs, _cursor, _time) = (recorder, rigs, cursor, time);
        ulong first = cursor.OldestEpoch;
        _past = new Queue<ulong>(
            recorder.Journal.Recovery.Extents.Select(extent => extent.Epoch)
                .Where(epoch => epoch >= first && epoch < recorder.Journal.Epoch).Distinct().Order());
        NextEpoch();
    }

    /// <summary>The epoch that is read.</summary>
    public ulong Epoch { get; private set; }

    /// <summary>True while it reads the epoch that is being published.</summary>
    public bool IsLive => Epoch == _recorder.Journal.Epoch;

    /// <summary>The frame.</summary>
    public ref readonly FrameHeader Frame => ref _current!.Reader.Frame;

    /// <summary>Its header as it was published; valid until the next step.</summary>
    public ReadOnlySpan<byte> Header => _current!.Reader.HeaderBytes;

    /// <summary>Its payload; valid until the next step.</summary>
    public ReadOnlySpan<byte> Payload => _current!.Reader.Payload;

    /// <summary>Frames that the journal does not have any more, or never had.</summary>
    public long Missing { get; private set; }

    /// <summary>Why the disk was not read, after <see cref="TailStep.Failed"/>.</summary>
    public string Failure { get; private set; } = "";

    /// <summary>Continues.</summary>
    public TailStep Next()
    {
        if (_current is not null)
            _current.HasFrame = false;
        _current = null;
        if (IsLive && _lanes.Count <= _rigs.All.Length)
            AddLiveLanes();
        if (!Take(ofLanesAtEnd: false) || (IsLookDue && !Look()))
            return TailStep.Failed;
        if (_current is not null)
            return TailStep.Frame;
        if (IsLive || _lanes.Exists(static lane => !lane.IsOver))
            return TailStep.NotYet;
        NextEpoch();
        return TailStep.NewEpoch;
    }

    /// <inheritdoc/>
    public void Dispose() => _lanes.ForEach(lane => lane.Reader.Dispose());

    // An old frame comes before all that a lane at its end may still get: with many streams, they are not looked at
    // for each frame of a backlog.
    private bool IsLookDue => _current is null || Frame.PublishedNs > _lookedNs;

    private bool Look()
    {
        _lookedNs = _time.NowNs() - WrittenWithinNs;
        return Take(ofLanesAtEnd: true);
    }

    // The oldest frame of some lanes, if it is older than the present one; false when the disk failed.
    private bool Take(bool ofLanesAtEnd)
    {
        foreach (Lane lane in _lanes)
        {
            if (!lane.HasFrame && lane.IsAtEnd == ofLanesAtEnd && !Advance(lane))
                return false;
            if (lane.HasFrame && (_current is null || lane.Reader.Frame.PublishedNs < Frame.PublishedNs))
                _current = lane;
        }

        return true;
    }

    // False when the disk failed.
    private bool Advance(Lane lane)
    {
        lane.IsAtEnd = false;
        while (!lane.IsOver)
        {
            switch (lane.Reader.Next())
            {
                case ReadStep.Frame:
                    lane.HasFrame = true;
                    return true;
                case ReadStep.Missing:
                    Missing += (long)(lane.Reader.Missing.To - lane.Reader.Missing.From + 1);
                    break;
                case ReadStep.NotYet when IsLive:
                    lane.IsAtEnd = true;
                    return true;
                case ReadStep.Failed:
                    Failure = lane.Reader.Failure.ToString();
                    return false;
                default:
                    lane.IsOver = true;
                    break;
            }
        }

        return true;
    }

    private void NextEpoch()
    {
        Dispose();
        _lanes.Clear();
        if (!_past.TryDequeue(out ulong epoch))
        {
            Epoch = _recorder.Journal.Epoch;
            return;
        }

        Epoch = epoch;
        foreach (StreamExtent extent in _recorder.Journal.Recovery.Extents)
        {
            if (extent.Epoch == epoch)
                Add(extent.Stream, FirstOf(extent.Stream, extent.First), extent.Last);
        }
    }

    // One for each stream of the epoch, and one for the control stream.
    private void AddLiveLanes()
    {
        if (_lanes.Count == 0)
            Add(FrameHeader.ControlStream, FirstOf(FrameHeader.ControlStream), ulong.MaxValue - 1);
        foreach (PublishedStream stream in _rigs.All)
        {
            if (!_lanes.Exists(lane => lane.Stream == stream.Id))
                Add(stream.Id, FirstOf(stream.Id), ulong.MaxValue - 1);
        }
    }

    // What retention removed after the cursor comes out as missing; a stream that begins in this epoch begins with what
    // is kept of it.
    private ulong FirstOf(uint stream, ulong firstKept = 1) => _cursor.PlaceOf(stream) is not { } place ? firstKept
        : place.Epoch == Epoch ? place.Sequence + 1
        : place.Epoch > Epoch ? ulong.MaxValue
        : 1;

    private void Add(uint stream, ulong from, ulong to)
    {
        Lane lane = new(stream, _recorder.Journal.NewReader()) { IsOver = from > to };
        lane.Reader.Begin(new FrameRange(Epoch, stream, from, to));
        _lanes.Add(lane);
    }

    private sealed class Lane(uint stream, RangeReader reader)
    {
        public uint Stream => stream;

        public RangeReader Reader => reader;

        public bool HasFrame { get; set; }

        // Everything that was written is read.
        public bool IsAtEnd { get; set; }

        public bool IsOver { get; set; }
    }
}

/// <summary>What a tail came to.</summary>
internal enum TailStep
{
    /// <summary>Nothing; the value of <c>default</c>.</summary>
    None,

    /// <summary>A frame.</summary>
    Frame,

    /// <summary>Everything that is written was read.</summary>
    NotYet,

    /// <summary>A later epoch is read from here on.</summary>
    NewEpoch,

    /// <summary>The disk failed; the same again later.</summary>
    Failed,
}
