namespace Tools.Scoring.Matching;

/// <summary>
/// Matches ranges one to one by overlap. Both sides are sorted and joined first, so that within a side no two touch;
/// then a range that ends first can only belong to the one it overlaps, and a single merge finds as many pairs as can
/// be.
/// </summary>
internal static class RangeMatch
{
    /// <summary>Scores ranges.</summary>
    /// <param name="score">The line that is filled.</param>
    /// <param name="groundTruth">Ranges of the ground truth.</param>
    /// <param name="optional">Ranges that explain what was found and need not be found themselves.</param>
    /// <param name="found">Ranges that were found.</param>
    /// <param name="toleranceSamples">How far apart two ranges may be and still belong together.</param>
    /// <param name="isJudged">False for a range of the ground truth that cannot be found.</param>
    public static Score Score(
        Score score,
        IReadOnlyList<IndexRange> groundTruth,
        IReadOnlyList<IndexRange> optional,
        IReadOnlyList<IndexRange> found,
        long toleranceSamples, Func<IndexRange, bool> isJudged)
    {
        IndexRange[] wanted = Joined(groundTruth);
        IndexRange[] got = Joined(found);
        IndexRange[] explained = Joined(optional);
        ErrorSum errors = default;
        List<long> offsets = [];
        (int t, int f, long hits, long misses, long extras, long edges) = (0, 0, 0, 0, 0, 0);
        while (t < wanted.Length || f < got.Length)
        {
            if (t < wanted.Length && f < got.Length && IsNear(wanted[t], got[f], toleranceSamples))
            {
                hits++;
                errors.Add(got[f].From - wanted[t].From);
                errors.Add(got[f].To - wanted[t].To);
                offsets.Add(got[f++].From - wanted[t++].From);
            }
            else if (f == got.Length || (t < wanted.Length && wanted[t].To < got[f].To))
            {
                (misses, edges) = isJudged(wanted[t++]) ? (misses + 1, edges) : (misses, edges + 1);
            }
            else
            {
                bool isExplained = Array.Exists(explained, range => IsNear(range, got[f], toleranceSamples));
                (extras, edges) = isExplained ? (extras, edges + 1) : (extras + 1, edges);
                f++;
            }
        }

        return score with
        {
            Hits = hits,
            Misses = misses,
            Extras = extras,
            Edges = edges,
            OffsetSamples = offsets.Count == 0 ? double.NaN : DelayEstimate.MedianOf(offsets),
            WorstSamples = errors.Worst,
            RmsSamples = errors.Rms,
        };
    }

    /// <summary>Scores the same by samples.</summary>
    /// <param name="score">The line that is filled.</param>
    /// <param name="groundTruth">Ranges of the ground truth.</param>
    /// <param name="optional">Ranges that explain what was found.</param>
    /// <param name="found">Ranges that were found.</param>
    public static Score OfSamples(
        Score score,
        IReadOnlyList<IndexRange> groundTruth,
        IReadOnlyList<IndexRange> optional,
        IReadOnlyList<IndexRange> found)
    {
        IndexRange[] wanted = Joined(groundTruth);
        IndexRange[] got = Joined(found);
        long hits = Overlap(wanted, got);
        long all = Overlap(Joined([.. groundTruth, .. optional]), got);
        return score with
        {
            Hits = hits,
            Misses = LengthOf(wanted) - hits,
            Edges = all - hits,
            Extras = LengthOf(got) - all,
        };
    }

    /// <summary>Sorted, without empty ones, and those that touch as one.</summary>
    public static IndexRange[] Joined(IReadOnlyList<IndexRange> ranges)
    {
        List<IndexRange> joined = [];
        foreach (IndexRange range in ranges.Where(range => range.Length > 0).OrderBy(range => range.From))
        {
            if (joined.Count > 0 && joined[^1].To >= range.From)
                joined[^1] = joined[^1] with { To = Math.Max(joined[^1].To, range.To) };
            else
                joined.Add(range);
        }

        return [.. joined];
    }

    private static bool IsNear(IndexRange a, IndexRange b, long tolerance) =>
        a.From < b.To + tolerance && b.From < a.To + tolerance;

    private static long LengthOf(IndexRange[] ranges) => ranges.Sum(range => range.Length);

    private static long Overlap(IndexRange[] a, IndexRange[] b)
    {
        (int i, int j, long sum) = (0, 0, 0);
        while (i < a.Length && j < b.Length)
        {
            sum += Math.Max(0, Math.Min(a[i].To, b[j].To) - Math.Max(a[i].From, b[j].From));
            if (a[i].To < b[j].To)
                i++;
            else
                j++;
        }

        return sum;
    }
}

/// <summary>Base samples from one on up to another, which is not among them.</summary>
/// <param name="From">First sample.</param>
/// <param name="To">Sample after the last.</param>
internal readonly record struct IndexRange(long From, long To)
{
    /// <summary>Samples in it.</summary>
    public long Length => To - From;
}

/// <summary>Where the values of one signal are not what happened, because a fault was put in:
/// what is in the ground truth cannot be found there.</summary>
internal sealed class SpoiledRanges
{
    private readonly IndexRange[] _ranges;

    /// <summary>Takes ranges in any order.</summary>
    public SpoiledRanges(IReadOnlyList<IndexRange> ranges) => _ranges = RangeMatch.Joined(ranges);

    /// <summary>Nothing is spoiled.</summary>
    public static SpoiledRanges None { get; } = new([]);

    /// <summary>The ranges, rising.</summary>
    public IReadOnlyList<IndexRange> All => _ranges;

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
