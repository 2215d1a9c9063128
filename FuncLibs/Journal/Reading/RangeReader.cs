using FuncLibs.Journal.Files;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Wire;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Reads the frames of one range in order, from closed segments and from the open one up to what is written, while the journal thread goes
/// on. Takes no lock; takes no memory for a frame once its window is large enough. Every sequence of the range comes exactly once, as a
/// frame or as missing. One thread.
/// </summary>
public sealed class RangeReader : IDisposable
{
    private readonly IJournalFiles _files;
    private readonly SegmentSet _segments;
    private readonly SegmentOwner _live;
    private readonly MarksTable? _marks;
    private readonly RecordWalker _walker;
    private FrameRange _range;
    private ulong _next;
    private bool _frameWaits;
    private Segment? _segment;
    private IJournalFile? _file;
    private long _end;
    private uint _lastNumber;

    // live.Epoch is the epoch that is being written, 0 = none.
    internal RangeReader(IJournalFiles files, SegmentSet segments, SegmentOwner live, MarksTable? marks, FrameLimits limits)
    {
        _files = files;
        _segments = segments;
        _live = live;
        _marks = marks;
        _walker = new RecordWalker(limits);
    }

    /// <summary>The header of the frame.</summary>
    public ref readonly FrameHeader Frame => ref _walker.Header;

    /// <summary>Its header as it was published; valid until the next step.</summary>
    public ReadOnlySpan<byte> HeaderBytes => _walker.HeaderBytes;

    /// <summary>Its payload as it was published; valid until the next step.</summary>
    public ReadOnlySpan<byte> Payload => _walker.Payload;

    /// <summary>What is missing, after <see cref="ReadStep.Missing"/>.</summary>
    public FrameRange Missing { get; private set; }

    /// <summary>What the disk said, after <see cref="ReadStep.Failed"/>.</summary>
    public FileOutcome Failure { get; private set; }

    /// <summary>Begins a range; what was open before is closed. An empty range ends at once.</summary>
    public void Begin(in FrameRange range)
    {
        CloseSegment();
        _range = range;
        _next = Math.Max(1, range.From);
        _lastNumber = 0;
        _frameWaits = false;
    }

    /// <summary>Goes on.</summary>
    public ReadStep Next()
    {
        if (_frameWaits)
            return TakeFrame();
        while (_next <= _range.To)
        {
            if (_segment is null && !TryOpen(out ReadStep step))
                return step;
            if (_walker.Next(checkPayload: false) is var walked && walked == WalkStep.End)
            {
                if (!HasMore())
                    return ReadStep.NotYet;
            }
            else if (walked == WalkStep.Record && IsWanted())
            {
                return Meet(_walker.Header.Sequence);
            }
        }

        return ReadStep.End;
    }

    /// <summary>Closes its file; <see cref="Begin"/> opens one again.</summary>
    public void Dispose() => CloseSegment();

    // A payload that is broken is as if it were not there; a sequence before the next is a copy.
    private bool IsWanted() =>
        _walker.Header.Stream == _range.Stream
        && _walker.Header.Sequence >= _next
        && (_walker.Header.Sequence > _range.To || _walker.PayloadIsWhole());

    private ReadStep Meet(ulong sequence)
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

    // At the end of what was written when the segment was opened. Closed is looked at first: after it, nothing is added.
    private bool HasMore()
    {
        bool closed = _segment!.IsClosed;
        long written = _segment.WrittenBytes;
        if (written > _end)
        {
            _end = written;
            _walker.Extend(written);
            return true;
        }

        if (closed)
            CloseSegment();
        return closed;
    }

    private bool TryOpen(out ReadStep step)
    {
        // Read before the segments are looked through: what it says was written lies in one of them, or is gone.
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
            // Gone by retention: what it held comes out as missing.
            Failure = outcome;
            step = outcome.Fault == FileFault.Missing ? ReadStep.None : ReadStep.Failed;
            return false;
        }

        _segment = segment;
        _lastNumber = segment.Name.Number;
        _walker.Begin(_file!, _live with { Epoch = _range.Epoch }, begin, _end);
        return true;
    }

    private void CloseSegment()
    {
        _file?.Dispose();
        _file = null;
        _segment = null;
    }
}
