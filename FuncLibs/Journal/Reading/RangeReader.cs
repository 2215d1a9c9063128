using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Reads the frames of one range in order, from closed segments and from the open one up to what is written, while the
/// journal thread continues. Takes no lock; does not allocate for a frame once its window is large enough. Every
/// sequence of the range comes exactly once, as a frame or as missing. One thread.
/// </summary>
public sealed class RangeReader : IDisposable
{
    private readonly IDiskFiles _files;
    private readonly SegmentSet _segments;
    private readonly SegmentIdentity _live;
    private readonly WatermarkTable? _marks;
    private readonly RecordScanner _scanner;
    private FrameRange _range;
    private ulong _next;
    private bool _frameWaits;
    private Segment? _segment;
    private IDiskFile? _file;
    private long _end;
    private uint _lastNumber;

    // live.Epoch is the epoch that is being written, 0 = none.
    internal RangeReader(
        IDiskFiles files, SegmentSet segments, SegmentIdentity live, WatermarkTable? marks, FrameLimits limits)
    {
        _files = files;
        _segments = segments;
        _live = live;
        _marks = marks;
        _scanner = new RecordScanner(limits);
    }

    /// <summary>The header of the frame.</summary>
    public ref readonly FrameHeader Frame => ref _scanner.Header;

    /// <summary>Its header as it was published; valid until the next step.</summary>
    public ReadOnlySpan<byte> HeaderBytes => _scanner.HeaderBytes;

    /// <summary>Its payload as it was published; valid until the next step.</summary>
    public ReadOnlySpan<byte> Payload => _scanner.Payload;

    /// <summary>What is missing, after <see cref="ReadStep.Missing"/>.</summary>
    public FrameRange Missing { get; private set; }

    /// <summary>The failure of the disk, after <see cref="ReadStep.Failed"/>.</summary>
    public FileOutcome Failure { get; private set; }

    /// <summary>
    /// First sequence after what the disk refused that can be requested, after <see cref="ReadStep.Failed"/>; 0 not
    /// known.
    /// </summary>
    public ulong FirstAfterFailure { get; private set; }

    /// <summary>Begins a range; what was open before is closed. An empty range ends at once.</summary>
    public void Begin(in FrameRange range)
    {
        CloseSegment();
        _range = range;
        _next = Math.Max(1, range.From);
        _lastNumber = 0;
        _frameWaits = false;
    }

    /// <summary>Continues.</summary>
    public ReadStep Next()
    {
        if (_frameWaits)
            return TakeFrame();
        while (_next <= _range.To)
        {
            if (_segment is null && !TryOpen(out ReadStep step))
                return step;
            ScanStep scanned = _scanner.Next(checkPayload: false);
            if (scanned == ScanStep.End)
            {
                if (!HasMore())
                    return ReadStep.NotYet;
                continue;
            }

            DamageCause fault = scanned == ScanStep.Failed ? DamageCause.Unreadable : DamageCause.None;
            if (scanned == ScanStep.Record && IsWanted() && (fault = FindFaultOfWanted()) == DamageCause.None)
                return SkipTo(_scanner.Header.Sequence);
            if (fault == DamageCause.Unreadable)
                return FailInSegment();
        }

        return ReadStep.End;
    }

    /// <summary>Closes its file; <see cref="Begin"/> opens one again.</summary>
    public void Dispose() => CloseSegment();

    // A sequence before the next is a copy.
    private bool IsWanted() => _scanner.Header.Stream == _range.Stream && _scanner.Header.Sequence >= _next;

    // A payload that is broken is as if it were not there. That of a record after the range is not read.
    private DamageCause FindFaultOfWanted() =>
        _scanner.Header.Sequence > _range.To ? DamageCause.None : _scanner.PayloadFault();

    // The segment is opened again when the caller continues: a disk that returned may need that.
    private ReadStep FailInSegment()
    {
        Segment segment = _segment!;
        Fail(segment, _scanner.Offset, _scanner.Failure);
        CloseSegment();
        _lastNumber = segment.Name.Number - 1;
        return ReadStep.Failed;
    }

    private void Fail(Segment segment, long offset, FileOutcome outcome)
    {
        Failure = outcome;
        FirstAfterFailure = _segments.FirstAfter(_files, segment, offset, _range.Stream);
    }

    private ReadStep SkipTo(ulong sequence)
    {
        if (sequence == _next)
            return TakeFrame();
        _frameWaits = sequence <= _range.To;
        return Miss(Math.Min(sequence - 1, _range.To));
    }

    private ReadStep TakeFrame()
    {
        _frameWaits = false;
        _next++;
        return ReadStep.Frame;
    }

    private ReadStep Miss(ulong last)
    {
        Missing = _range with { From = _next, To = last };
        _next = last + 1;
        return ReadStep.Missing;
    }

    // At the end of what was written when the segment was opened. Closed is read first: after it, nothing is
    // added.
    private bool HasMore()
    {
        bool closed = _segment!.IsClosed;
        long written = _segment.WrittenBytes;
        if (written > _end)
        {
            _end = written;
            _scanner.Extend(written);
            return true;
        }

        if (closed)
            CloseSegment();
        return closed;
    }

    private bool TryOpen(out ReadStep step)
    {
        // Read before the segments are searched: what was written by then is in one of them, or is gone.
        ulong written = _range.Epoch == _live.Epoch ? _marks?.Find(_range.Stream)?.Written ?? 0 : _range.To;
        while (_segments.FirstWith(_range.Epoch, _lastNumber, _range.Stream, _next) is { } segment)
        {
            if (TryOpen(segment, out step))
                return true;
            if (step == ReadStep.Failed)
                return false;
            _lastNumber = segment.Name.Number;
        }

        step = written >= _next ? Miss(Math.Min(written, _range.To)) : ReadStep.NotYet;
        return false;
    }

    private bool TryOpen(Segment segment, out ReadStep step)
    {
        step = ReadStep.None;
        bool closed = segment.IsClosed;
        long begin = segment.Seek(_files, _range.Stream, _next);
        _end = segment.WrittenBytes;
        if (closed && begin >= _end)
            return false;
        FileOutcome outcome = _files.OpenToRead(segment.Name.File, out _file);
        if (!outcome.IsOk)
        {
            // Removed: what it held comes out as missing. Where the lock is missing too, the disk is away, and may
            // return.
            bool removed = outcome.Fault == FileFault.Missing
                && (!_segments.Contains(segment) || _files.Exists(SegmentFolder.LockName));
            Fail(segment, long.MaxValue, outcome);
            step = removed ? ReadStep.None : ReadStep.Failed;
            return false;
        }

        _segment = segment;
        _lastNumber = segment.Name.Number;
        _scanner.Begin(_file!, _live with { Epoch = _range.Epoch }, begin, _end);
        return true;
    }

    private void CloseSegment()
    {
        _file?.Dispose();
        _file = null;
        _segment = null;
    }
}

/// <summary>What a range reader came to.</summary>
public enum ReadStep : byte
{
    /// <summary>Nothing; what <c>default</c> gives.</summary>
    None,

    /// <summary>A frame of the range.</summary>
    Frame,

    /// <summary>A part of the range that the journal does not have, and never will.</summary>
    Missing,

    /// <summary>The rest of the range is not written yet: read again later.</summary>
    NotYet,

    /// <summary>
    /// The disk failed, several times, with <see cref="RangeReader.Failure"/>. The bytes may be whole:
    /// asking again tries again.
    /// </summary>
    Failed,

    /// <summary>The range is done.</summary>
    End,
}

/// <summary>Frames of one stream in one epoch.</summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">The stream.</param>
/// <param name="From">First sequence.</param>
/// <param name="To">Last sequence.</param>
public readonly record struct FrameRange(ulong Epoch, uint Stream, ulong From, ulong To);
