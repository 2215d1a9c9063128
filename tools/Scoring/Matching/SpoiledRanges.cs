namespace Tools.Scoring.Matching;

/// <summary>Where the values of one signal are not what happened, because a fault was put in:
/// nobody can find there what the truth says.</summary>
internal sealed class SpoiledRanges
{
    private readonly SampleRange[] _ranges;

    /// <summary>Takes ranges in any order.</summary>
    public SpoiledRanges(IReadOnlyList<SampleRange> ranges) => _ranges = RangeMatch.Joined(ranges);

    /// <summary>Nothing is spoiled.</summary>
    public static SpoiledRanges None { get; } = new([]);

    /// <summary>The ranges, rising.</summary>
    public IReadOnlyList<SampleRange> All => _ranges;

    /// <summary>True when something is spoiled between two samples, both included.</summary>
    public bool HasIn(long from, long to)
    {
        (int low, int high) = (0, _ranges.Length);
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_ranges[middle].To > from)
                high = middle;
            else
                low = middle + 1;
        }

        return low < _ranges.Length && _ranges[low].From <= to;
    }
}
