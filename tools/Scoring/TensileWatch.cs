using FuncLibs.GroundTruth.Lines;
using FuncLibs.Signals.Tensile;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>The properties of one specimen, by the tensile functions of a monitor (docs/signals-cycles.md) over force and strain.</summary>
internal sealed class TensileWatch
{
    private readonly TensilePlan _plan;
    private readonly string _channel;
    private readonly SampleScale _scale;
    private readonly IReadOnlyList<PropertyLine> _truth;
    private readonly IReadOnlyList<BreakLine> _breaks;
    private readonly Dictionary<double, TensileTest> _tests = [];

    /// <summary>Watches a channel.</summary>
    /// <param name="channel">Its name.</param>
    /// <param name="plan">Columns and sizes.</param>
    /// <param name="scale">Its rate against the base clock.</param>
    /// <param name="truth">Properties of the specimen.</param>
    /// <param name="breaks">Its break; none or one.</param>
    public TensileWatch(
        string channel, TensilePlan plan, SampleScale scale, IReadOnlyList<PropertyLine> truth, IReadOnlyList<BreakLine> breaks)
    {
        (_channel, _plan, _scale, _truth, _breaks) = (channel, plan, scale, truth, breaks);
        foreach (double offset in truth.Select(line => TensileNames.OffsetOf(line.Name)).Append(TensileNames.DefaultOffset).Distinct())
            _tests[offset] = new TensileTest(plan.Options with { OffsetPercent = offset });
    }

    /// <summary>Takes samples, as many of both columns as there are of the shorter.</summary>
    public void Take(long index, ReadOnlySpan<double> force, ReadOnlySpan<double> strain)
    {
        int count = Math.Min(force.Length, strain.Length);
        foreach (TensileTest test in _tests.Values)
        {
            for (int i = 0; i < count; i++)
                test.Take(index + i, StressStrain.Stress(force[i], _plan.Force, _plan.S0Mm2), strain[i] * _plan.StrainFactor);
        }
    }

    /// <summary>The lines of the result.</summary>
    /// <param name="percent">Error that a value may have.</param>
    /// <param name="toleranceSamples">Base samples that the break may be off.</param>
    /// <param name="coverage">What was recorded.</param>
    public IEnumerable<Score> End(double percent, long toleranceSamples, Coverage coverage)
    {
        foreach (PropertyLine line in _truth)
        {
            if (TensileNames.QuantityOf(line.Name) is { } quantity)
                yield return Judged(ScoreOf(line, quantity, percent), IsSeen(line.Index, quantity, coverage));
        }

        foreach (BreakLine line in _breaks)
            yield return Judged(ScoreOf(line, toleranceSamples), IsSeen(line.Index, toleranceSamples, coverage));
    }

    // A record that begins behind the elastic line has neither it nor what is measured from it.
    private bool IsSeen(long index, TensileQuantity quantity, Coverage coverage)
    {
        bool needsLine = quantity is not (
            TensileQuantity.UpperYieldStrength or TensileQuantity.LowerYieldStrength or TensileQuantity.TensileStrength);
        long elastic = _truth.FirstOrDefault(line => TensileNames.QuantityOf(line.Name) == TensileQuantity.ElasticModulus)?.Index ?? 0;
        return coverage.From <= (needsLine ? Math.Min(index, elastic) : index) && !coverage.HasLossIn(0, index);
    }

    private static bool IsSeen(long index, long tolerance, Coverage coverage) =>
        coverage.From <= index && !coverage.HasLossIn(index - tolerance, index + tolerance);

    private static Score Judged(Score score, bool isSeen) => isSeen || score.Hits > 0
        ? score
        : score with { Extras = 0, Misses = 0, Wrong = 0, Edges = 1, Note = $"not judged, a part of the test was not recorded; {score.Note}" };

    private Score ScoreOf(PropertyLine line, TensileQuantity quantity, double percent)
    {
        TensileTest test = _tests[TensileNames.OffsetOf(line.Name)];
        double found = test.Value(quantity);
        Score score = new(line.Name, _channel);
        if (double.IsNaN(found))
            return score with { Misses = 1, Note = test.Missing(quantity) ?? "" };
        if (TensileNames.Convert(found, quantity, line.Unit, out double value) is { } fault)
            return score with { Misses = 1, Note = fault };
        double error = value == line.Value ? 0 : 100 * (value - line.Value) / Math.Abs(line.Value);
        bool isRight = Math.Abs(error) <= percent;
        return score with
        {
            Hits = isRight ? 1 : 0,
            Wrong = isRight ? 0 : 1,
            Extras = isRight ? 0 : 1,
            Misses = isRight ? 0 : 1,
            WorstPercent = Math.Abs(error),
            RmsPercent = Math.Abs(error),
            Note = FormattableString.Invariant($"found {value:G6}, true {line.Value:G6} {line.Unit}").TrimEnd(),
        };
    }

    private Score ScoreOf(BreakLine line, long toleranceSamples)
    {
        TensileTest test = _tests[TensileNames.DefaultOffset];
        Score score = new("break", _channel);
        if (!test.IsBroken)
            return score with { Misses = 1, Note = "no break was found" };
        long difference = _scale.ToBase((long)test.Value(TensileQuantity.BreakIndex)) - line.Index;
        bool isRight = Math.Abs(difference) <= toleranceSamples;
        return score with
        {
            Hits = isRight ? 1 : 0,
            Extras = isRight ? 0 : 1,
            Misses = isRight ? 0 : 1,
            OffsetSamples = difference,
        };
    }
}
