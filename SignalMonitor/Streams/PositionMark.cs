using FuncLibs.Messaging.Delivery;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Pyramids;
using SignalMonitor.Recorder;

namespace SignalMonitor.Streams;

/// <summary>
/// Takes the position of one connection at a moment when all that was delivered is also computed, without stopping a
/// thread. It goes from thread to thread; the thread that owns it writes it alone, and passes it on by a release store
/// of the stage:
/// <code>
///  saver: Want -> receive: Note -> compute: Reach -> saver: TryTake
///                 positions,       what its own
///                 and the place    work made of
///                 in the ring      all before it
/// </code>
/// The mark itself does not go through the ring: an item that is written after it is seen only together with the mark,
/// so the compute thread, which looks before each item, always meets it exactly at its place. An item that the receive
/// thread computes by itself comes while the ring is empty: a mark that was noted before is completed before it, by the
/// same look. Allocates only when a stream is new.
/// </summary>
internal sealed class PositionMark
{
    private Slot[] _slots = [];
    private int _count;
    private long _place;
    private RecordingProgress _recorded;
    private int _stage;

    private enum Stage
    {
        Idle,
        Wanted,
        Noted,
        Ready,
    }

    /// <summary>
    /// What records the connection; null nothing. A position is given once what is before it is safely recorded, so
    /// that a monitor that was killed reads the rest from the journal of the connector.
    /// </summary>
    public ConnectionRecorder? Recorder { get; init; }

    /// <summary>Receive thread: true when a position is requested.</summary>
    public bool IsRequested => Now == Stage.Wanted;

    private Stage Now
    {
        get => (Stage)Volatile.Read(ref _stage);
        set => Volatile.Write(ref _stage, (int)value);
    }

    /// <summary>Saver: requests a position, unless one is pending.</summary>
    public void Request()
    {
        if (Now == Stage.Idle)
            Now = Stage.Wanted;
    }

    /// <summary>
    /// Receive thread, while all that it delivered is computed or in the ring: notes where every stream is.
    /// </summary>
    /// <param name="streams">The streams.</param>
    /// <param name="place">Items that went into the ring so far.</param>
    public void Note(ReadOnlySpan<MonitoredStream> streams, long place)
    {
        if (!IsRequested)
            return;
        EnsureCapacity(streams.Length);
        _count = 0;
        foreach (MonitoredStream stream in streams)
        {
            if (stream.Position is { } position)
                _slots[_count++].Note(stream, position);
        }

        _place = place;
        _recorded = Recorder?.Progress ?? default;
        Now = Stage.Noted;
    }

    /// <summary>Compute thread, before each item and when there is none: completes the mark where it belongs.</summary>
    /// <param name="computed">Items of the ring that were computed so far.</param>
    public void Reach(long computed)
    {
        if (Now != Stage.Noted || computed < _place)
            return;
        for (int i = 0; i < _count; i++)
            _slots[i].Complete();
        Now = Stage.Ready;
    }

    /// <summary>Saver: takes a position that is complete.</summary>
    /// <param name="connection">Address that the streams are saved under.</param>
    /// <returns>Null while there is none.</returns>
    public SavedMoment? TryTake(string connection)
    {
        return Now != Stage.Ready || !_recorded.IsSettled || !ArePyramidsSettled ? null : Take(connection);
    }

    // A part of a row that was handed over is on its way to a file.
    private bool ArePyramidsSettled
    {
        get
        {
            for (int i = 0; i < _count; i++)
            {
                if (!_slots[i].IsPyramidSettled)
                    return false;
            }

            return true;
        }
    }

    private SavedMoment Take(string connection)
    {
        Slot[] taken = [.. _slots.Take(_count)];
        Slot[] computing = [.. taken.Where(slot => slot.Variables.IsTaken)];
        SavedMoment moment = new(
            [.. taken.Select(slot => slot.ToSaved(connection))],
            [.. computing.Select(slot => slot.Variables.ToSavedVariables(slot.Publisher, slot.Stream))],
            [.. computing.Select(slot => slot.Variables.ToSavedAlarms(slot.Publisher, slot.Stream))],
            [
                .. taken.Where(slot => slot.Breaks.IsTaken)
                    .Select(slot => slot.Breaks.ToSaved(slot.Publisher, slot.Stream)),
            ]);
        Now = Stage.Idle;
        return moment;
    }

    /// <summary>Saver, once receive and compute thread have ended: the position at their end.</summary>
    /// <returns>
    /// Null where the recording of a test run does not have all of it: the mark before stays in force.
    /// </returns>
    public SavedMoment? TakeLast(ReadOnlySpan<MonitoredStream> streams, string connection)
    {
        Now = Stage.Wanted;
        Note(streams, place: 0);
        Reach(computed: 0);
        return _recorded.IsSettled ? Take(connection) : null;
    }

    private void EnsureCapacity(int streams)
    {
        int room = _slots.Length;
        if (room >= streams)
            return;
        Array.Resize(ref _slots, streams);
        for (int i = room; i < streams; i++)
            _slots[i] = new Slot();
    }

    private sealed class Slot
    {
        private readonly long[] _bad = new long[BadFrameCounts.Causes];
        private MonitoredStream? _stream;
        private DeliveryPosition _position;
        private long _undecodable;

        // What is folded up to the position must not be lost with the process: the blocks do not come again.
        private StreamPyramid? _pyramid;
        private long _handed;

        public bool IsPyramidSettled => _pyramid?.IsSettled(_handed) != false;

        public VariableCheckpoint Variables { get; } = new();

        public BreakCheckpoint Breaks { get; } = new();

        public Guid Publisher => _stream!.Publisher;

        public uint Stream => _stream!.Id;

        public void Note(MonitoredStream stream, in DeliveryPosition position) =>
            (_stream, _position) = (stream, position);

        public void Complete()
        {
            _undecodable = _stream!.Undecodable;
            _stream.Bad.CopyTo(_bad);
            Variables.Take(_stream.Variables);
            Breaks.Take(_stream.Breaks);
            _pyramid = _stream.Pyramid;
            _pyramid?.HandOver();
            _handed = _pyramid?.Handed ?? 0;
        }

        public SavedStream ToSaved(string connection) =>
            new(connection, _stream!.OwnName, _position, _undecodable, [.. _bad]);
    }
}
