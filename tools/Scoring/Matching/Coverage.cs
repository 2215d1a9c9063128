namespace Tools.Scoring.Matching;

/// <summary>What was recorded of a run: where it begins and ends, and the ranges in between that were lost. It grows as
/// the journal is read.</summary>
internal sealed class Coverage
{
    /// <summary>Ranges that are kept; a journal with more losses is no record.</summary>
    public const int MaxRanges = 1_000_000;

    private readonly List<IndexRange> _lost = [];

    /// <summary>First base sample of it; -1 before the first block.</summary>
    public long From { get; private set; } = -1;

    /// <summary>Base sample after it.</summary>
    public long To { get; private set; } = -1;

    /// <summary>Ranges that are missing in it, rising.</summary>
    public IReadOnlyList<IndexRange> Lost => _lost;

    /// <summary>True when no more losses are kept.</summary>
    public bool IsFull => _lost.Count == MaxRanges;

    /// <summary>A block came.</summary>
    /// <returns>True when samples are missing before it.</returns>
    public bool Add(long from, long to)
    {
        bool hasGap = To >= 0 && from > To;
        if (hasGap)
            _lost.Add(new IndexRange(To, from));
        if (From < 0)
            From = from;
        To = to;
        return hasGap;
    }

    /// <summary>True when something is missing between two samples.</summary>
    public bool HasLossIn(long from, long to)
    {
        int at = FirstEndingBehind(from);
        return at < _lost.Count && _lost[at].From < to;
    }

    /// <summary>True when nothing of a range was recorded.</summary>
    public bool IsLost(IndexRange range)
    {
        int at = FirstEndingBehind(range.From);
        bool isInLoss = at < _lost.Count && _lost[at].From <= range.From && range.To <= _lost[at].To;
        return isInLoss || range.To <= From || range.From >= To;
    }

    private int FirstEndingBehind(long sample)
    {
        (int low, int high) = (0, _lost.Count);
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_lost[middle].To > sample)
                high = middle;
            else
                low = middle + 1;
        }

        return low;
    }
}
