namespace Tools.Scoring.Matching;

/// <summary>
/// Matches two sequences of marks one to one: as many pairs as can be whose indices differ by at most the tolerance,
/// and of all such matchings one with the least sum of differences, so that of two candidates the nearer is taken.
/// </summary>
/// <remarks>
/// Marks come in rising order, from both sides merged, and are gathered into clusters: a mark further than the
/// tolerance after the one before cannot belong to any before it. Within a cluster pairs need never cross (uncrossing
/// two pairs of a line makes neither longer than the longer of both), so a table over its prefixes finds the best
/// matching. A cluster is 1 to 3 marks as long as the tolerance is below the distance of marks; one of more than
/// <see cref="MaxMarks"/> is cut and counted. So the whole is linear, and the memory one table.
/// </remarks>
/// <param name="tolerance">Base samples, 0 or more.</param>
/// <param name="sink">Takes the outcome.</param>
internal sealed class MarkMatcher(long tolerance, IMatchSink sink)
{
    /// <summary>Marks of one side of a cluster.</summary>
    public const int MaxMarks = 64;

    private const int Stride = MaxMarks + 1;

    private readonly Mark[] _groundTruth = new Mark[MaxMarks];
    private readonly Mark[] _found = new Mark[MaxMarks];
    private readonly Best[] _best = new Best[Stride * Stride];
    private long _offset;
    private int _groundTruths;
    private int _founds;
    private long _last;

    /// <summary>Clusters that were too large and cut: the tolerance is greater than the distance of marks.</summary>
    public long Cuts { get; private set; }

    /// <summary>How much later things are found than they are: taken off their index before it is compared.</summary>
    public long Offset
    {
        get => _offset;
        set => _offset = value;
    }

    /// <summary>Where a mark that was found is compared.</summary>
    public long PlaceOf(in Mark found) => found.Index - _offset;

    /// <summary>The next mark of the ground truth.</summary>
    public void GroundTruth(in Mark mark)
    {
        Reach(mark.Index, _groundTruths);
        _groundTruth[_groundTruths++] = mark;
    }

    /// <summary>The next mark that was found.</summary>
    public void Found(in Mark mark)
    {
        Reach(PlaceOf(mark), _founds);
        _found[_founds++] = mark;
    }

    /// <summary>There are no more.</summary>
    public void End() => Close();

    private void Reach(long place, int held)
    {
        if (_groundTruths + _founds > 0 && place - _last > tolerance)
            Close();
        else if (held == MaxMarks)
            Cut();
        _last = place;
    }

    private void Cut()
    {
        Cuts++;
        Close();
    }

    private void Close()
    {
        if (_groundTruths > 0 && _founds > 0)
            Fill();
        ReportUnmatched();
        (_groundTruths, _founds) = (0, 0);
    }

    // At (t, f) is the best matching of all marks from t and f on, so that the matching is read from the front.
    private void Fill()
    {
        for (int t = 0; t <= _groundTruths; t++)
            At(t, _founds) = default;
        for (int f = 0; f <= _founds; f++)
            At(_groundTruths, f) = default;
        for (int t = _groundTruths - 1; t >= 0; t--)
        {
            for (int f = _founds - 1; f >= 0; f--)
                At(t, f) = Best.BestOf(At(t + 1, f), At(t, f + 1), Pair(t, f));
        }
    }

    private ref Best At(int t, int f) => ref _best[(t * Stride) + f];

    private Best Pair(int t, int f)
    {
        long distance = Math.Abs(PlaceOf(_found[f]) - _groundTruth[t].Index);
        return distance <= tolerance ? At(t + 1, f + 1).With(distance) : default;
    }

    private void ReportUnmatched()
    {
        (int t, int f) = (0, 0);
        while (t < _groundTruths && f < _founds)
        {
            Best best = At(t, f);
            if (best.Pairs > 0 && best == Pair(t, f))
                sink.Matched(_groundTruth[t++], _found[f++]);
            else if (best == At(t + 1, f))
                sink.Missed(_groundTruth[t++]);
            else
                sink.Extra(_found[f++]);
        }

        while (t < _groundTruths)
            sink.Missed(_groundTruth[t++]);
        while (f < _founds)
            sink.Extra(_found[f++]);
    }

    // How good a matching is: more pairs, then a smaller sum of distances.
    private readonly record struct Best(int Pairs, long Distance)
    {
        public Best With(long distance) => new(Pairs + 1, Distance + distance);

        public static Best BestOf(Best a, Best b, Best c) => Better(Better(a, b), c);

        private static Best Better(Best a, Best b) =>
            b.Pairs > a.Pairs || (b.Pairs == a.Pairs && b.Distance < a.Distance) ? b : a;
    }
}

/// <summary>Something that is at one sample: of the ground truth, or found.</summary>
/// <param name="Index">Base sample.</param>
/// <param name="Value">Its value.</param>
internal readonly record struct Mark(long Index, double Value);

/// <summary>Takes what became of each mark, in rising order.</summary>
internal interface IMatchSink
{
    /// <summary>A mark of the ground truth and one that was found belong together.</summary>
    void Matched(in Mark groundTruth, in Mark found);

    /// <summary>Nothing was found for a mark of the ground truth.</summary>
    void Missed(in Mark groundTruth);

    /// <summary>Something was found that the ground truth does not have.</summary>
    void Extra(in Mark found);
}

/// <summary>When a mark that was found is one of the ground truth.</summary>
/// <param name="Samples">Base samples that indices may differ by, once the delay is taken off; null: from the distance
/// of marks.</param>
/// <param name="MinSamples">Least that null gives: two samples of the channel.</param>
/// <param name="Percent">Part of the range that values may differ by.</param>
/// <param name="Range">Range of the column in its unit; not finite when the catalogue gives none.</param>
/// <param name="MaxDelaySamples">Largest delay that is searched for.</param>
internal readonly record struct MarkTolerance(
    long? Samples, long MinSamples, double Percent, double Range, long MaxDelaySamples)
{
    // An extreme of a sine may be anywhere in its flat top: noise of 0.5 % of the amplitude moves it by 1.6 % of a
    // period.
    private const double PartOfDistance = 0.05;

    /// <summary>The tolerance for marks such as these.</summary>
    public long SamplesFor(ReadOnlySpan<Mark> groundTruth)
    {
        if (Samples is { } given)
            return given;
        List<long> distances = [];
        for (int i = 1; i < groundTruth.Length; i++)
            distances.Add(groundTruth[i].Index - groundTruth[i - 1].Index);
        return Math.Max(MinSamples, (long)(DelayEstimate.MedianOf(distances) * PartOfDistance));
    }

    /// <summary>Error of a value in % of the range; of the value itself when the range is not known.</summary>
    public double ErrorPercent(double groundTruth, double found)
    {
        double range = double.IsFinite(Range) && Range > 0 ? Range : Math.Abs(groundTruth);
        return found == groundTruth ? 0 : 100 * (found - groundTruth) / range;
    }
}
