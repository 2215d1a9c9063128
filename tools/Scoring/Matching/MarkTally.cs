namespace Tools.Scoring.Matching;

/// <summary>
/// Counts what became of the marks of one track. A mark of the ground truth that was not found is no miss when there
/// was nothing to find: at the ends of what was recorded, beside a loss and where a fault spoiled the values: a
/// reversal cannot be seen there. So are one mark before the first of the ground truth, and one after its last: those
/// of a cycle that the ground truth has not closed.
/// </summary>
internal sealed class MarkTally(
    string kind, string name, MarkTolerance tolerance, Coverage coverage, SpoiledRanges spoiled) : IMatchSink
{
    /// <summary>
    /// Kind of closed cycles: those of a monitor begin at the first reversal, so the first of a record is in none.
    /// </summary>
    public const string Cycle = "cycle";

    private const int MaxOffsets = 4096;

    // Of the first pairs: their median is the offset that errors are relative to.
    private readonly List<long> _offsets = [];
    private ErrorSum _values;
    private ErrorSum _samples;
    private long _hits;
    private long _wrong;
    private long _missed;
    private long _extra;
    private long _extraBehindGroundTruth;
    private long _edges;
    private long _expected;
    private long _previous = -1;
    private bool _isMissPending;
    private long _beforePending;

    /// <inheritdoc/>
    public void Matched(in Mark groundTruth, in Mark found)
    {
        Pass(groundTruth.Index);
        if (IsSpoiled(groundTruth.Index) || IsSpoiled(found.Index))
        {
            _edges++;
            return;
        }

        long difference = found.Index - groundTruth.Index;
        if (_offsets.Count < MaxOffsets)
            Hold(difference);
        else
            _samples.Add(difference - _expected);
        double error = tolerance.ErrorPercent(groundTruth.Value, found.Value);
        _values.Add(error);
        if (Math.Abs(error) <= tolerance.Percent)
            _hits++;
        else
            _wrong++;
    }

    /// <inheritdoc/>
    public void Missed(in Mark groundTruth)
    {
        long before = _previous;
        Pass(groundTruth.Index);
        (_beforePending, _isMissPending) = (before, true);
    }

    /// <inheritdoc/>
    public void Extra(in Mark found)
    {
        if (IsSpoiled(found.Index))
            _edges++;
        else
            _extraBehindGroundTruth++;
    }

    /// <summary>There are no more.</summary>
    /// <param name="cuts">Clusters that were cut.</param>
    public Score End(long cuts)
    {
        if (_isMissPending)
            _edges++;
        Forgive();
        if (_offsets.Count < MaxOffsets)
            Settle();
        string note = cuts == 0
            ? "" : $"the tolerance is greater than the distance of marks ({cuts} clusters were cut); give a smaller "
                + $"--tolerance-samples";
        return new Score(kind, name)
        {
            Hits = _hits,
            Wrong = _wrong,
            Extras = _extra + _wrong,
            Misses = _missed + _wrong,
            Edges = _edges,
            OffsetSamples = _offsets.Count == 0 ? double.NaN : _expected,
            WorstSamples = _samples.Worst,
            RmsSamples = _samples.Rms,
            WorstPercent = _values.Worst,
            RmsPercent = _values.Rms,
            Note = note,
        };
    }

    // Another mark of the ground truth: now both neighbours of the one that was missed are known, and what is
    // between.
    private void Pass(long index)
    {
        if (_isMissPending)
        {
            bool isFirst = _beforePending < 0 && (coverage.From > 0 || kind == Cycle);
            long from = Math.Max(_beforePending, 0);
            if (isFirst || coverage.HasLossIn(from, index) || spoiled.HasIn(from, index))
                _edges++;
            else
                _missed++;
        }

        _isMissPending = false;
        if (_previous < 0)
            Forgive();
        _extra += _extraBehindGroundTruth;
        _extraBehindGroundTruth = 0;
        _previous = index;
    }

    // A fault's range is that of the rig; what it does is seen as much later as the measuring chain is behind.
    private bool IsSpoiled(long index) =>
        spoiled.HasIn(index - tolerance.MaxDelaySamples, index + tolerance.MaxDelaySamples);

    private void Forgive()
    {
        if (_extraBehindGroundTruth > 0)
        {
            _edges++;
            _extraBehindGroundTruth--;
        }

        _extra += _extraBehindGroundTruth;
        _extraBehindGroundTruth = 0;
    }

    private void Hold(long difference)
    {
        _offsets.Add(difference);
        if (_offsets.Count == MaxOffsets)
            Settle();
    }

    private void Settle()
    {
        _expected = DelayEstimate.MedianOf(_offsets);
        foreach (long difference in _offsets)
            _samples.Add(difference - _expected);
    }
}
