using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Recorder;

/// <summary>
/// Records what one connection delivers, in order and each block once: a block that comes again after a restart of the
/// monitor is in the recording already. The receive thread calls <see cref="Take"/>, which does not allocate for a
/// block; the recorder's thread begins and ends recordings.
/// </summary>
internal sealed class ConnectionRecorder
{
    // A disk that does not answer for longer costs the recording its first blocks, not the monitor its values.
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(5);

    private readonly Lock _gate = new();
    private readonly Action<ConnectionRecorder> _requested;
    private readonly RecentBlocks? _recent;

    // Under the gate.
    private bool _isRecording;
    private long _fromNs;
    private long _untilNs = long.MaxValue;
    private long _recording = 1;
    private bool _isPast;
    private readonly Dictionary<Guid, PublisherJournal> _journals = [];
    private PublisherJournal? _journal;
    private PublisherJournal? _open;
    private long _skipped;
    private long? _lateStartNs;

    // Journals that nothing is appended to any more, until what they have is durable: a position waits for that too.
    private JournalProgress[] _left = [];

    /// <summary>Prepares it.</summary>
    /// <param name="requested">Called when a journal is to be opened; any thread, must not wait.</param>
    /// <param name="recent">Holds the blocks before a run is seen; null = a recording begins with the first after
    /// that.</param>
    public ConnectionRecorder(Action<ConnectionRecorder> requested, RecentBlocks? recent = null) =>
        (_requested, _recent) = (requested, recent);

    /// <summary>Blocks that came while their journal could not be opened.</summary>
    public long Skipped => Volatile.Read(ref _skipped);

    /// <summary>The journal in use; null none.</summary>
    public PublisherJournal? Journal
    {
        get
        {
            lock (_gate)
                return _journal;
        }
    }

    /// <summary>What was handed to the recording so far, for the position of the connection.</summary>
    public RecordingProgress Progress
    {
        get
        {
            lock (_gate)
            {
                if (Array.TrueForAll(_left, static left => left.IsSettled))
                    _left = [];
                return new RecordingProgress(_open is null ? null : new JournalProgress(_open, _open.Appended), _left);
            }
        }
    }

    /// <summary>True once a block came that is after the end of the recording.</summary>
    public bool IsPast
    {
        get
        {
            lock (_gate)
                return _isPast;
        }
    }

    /// <summary>Any thread: from here on blocks are recorded.</summary>
    /// <param name="fromNs">Those that were received from here on and are still held are too, UTC ns.</param>
    /// <param name="untilNs">Blocks that were due later are not, UTC ns.</param>
    public void Begin(long fromNs, long untilNs)
    {
        lock (_gate)
            (_isRecording, _fromNs, _untilNs, _isPast) = (true, fromNs, untilNs, false);
    }

    /// <summary>Recorder: when the last block was received that belongs to the recording and was not held any more when
    /// it began, UTC ns; null = it has all, or was asked before.</summary>
    public long? TakeLateStart()
    {
        lock (_gate)
        {
            long? late = _lateStartNs;
            _lateStartNs = null;
            return late;
        }
    }

    /// <summary>Recorder: from here on none are.</summary>
    /// <returns>Blocks of this recording that came while its journal could not be opened.</returns>
    public long End()
    {
        lock (_gate)
        {
            long skipped = _skipped;
            _isRecording = false;
            _skipped = 0;
            _recording++;
            LeaveJournal();
            _journals.Clear();
            _journal = null;
            return skipped;
        }
    }

    /// <summary>Receive thread: a delivered block, with the catalogue that describes it where it is known.</summary>
    /// <returns>The journal of the recording that the block belongs to, whether or not its frame is kept; null when
    /// it belongs to none.</returns>
    public PublisherJournal? Take(FrameBuffer frame, PublisherCatalogue? catalogue)
    {
        FrameHeader header = frame.CheckedHeader;
        PublisherJournal? opening = null;
        lock (_gate)
        {
            _isPast |= _isRecording && header.AcquiredNs > _untilNs;
            if (!_isRecording || header.AcquiredNs > _untilNs)
            {
                _recent?.Add(frame, catalogue, lostTo: 0);
                return null;
            }

            if (_journal?.Publisher != header.Publisher)
            {
                LeaveJournal();
                if (!_journals.TryGetValue(header.Publisher, out _journal))
                    _journals[header.Publisher] = _journal = opening = new PublisherJournal(header.Publisher);
            }
        }

        if (opening is not null)
        {
            _requested(this);
            opening.Wait(OpenLimit);
        }

        lock (_gate)
        {
            bool isLost = _isRecording && _journal?.Publisher == header.Publisher
                && !TryAppend(frame, header, catalogue);
            _recent?.Add(frame, catalogue, isLost ? _recording : 0);
            return _isRecording && _journal?.Publisher == header.Publisher ? _journal : null;
        }
    }

    // Under the gate.
    private void LeaveJournal()
    {
        if (_open is { } left)
            _left = [.. _left.Where(static one => !one.IsSettled), new JournalProgress(left, left.Appended)];
        _open = null;
    }

    // False when there is no journal for it.
    private bool TryAppend(FrameBuffer frame, in FrameHeader header, PublisherCatalogue? catalogue)
    {
        if (_open is null && _journal!.IsOpen)
        {
            _open = _journal;
            if (_open.TryBegin())
                AppendRecent();
        }

        if (_open is null)
        {
            Volatile.Write(ref _skipped, _skipped + 1);
            return false;
        }

        Append(frame.Header, frame.Payload, header, catalogue);
        return true;
    }

    // What came before the run was seen, or before its journal was open.
    private void AppendRecent()
    {
        if (_recent?.LastRemovedNs is { } removed && removed >= _fromNs)
            _lateStartNs = removed;
        for (int index = 0; index < _recent?.Count; index++)
        {
            ref readonly RecentBlock block = ref _recent[index];
            if (block.ReceivedNs < _fromNs || block.Frame.Publisher != _journal!.Publisher)
                continue;
            Append(_recent.Header(index), _recent.Payload(index), block.Frame, block.Catalogue);
            if (block.LostTo == _recording)
                Volatile.Write(ref _skipped, _skipped - 1);
        }
    }

    private void Append(
        ReadOnlySpan<byte> headerBytes,
        ReadOnlySpan<byte> payload,
        in FrameHeader header,
        PublisherCatalogue? catalogue)
    {
        if (_open!.IsNew(header))
            _open.Append(headerBytes, payload, header, catalogue);
    }
}

/// <summary>How far a connection had recorded at one moment.</summary>
/// <param name="Current">The journal that was appended to; null for none.</param>
/// <param name="Left">Those that were appended to before it, and were not all durable; null for none.</param>
internal readonly record struct RecordingProgress(JournalProgress? Current, JournalProgress[]? Left)
{
    /// <summary>True once a crash cannot take any of it from the recording.</summary>
    public bool IsSettled => Current?.IsSettled != false
        && (Left is null || Array.TrueForAll(Left, static left => left.IsSettled));
}

/// <summary>How far a journal was written at one moment.</summary>
/// <param name="Journal">The journal.</param>
/// <param name="Appended">Frames that were appended by then.</param>
internal readonly record struct JournalProgress(PublisherJournal Journal, long Appended)
{
    /// <summary>True once a crash cannot take any of it from the recording.</summary>
    public bool IsSettled => Journal.IsSettled(Appended);
}
