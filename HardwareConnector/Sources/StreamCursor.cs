using HardwareConnector.Recording;

namespace HardwareConnector.Sources;

/// <summary>
/// Where a stream of a rig stands on its base clock. Blocks follow each other without a gap; what is skipped, by the rig or by us, is
/// missing. An index that goes back is a block of the past when its due time is of the past too, and no new link or restart was said;
/// otherwise the rig counts anew, and what its clock says to be missing is missing. A block whose index and due time lie as far back as
/// each other was sent again, whatever was said.
/// </summary>
internal struct StreamCursor
{
    // A rig that counts anew without a word, while its clock is stepped back, looks like one that repeats: it is believed after so many.
    private const int LongestRepeat = 64;
    private const double NsPerSecond = 1e9;

    // Two due times of one sample; a rig that counts anew is off by all the time that it measured before.
    private const double SameTimeNs = 1e6;

    // September 2001. A clock that begins near 1970 at each start of its rig gives new samples the times of old ones.
    private const long EarliestUtcNs = 1_000_000_000_000_000_000;

    private bool _started;
    private bool _mayCountAnew;
    private bool _dueStands;
    private long _lastFirst;
    private long _lastDueNs;
    private long _lastPoints;
    private long _repeatFirst;
    private long _repeatNext;
    private int _repeats;
    private long _next;
    private long _droppedTo;
    private string? _reason;
    private SampleRange _known;

    /// <summary>True until the first block behind a restart of the connector is passed on.</summary>
    public bool IsResumed { get; private set; }

    /// <summary>
    /// Goes on where an earlier run of the connector left the stream; the rig may have been restarted since.
    /// </summary>
    public static StreamCursor Resume(in SampleMark left) => new()
    {
        _started = true,
        _mayCountAnew = true,
        _lastFirst = left.First,
        _lastDueNs = left.DueNs,
        _lastPoints = left.Points,
        _next = unchecked(left.First + left.Points),
        _droppedTo = unchecked(left.First + left.Points),
        _reason = "no connector ran",
        IsResumed = true,
    };

    /// <summary>The samples between the last block that was passed on and one that begins at <paramref name="first"/>.</summary>
    /// <param name="first">First sample of the block.</param>
    /// <param name="dueNs">Its due time.</param>
    /// <param name="rateHz">Rate of the base clock; 0 = the due time says nothing.</param>
    public readonly SampleRange MissingBefore(long first, long dueNs = 0, double rateHz = 0)
    {
        if (IsAllKnown(first))
            return _known;
        long end = first >= _next ? first : _droppedTo;
        if (!_started)
            return default;
        if (end <= _next)
            return CountsAnew(first) ? MissedOfTheNewCount(first, dueNs, rateHz) : default;

        // Two indices of a mad rig can be further apart than a count can say.
        long count = unchecked(end - _next);
        if (IsResumed && count > 0)
        {
            long bounded = BoundByClock(count, dueNs, rateHz);
            if (bounded == 0)
                return default;
            if (bounded < count)
                return new SampleRange(end - bounded, bounded, "no connector ran, and the rig counted anew");
        }

        return new SampleRange(_next, count > 0 ? count : long.MaxValue, _reason ?? _known.Reason ?? "missing from the rig");
    }

    /// <summary>A link came up, or the rig said that it restarts: the next index may be any.</summary>
    public void MayCountAnew() => _mayCountAnew = true;

    /// <summary>True when the index went back.</summary>
    public readonly bool CountsAnew(long first) => _started && first < _next;

    /// <summary>True for a block of the past: its samples were passed on, or are declared already.</summary>
    /// <param name="first">First sample of the block.</param>
    /// <param name="points">Samples of the block.</param>
    /// <param name="dueNs">Its due time.</param>
    /// <param name="rateHz">Rate of the base clock; 0 = index and due time do not go together.</param>
    public bool Repeats(long first, int points, long dueNs, double rateHz = 0)
    {
        if (!CountsAnew(first))
            return false;
        if (IsSentAgain(first, dueNs, rateHz))
            return true;
        if (_mayCountAnew || dueNs > _lastDueNs)
            return false;
        if (_repeats == 0 || first != _repeatNext)
            (_repeats, _repeatFirst) = (0, first);
        _repeats++;
        _repeatNext = unchecked(first + points);
        if (_repeats <= LongestRepeat)
            return true;

        // It was no repetition after all: what was dropped for one is declared with this block.
        (_next, _droppedTo, _reason) = (_repeatFirst, first, "taken for repeated blocks");
        return false;
    }

    /// <summary>A block was passed on.</summary>
    public void Delivered(long first, int points, long dueNs = 0)
    {
        _dueStands = _started && dueNs == _lastDueNs;
        _started = true;
        _mayCountAnew = false;
        _repeats = 0;
        (_lastFirst, _lastDueNs, _lastPoints) = (first, dueNs, points);
        _next = _droppedTo = unchecked(first + points);
        _reason = null;
        _known = default;
        IsResumed = false;
    }

    /// <summary>
    /// The source knows what is missing before the next block, whatever the indices say. A range behind another is one with it: what lies
    /// between them was not passed on either.
    /// </summary>
    public void SetKnown(in SampleRange range)
    {
        long count = unchecked(range.Last - _known.First + 1);
        bool isBehind = _known.Count > 0 && range.First > _known.Last && count > _known.Count;
        bool follows = range.First == unchecked(_known.Last + 1);
        _known = isBehind ? _known with { Count = count, Reason = follows ? _known.Reason : _reason ?? _known.Reason } : range;
    }

    /// <summary>A block was dropped here; the next one that is passed on finds its samples missing, be it the first of all.</summary>
    public void Dropped(long first, int points, string reason)
    {
        if (!_started)
            _next = _droppedTo = first;
        _started = true;
        _reason = reason;
        if (first >= _next)
            _droppedTo = unchecked(first + points);
    }

    /// <summary>A block was not even read: the index of the next one will tell what is missing, for this reason.</summary>
    public void Lost(string reason) => _reason = reason;

    // Samples that nobody passed on may lie before what the source knows: then the indices say how much is missing.
    private readonly bool IsAllKnown(long first) =>
        _known.Count > 0 && unchecked(_known.Last + 1) == first && (!_started || first < _next || _known.First <= _next);

    // Due times that stand, or begin with the rig, say nothing.
    private readonly bool IsSentAgain(long first, long dueNs, double rateHz)
    {
        if (_dueStands || rateHz <= 0 || Math.Min(dueNs, _lastDueNs) < EarliestUtcNs)
            return false;
        double backNs = unchecked(first - _lastFirst) / rateHz * NsPerSecond;
        return Math.Abs(unchecked(dueNs - _lastDueNs) - backNs) < SameTimeNs;
    }

    // Another rig, or one that counts anew from elsewhere, cannot have measured more than the clock moved on. A clock
    // that went back, or
    // begins with the rig, says nothing.
    private readonly long BoundByClock(long count, long dueNs, double rateHz)
    {
        if (rateHz <= 0 || Math.Min(dueNs, _lastDueNs) < EarliestUtcNs || dueNs <= _lastDueNs)
            return count;
        double elapsed = (unchecked(dueNs - _lastDueNs) / NsPerSecond * rateHz) - _lastPoints;
        return count <= (elapsed * 1.001) + rateHz ? count : (long)Math.Max(0, Math.Round(elapsed));
    }

    // A rig that counts anew from 0 had measured so much before its first block came; no more than its clock has moved on.
    private readonly SampleRange MissedOfTheNewCount(long first, long dueNs, double rateHz)
    {
        double elapsed = (unchecked(dueNs - _lastDueNs) / NsPerSecond * rateHz) - _lastPoints;
        long missed = (long)Math.Min(first, Math.Round(elapsed));
        return missed > 0 ? new SampleRange(first - missed, missed, "the rig counted anew before its link was up") : default;
    }
}

/// <summary>Samples of the base clock, both ends included; <c>default</c> is empty.</summary>
/// <param name="First">Index of the first.</param>
/// <param name="Count">How many; 0 none.</param>
/// <param name="Reason">Why they are missing.</param>
public readonly record struct SampleRange(long First, long Count, string? Reason)
{
    /// <summary>Index of the last.</summary>
    public long Last => First + Count - 1;
}
