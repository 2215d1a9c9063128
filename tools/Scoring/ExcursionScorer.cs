using FuncLibs.GroundTruth;
using FuncLibs.Signals.Limits;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>
/// One limit of the ground truth, watched over the journal by the limit engine of a monitor (docs/alarms.md).
/// </summary>
internal sealed class ExcursionScorer
{
    private readonly string _name;
    private readonly LimitWatch _watch;
    private readonly SampleScale _scale;
    private readonly SpoiledRanges _spoiled;
    private readonly List<IndexRange> _groundTruth = [];
    private readonly List<IndexRange> _found = [];
    private long _since = -1;

    /// <summary>Watches a limit.</summary>
    /// <param name="signal">Name of the signal.</param>
    /// <param name="side">Side of the limit.</param>
    /// <param name="value">The limit, unit of the signal; finite.</param>
    /// <param name="hysteresis">How far the value must return: the noise band.</param>
    /// <param name="scale">Its rate against the base clock.</param>
    /// <param name="spoiled">Where faults spoiled its values.</param>
    public ExcursionScorer(
        string signal, ExcursionLimit side, double value, double hysteresis, SampleScale scale, SpoiledRanges spoiled)
    {
        Signal = signal;
        LimitKind kind = side == ExcursionLimit.Upper ? LimitKind.Upper : LimitKind.Lower;
        _name = FormattableString.Invariant($"{signal} {LimitNames.NameOf(kind)} {value}");
        _watch = LimitWatch.Create(new LimitDefinition(1, signal, kind, value, Hysteresis: hysteresis));
        (_scale, _spoiled) = (scale, spoiled);
    }

    /// <summary>The signal.</summary>
    public string Signal { get; }

    /// <summary>Takes an excursion of the ground truth.</summary>
    public void Expect(IndexRange range) => _groundTruth.Add(range);

    /// <summary>Takes the samples of a block.</summary>
    public void Append(in LimitColumn column)
    {
        _watch.Begin(column);
        for (int at = 0; _watch.TryNext(column, ref at, out LimitCrossing crossing);)
            Cross(crossing);
    }

    /// <summary>The line of the result.</summary>
    /// <param name="coverage">What was recorded.</param>
    /// <param name="coveredTo">Base sample up to which the ground truth goes.</param>
    /// <param name="toleranceSamples">How far apart two ranges may be.</param>
    public Score End(Coverage coverage, long coveredTo, long toleranceSamples)
    {
        if (_since >= 0)
            Keep(new IndexRange(_since, Math.Max(coverage.To, _since + 1)));
        IndexRange[] found = [.. _found.Where(range => range.From < coveredTo)];
        Score score = RangeMatch.Score(
            new Score("excursion", _name), _groundTruth, _spoiled.All, found, toleranceSamples,
            range => !coverage.IsLost(range) && !_spoiled.HasIn(range.From, range.To));
        return _found.Count < Coverage.MaxRanges
            ? score
            : score with { Note = "more than were counted; the limit is in the noise" };
    }

    private void Cross(in LimitCrossing crossing)
    {
        long at = _scale.ToBase(crossing.Index);
        if (crossing.IsRaised)
        {
            _since = at;
            return;
        }

        if (_since >= 0)
            Keep(new IndexRange(_since, at));
        _since = -1;
    }

    private void Keep(IndexRange range)
    {
        if (_found.Count < Coverage.MaxRanges)
            _found.Add(range);
    }
}
