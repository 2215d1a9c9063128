using FuncLibs.GroundTruth;
using FuncLibs.Runtime.Diagnostics;
using Tools.GroundTruth;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>
/// What a ground-truth file is about, read once from end to end: everything but the cycles, which may be millions and
/// are read a second time beside the journal. What is kept is bounded.
/// </summary>
internal sealed class GroundTruthSurvey
{
    /// <summary>Lines of one kind that are kept, cycles not among them.</summary>
    public const int MaxLines = 1_000_000;

    /// <summary>Signals that may have cycles.</summary>
    public const int MaxSignals = 4096;

    private readonly HashSet<string> _cycleSignals = new(StringComparer.Ordinal);
    private readonly Dictionary<string, double> _reversalBands = new(StringComparer.Ordinal);

    private GroundTruthSurvey()
    {
    }

    /// <summary>The run.</summary>
    public RunLine Run { get; private set; } = null!;

    /// <summary>Signals with cycles, for example servo1.force.</summary>
    public IReadOnlyCollection<string> CycleSignals => _cycleSignals;

    /// <summary>Properties of specimens.</summary>
    public List<PropertyLine> Properties { get; } = [];

    /// <summary>Breaks of specimens.</summary>
    public List<BreakLine> Breaks { get; } = [];

    /// <summary>Excursions beyond limits.</summary>
    public List<ExcursionLine> Excursions { get; } = [];

    /// <summary>Faults that were put in.</summary>
    public List<FaultLine> Faults { get; } = [];

    /// <summary>Lines that were read.</summary>
    public long Lines { get; private set; }

    /// <summary>Base sample up to which the file is complete.</summary>
    public long CoveredTo { get; private set; }

    /// <summary>Remarks on the file; may be empty.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>Name of a signal in expressions.</summary>
    public static string SignalOf(string channel, string sensor) =>
        sensor.Length == 0 ? channel : $"{channel}.{sensor}";

    /// <summary>
    /// How far a signal must return before the ground truth counts a reversal, in its unit; 0 when the file gives none.
    /// </summary>
    public double ReversalBandOf(string signal) => _reversalBands.GetValueOrDefault(signal);

    /// <summary>Where a fault spoiled the values of a signal.</summary>
    public SpoiledRanges SpoiledOf(string signal) => new(
    [
        .. Faults.Where(
            fault => fault.Channel is not null && LossKinds.SpoilsValues(fault.Fault) && IsOf(fault, signal))
            .Select(
                fault => new IndexRange(
                    fault.From, LossKinds.HasNoEnd(fault.Fault) ? CoveredTo : Math.Min(fault.To, CoveredTo))),
    ]);

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="survey">What it is about, when nothing is wrong.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Read(string path, out GroundTruthSurvey survey)
    {
        survey = new GroundTruthSurvey();
        if (GroundTruthReader.Open(path, out GroundTruthReader? reader) is { } fault)
            return fault;
        using (reader)
            return survey.Read(path, reader!);
    }

    private static bool IsOf(FaultLine fault, string signal) => fault.Sensor is { Length: > 0 } sensor
        ? signal == SignalOf(fault.Channel!, sensor)
        : signal == fault.Channel || signal.StartsWith(fault.Channel + ".", StringComparison.Ordinal);

    private string? Read(string path, GroundTruthReader reader)
    {
        (EndLine? end, TruncatedLine? truncated) = (null, null);
        while (true)
        {
            GroundTruthStep step = reader.Next();
            if (step.Status is GroundTruthStatus.Bad or GroundTruthStatus.Failed)
                return $"{path}: {step.Fault}";
            if (step.Status != GroundTruthStatus.Line)
                return Finish(path, reader, step.Status == GroundTruthStatus.Torn, end, truncated);
            if (Lines++ == 0 && Begin(path, step.Line!) is { } noRun)
                return noRun;
            (end, truncated) = (step.Line as EndLine ?? end, step.Line as TruncatedLine ?? truncated);
            if (Lines > 1 && Take(step.Line!) is { } fault)
                return $"{path}: line {reader.LineNumber}, {fault}";
        }
    }

    private string? Begin(string path, GroundTruthLine first)
    {
        if (first is not RunLine run)
            return $"{path}: line 1 is no run line; the truth file of a run begins with {{\"kind\":\"run\",...}}";
        Run = run;
        return null;
    }

    private string? Take(GroundTruthLine line)
    {
        switch (line)
        {
            case RunLine:
                return "a second run line; a truth file is of one run, write each into its own file";
            case CycleLine cycle:
                Reach(cycle.Index);
                _cycleSignals.Add(SignalOf(cycle.Channel, cycle.Sensor));
                return _cycleSignals.Count > MaxSignals ? $"cycles of more than {MaxSignals} signals" : null;
            case PropertyLine property:
                Reach(property.Index);
                return Keep(Properties, property);
            case BreakLine broken:
                Reach(broken.Index);
                return Keep(Breaks, broken);
            case ModeLine mode:
                TakeBand(SignalOf(mode.Channel, FeedbackOf(mode.Mode)), mode.Band);
                return _reversalBands.Count > MaxSignals ? $"control modes of more than {MaxSignals} signals" : null;
            case ExcursionLine excursion:
                return Keep(Excursions, excursion);
            case FaultLine fault:
                return Keep(Faults, fault);
            default:
                return null;
        }
    }

    // The same mode comes with the same band; of a file where it does not, the smaller one sees all turns.
    private void TakeBand(string signal, double band)
    {
        if (band > 0 && double.IsFinite(band))
            _reversalBands[signal] = Math.Min(band, _reversalBands.GetValueOrDefault(signal, band));
    }

    private static string FeedbackOf(string mode) => mode == "displacement" ? "stroke" : mode;

    private static string? Keep<T>(List<T> kept, T line)
    {
        kept.Add(line);
        return kept.Count > MaxLines ? $"more than {MaxLines} lines of this kind; score a shorter run" : null;
    }

    private void Reach(long index) => CoveredTo = Math.Max(CoveredTo, index);

    private string? Finish(string path, GroundTruthReader reader, bool isTorn, EndLine? end, TruncatedLine? truncated)
    {
        if (Lines == 0)
            return $"{path} is empty; the simulator writes its first line when the run begins";
        if (reader.UnknownKinds > 0)
            Notes.Add($"lines of unknown kinds were left out: {reader.UnknownKinds}");
        if (isTorn)
            Notes.Add($"the last line of {Path.GetFileName(path)} is not whole: the run is not over, or was killed");
        if (truncated is not null)
            Notes.Add($"the truth file was full at {truncated.AtBytes} bytes");
        if (end is { Dropped: > 0 })
            Notes.Add(
                $"the truth lacks {end.Dropped} lines that its writer dropped: their content counts as found for "
                    + $"nothing");
        if (end is not null && truncated is null)
            CoveredTo = Math.Max(CoveredTo, end.Samples);
        else
            Notes.Add($"the truth is scored up to base sample {CoveredTo}");
        bool hasAny = _cycleSignals.Count + Properties.Count + Breaks.Count + Excursions.Count + Faults.Count > 0;
        return hasAny
            ? null
            : OneLine.Format(
                $"{path} has a run line and nothing to score: no cycles, properties, excursions or faults");
    }
}

/// <summary>
/// The cycles of a ground-truth file as far as the journal was read: a cycle is passed on when the sample that closed
/// it was recorded. Reads no more lines than the survey did, so that both see the same file while it is still written.
/// </summary>
/// <param name="reader">The file, from its begin.</param>
/// <param name="lines">Lines to read.</param>
internal sealed class CycleFeed(GroundTruthReader reader, long lines)
{
    private CycleLine? _next;
    private long _read;

    /// <summary>The next cycle that closed before a sample; null when there is none yet, or none any more.</summary>
    public CycleLine? TakeBefore(long sample)
    {
        while (_next is null && _read < lines)
        {
            _read++;
            _next = reader.Next().Line as CycleLine;
        }

        if (_next is null || _next.Index >= sample)
            return null;
        CycleLine taken = _next;
        _next = null;
        return taken;
    }
}
