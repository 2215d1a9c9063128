using HardwareConnector.Recording;

namespace HardwareConnector.Sources;

/// <summary>
/// Position of a stream of a rig on its base clock. Blocks are contiguous; what the rig or the connector skips is
/// missing. An index that goes back means a repeated block if its due time went back too and no new link or restart was
/// reported. Otherwise the rig restarted its count, and the clock difference shows what is missing. A block whose index
/// and due time went back by the same amount was sent again in any case.
/// </summary>
internal struct StreamCursor
{
    // A rig that restarts its count without a report while its clock is stepped back looks like one that repeats
    // blocks. After this many repeats a restart is assumed.
    private const int LongestRepeat = 64;
    private const double NsPerSecond = 1e9;

    // Tolerance between two due times of one sample; a rig that restarts its count is off by all the time that it
    // measured before.
    private const double SameTimeNs = 1e6;

    // September 2001. A clock that begins near 1970 at each start of its rig gives new samples the times of old ones.
    private const long EarliestUtcNs = 1_000_000_000_000_000_000;

    private bool _started;
    private bool _mayRestartCount;
    private bool _dueUnchanged;
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

    /// <summary>True until the first block after a restart of the connector is passed on.</summary>
    public bool IsResumed { get; private set; }

    /// <summary>
    /// Continues where an earlier run of the connector left the stream; the rig may have been restarted since.
    /// </summary>
    public static StreamCursor Resume(in SampleMark left) => new()
    {
        _started = true,
        _mayRestartCount = true,
        _lastFirst = left.First,
        _lastDueNs = left.DueNs,
        _lastPoints = left.Points,
        _next = unchecked(left.First + left.Points),
        _droppedTo = unchecked(left.First + left.Points),
        _reason = "no connector ran",
        IsResumed = true,
    };

    /// <summary>The samples between the last block passed on and one that begins at <paramref name="first"/>.</summary>
    /// <param name="first">First sample of the block.</param>
    /// <param name="dueNs">Its due time.</param>
    /// <param name="rateHz">Rate of the base clock; 0 = the due time is not usable.</param>
    public readonly SampleRange MissingBefore(long first, long dueNs = 0, double rateHz = 0)
    {
        if (IsAllKnown(first))
            return _known;
        long end = first >= _next ? first : _droppedTo;
        if (!_started)
            return default;
        if (end <= _next)
            return RestartsCount(first) ? MissedBeforeRestart(first, dueNs, rateHz) : default;

        // Two indices of a faulty rig can be further apart than a long can count.
        long count = unchecked(end - _next);
        if (IsResumed && count > 0)
        {
            long bounded = BoundByClock(count, dueNs, rateHz);
            if (bounded == 0)
                return default;
            if (bounded < count)
                return new SampleRange(end - bounded, bounded, "no connector ran, and the rig restarted its count");
        }

        return new SampleRange(
            _next, count > 0 ? count : long.MaxValue, _reason ?? _known.Reason ?? "missing from the rig");
    }

    /// <summary>A link was established, or the rig reported a restart: the next index may be any.</summary>
    public void MayRestartCount() => _mayRestartCount = true;

    /// <summary>True when the index went back.</summary>
    public readonly bool RestartsCount(long first) => _started && first < _next;

    /// <summary>True for a repeated block: its samples were passed on, or are already declared.</summary>
    /// <param name="first">First sample of the block.</param>
    /// <param name="points">Samples of the block.</param>
    /// <param name="dueNs">Its due time.</param>
    /// <param name="rateHz">Rate of the base clock; 0 = index and due time are not related.</param>
    public bool Repeats(long first, int points, long dueNs, double rateHz = 0)
    {
        if (!RestartsCount(first))
            return false;
        if (IsSentAgain(first, dueNs, rateHz))
            return true;
        if (_mayRestartCount || dueNs > _lastDueNs)
            return false;
        if (_repeats == 0 || first != _repeatNext)
            (_repeats, _repeatFirst) = (0, first);
        _repeats++;
        _repeatNext = unchecked(first + points);
        if (_repeats <= LongestRepeat)
            return true;

        // It was not a repetition: what was dropped as repeated is declared with this block.
        (_next, _droppedTo, _reason) = (_repeatFirst, first, "taken for repeated blocks");
        return false;
    }

    /// <summary>Records a block that was passed on.</summary>
    public void Delivered(long first, int points, long dueNs = 0)
    {
        _dueUnchanged = _started && dueNs == _lastDueNs;
        _started = true;
        _mayRestartCount = false;
        _repeats = 0;
        (_lastFirst, _lastDueNs, _lastPoints) = (first, dueNs, points);
        _next = _droppedTo = unchecked(first + points);
        _reason = null;
        _known = default;
        IsResumed = false;
    }

    /// <summary>
    /// Sets the samples that the source reports as missing before the next block, whatever their indices. A later
    /// range extends an earlier one: the samples between them were not passed on either.
    /// </summary>
    public void SetKnown(in SampleRange range)
    {
        long count = unchecked(range.Last - _known.First + 1);
        bool isBehind = _known.Count > 0 && range.First > _known.Last && count > _known.Count;
        bool follows = range.First == unchecked(_known.Last + 1);
        _known = isBehind
            ? _known with { Count = count, Reason = follows ? _known.Reason : _reason ?? _known.Reason }
            : range;
    }

    /// <summary>
    /// Records a dropped block; the next one passed on finds its samples missing, even if it is the first.
    /// </summary>
    public void Dropped(long first, int points, string reason)
    {
        if (!_started)
            _next = _droppedTo = first;
        _started = true;
        _reason = reason;
        if (first >= _next)
            _droppedTo = unchecked(first + points);
    }

    /// <summary>
    /// Records a block that was not read: the index of the next one shows what is missing, with this reason.
    /// </summary>
    public void Lost(string reason) => _reason = reason;

    // Other samples may be missing before the known ones: then the indices show the count.
    private readonly bool IsAllKnown(long first) =>
        _known.Count > 0 && unchecked(_known.Last + 1) == first
            && (!_started || first < _next || _known.First <= _next);

    // Due times that do not change, or that begin with the rig, are not usable.
    private readonly bool IsSentAgain(long first, long dueNs, double rateHz)
    {
        if (_dueUnchanged || rateHz <= 0 || Math.Min(dueNs, _lastDueNs) < EarliestUtcNs)
            return false;
        double backNs = unchecked(first - _lastFirst) / rateHz * NsPerSecond;
        return Math.Abs(unchecked(dueNs - _lastDueNs) - backNs) < SameTimeNs;
    }

    // Another rig, or one that restarted its count elsewhere, cannot have measured more than the elapsed clock time. A
    // clock that went back, or begins with the rig, is not usable.
    private readonly long BoundByClock(long count, long dueNs, double rateHz)
    {
        if (rateHz <= 0 || Math.Min(dueNs, _lastDueNs) < EarliestUtcNs || dueNs <= _lastDueNs)
            return count;
        double elapsed = (unchecked(dueNs - _lastDueNs) / NsPerSecond * rateHz) - _lastPoints;
        return count <= (elapsed * 1.001) + rateHz ? count : (long)Math.Max(0, Math.Round(elapsed));
    }

    // A rig that restarted its count at 0 has measured this much before its first block arrived, at most the elapsed
    // clock time.
    private readonly SampleRange MissedBeforeRestart(long first, long dueNs, double rateHz)
    {
        double elapsed = (unchecked(dueNs - _lastDueNs) / NsPerSecond * rateHz) - _lastPoints;
        long missed = (long)Math.Min(first, Math.Round(elapsed));
        return missed > 0
            ? new SampleRange(first - missed, missed, "the rig restarted its count before its link was up")
            : default;
    }
}

/// <summary>A range of samples on the base clock, both ends included; <c>default</c> is empty.</summary>
/// <param name="First">Index of the first.</param>
/// <param name="Count">Number of samples; 0 for none.</param>
/// <param name="Reason">Why they are missing.</param>
public readonly record struct SampleRange(long First, long Count, string? Reason)
{
    /// <summary>Index of the last.</summary>
    public long Last => First + Count - 1;
}
