using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.GroundTruth;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Limits;
using SignalMonitor.Recordings;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>
/// Everything of a ground truth that is watched over a journal, and the columns of the blocks that it is found in.
/// </summary>
internal sealed class StreamScorers(
    GroundTruthSurvey survey,
    ScoreVerbOptions options,
    (double? L0Mm, double? S0Mm2) sizes,
    Dictionary<string,
    double> bands,
    Coverage coverage, List<string> notes)
{
    private const double RangeToleranceSeconds = 0.02;
    private const double BreakToleranceSeconds = 0.005;
    private const double MsPerSecond = 1000;

    private readonly Dictionary<string, ReversalScorer> _reversals = new(StringComparer.Ordinal);
    private readonly List<ExcursionScorer> _excursions = [];
    private readonly Dictionary<string, TensileScorer> _tensile = new(StringComparer.Ordinal);
    private Dictionary<string, int> _places = [];
    private StreamSignals _signals = null!;
    private BlockColumns _columns = null!;
    private bool _isMade;

    /// <summary>Another description holds from the next block on.</summary>
    /// <returns>What is wrong; null when nothing is.</returns>
    public string? Describe(StreamDescription stream)
    {
        _signals = new StreamSignals(stream);
        _columns = new BlockColumns(stream, _signals);
        _places = _signals.All.Select((signal, place) => (signal.Name, place)).ToDictionary(StringComparer.Ordinal);
        if (_isMade)
            return null;
        _isMade = true;
        foreach (string name in bands.Keys)
        {
            if (_signals.Find(name) is null)
                return $"the truth has '{name}', and stream {stream.Name} has no such signal; it is of another run";
        }

        foreach (string name in survey.CycleSignals)
            _reversals[name] = ReversalsOf(_signals.Find(name)!, stream.PointsPerBlock);
        CreateExcursions(stream.PointsPerBlock);
        CreateTensile(stream.PointsPerBlock);
        return null;
    }

    /// <summary>Takes a block.</summary>
    /// <param name="blocks">Where it is.</param>
    /// <param name="hasGap">True when samples are missing before it.</param>
    /// <param name="cycles">The cycles of the ground truth.</param>
    public void Append(RecordedBlocks blocks, bool hasGap, CycleFeed cycles)
    {
        _columns.MoveTo(blocks.Block);
        foreach ((string name, ReversalScorer watch) in _reversals)
        {
            if (hasGap)
                watch.Gap();
            if (PlaceOf(name) is var place and >= 0)
                watch.Append(_columns.FirstIndex(place), _columns.Values(place));
        }

        foreach (ExcursionScorer watch in _excursions)
        {
            if (PlaceOf(watch.Signal) is var place and >= 0)
                watch.Append(ColumnOf(place, blocks));
        }

        foreach ((string channel, TensileScorer watch) in _tensile)
        {
            if (PlaceOf(channel + ".force") is var force and >= 0
                && PlaceOf(channel + ".strain") is var strain and >= 0)
                watch.Append(_columns.FirstIndex(force), _columns.Values(force), _columns.Values(strain));
        }

        Expect(cycles);
    }

    /// <summary>The lines of the result.</summary>
    public IEnumerable<Score> End()
    {
        long rangeTolerance = options.ToleranceSamples ?? (long)(survey.Run.BaseRateHz * RangeToleranceSeconds);
        long breakTolerance = options.ToleranceSamples ?? (long)(survey.Run.BaseRateHz * BreakToleranceSeconds);
        return
        [
            .. _reversals.OrderBy(entry => entry.Key, StringComparer.Ordinal).SelectMany(entry => entry.Value.End()),
            .. _tensile.SelectMany(entry => entry.Value.End(options.TolerancePercent, breakTolerance, coverage)),
            .. _excursions.Select(watch => watch.End(coverage, survey.CoveredTo, rangeTolerance)),
            .. LossScore.Compute(survey, coverage),
        ];
    }

    private void Expect(CycleFeed cycles)
    {
        while (cycles.TakeBefore(coverage.To) is { } cycle)
        {
            ReversalScorer watch = _reversals[GroundTruthSurvey.SignalOf(cycle.Channel, cycle.Sensor)];
            if (Math.Min(cycle.PeakIndex, cycle.ValleyIndex) >= coverage.From)
                watch.Expect(new Mark(cycle.PeakIndex, cycle.Peak), new Mark(cycle.ValleyIndex, cycle.Valley));
        }

        foreach (ReversalScorer watch in _reversals.Values)
            watch.Step();
    }

    private ReversalScorer ReversalsOf(SignalDescription signal, int pointsPerBlock)
    {
        SampleScale scale = SampleScale.From(signal, pointsPerBlock);
        MarkTolerance tolerance = new(
            options.ToleranceSamples,
            2 * Math.Max(1, scale.ToBase(1)),
            options.TolerancePercent,
            signal.Max - signal.Min,
            (long)(options.MaxDelayMs * survey.Run.BaseRateHz / MsPerSecond));
        double band = options.Band ?? Math.Max(bands[signal.Name], survey.ReversalBandOf(signal.Name));
        SpoiledRanges spoiled = survey.SpoiledOf(signal.Name);
        return new ReversalScorer(
            band, scale, survey.CoveredTo, kind => new MarkTrack(kind, signal.Name, tolerance, coverage, spoiled));
    }

    private void CreateExcursions(int pointsPerBlock)
    {
        foreach (var same in survey.Excursions.Where(line => double.IsFinite(line.Value)).GroupBy(
            line => (Signal: GroundTruthSurvey.SignalOf(line.Channel, line.Sensor), line.Limit, line.Value)))
        {
            (string name, ExcursionLimit side, double value) = same.Key;
            ExcursionScorer watch = new(
                name,
                side,
                value,
                bands[name],
                SampleScale.From(_signals.Find(name)!, pointsPerBlock),
                survey.SpoiledOf(name));
            foreach (ExcursionLine line in same)
                watch.Expect(new IndexRange(line.From, line.To));
            _excursions.Add(watch);
        }
    }

    private void CreateTensile(int pointsPerBlock)
    {
        foreach (IGrouping<string, PropertyLine> specimen in survey.Properties.GroupBy(line => line.Channel))
        {
            PropertyLine[] known = [.. specimen.Where(line => TensileNames.QuantityOf(line.Name) is not null)];
            foreach (PropertyLine line in specimen.Except(known))
                notes.Add($"{specimen.Key}: {line.Name} is not scored, no function of a monitor gives it");
            if (known.Length == 0)
                continue;
            BreakLine[] breaks = [.. survey.Breaks.Where(line => line.Channel == specimen.Key).Take(1)];
            SignalDescription? force = _signals.Find(specimen.Key + ".force");
            SignalDescription? strain = _signals.Find(specimen.Key + ".strain");
            string? fault = force is null || strain is null
                ? "it has no columns force and strain"
                : TryAdd(specimen.Key, SampleScale.From(force, pointsPerBlock), (force, strain), known, breaks);
            if (fault is not null)
                notes.Add($"the properties of {specimen.Key} are not scored: {fault}");
        }
    }

    private string? TryAdd(
        string channel,
        SampleScale scale,
        (SignalDescription Force, SignalDescription Strain) columns,
        PropertyLine[] known,
        BreakLine[] breaks)
    {
        string? fault = TensilePlan.Create(
            columns.Force, columns.Strain, known, options, sizes, out TensilePlan? plan);
        if (fault is not null)
            return fault;
        _tensile.Add(channel, new TensileScorer(channel, plan!, scale, known, breaks));
        return null;
    }

    private LimitColumn ColumnOf(int place, RecordedBlocks blocks) => new(
        _columns.FirstIndex(place), _signals.All[place].RateHz, blocks.Header.AcquiredNs, _columns.Values(place));

    private int PlaceOf(string name) => _places.GetValueOrDefault(name, -1);
}
