using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Sources;
using SignalMonitor.Recordings;

namespace Tools.Scoring;

/// <summary>
/// The noise band for the reversals of a column, from its first samples: wide enough for noise and steps of the
/// converter, and not a cycle.
/// </summary>
internal static class NoiseBand
{
    /// <summary>Samples that are used.</summary>
    public const int Samples = 8192;

    // Second differences of white noise have 6 times its variance; the median of magnitudes is 0.6745 of the deviation.
    private const double DeviationOfMedian = 0.6745 * 2.449489742783178;

    // Noise spans 8 deviations from end to end in a million samples; half as much again for what is not white.
    private const double Deviations = 12;
    private const double Steps = 4;
    private const double PercentOfRange = 0.05;

    /// <summary>The band in the unit of the column.</summary>
    /// <param name="signal">The column.</param>
    /// <param name="first">First samples of it.</param>
    public static double Estimate(SignalDescription signal, ReadOnlySpan<double> first)
    {
        double range = signal.Max - signal.Min;
        double min = double.IsFinite(range) && range > 0 ? range * PercentOfRange / 100 : 0;
        return Math.Max(min, Math.Max(Deviations * DeviationOf(first), Steps * StepOf(first)));
    }

    private static double DeviationOf(ReadOnlySpan<double> x)
    {
        List<double> differences = [];
        for (int i = 2; i < x.Length; i++)
        {
            double second = x[i] - (2 * x[i - 1]) + x[i - 2];
            if (double.IsFinite(second))
                differences.Add(Math.Abs(second));
        }

        differences.Sort();
        return differences.Count == 0 ? 0 : differences[differences.Count / 2] / DeviationOfMedian;
    }

    // The smallest change from sample to sample: one step of the converter, or less than noise anyway.
    private static double StepOf(ReadOnlySpan<double> x)
    {
        double min = double.PositiveInfinity;
        for (int i = 1; i < x.Length; i++)
        {
            double change = Math.Abs(x[i] - x[i - 1]);
            if (change > 0 && change < min)
                min = change;
        }

        return double.IsFinite(min) ? min : 0;
    }
}

/// <summary>The noise bands of all signals that have cycles or limits, from the first blocks of a journal.</summary>
internal static class FirstSamples
{
    /// <summary>Looks at the first blocks.</summary>
    /// <param name="blocks">The journal from where scoring begins.</param>
    /// <param name="survey">Which signals are needed.</param>
    /// <param name="given">Band of all of them; null: of each its own.</param>
    public static Dictionary<string, double> BandsOf(RecordedBlocks blocks, GroundTruthSurvey survey, double? given)
    {
        Dictionary<string, List<double>> first = survey.CycleSignals
            .Concat(survey.Excursions.Select(line => GroundTruthSurvey.SignalOf(line.Channel, line.Sensor)))
            .Distinct()
            .ToDictionary(name => name, _ => new List<double>(), StringComparer.Ordinal);
        if (given is { } band)
            return first.Keys.ToDictionary(name => name, _ => band, StringComparer.Ordinal);
        StreamSignals? signals = null;
        while (first.Values.Any(samples => samples.Count < NoiseBand.Samples) && blocks.MoveNext())
        {
            signals ??= new StreamSignals(blocks.Description);
            BlockColumns columns = new(blocks.Description, signals);
            columns.MoveTo(blocks.Block);
            foreach ((string name, List<double> samples) in first)
                AddTo(samples, columns, signals, name);
            if (first.Keys.All(name => signals.Find(name) is null))
                break;
        }

        return first.ToDictionary(
            entry => entry.Key,
            entry => signals?.Find(entry.Key) is { } signal ? NoiseBand.Estimate(signal, [.. entry.Value]) : 0,
            StringComparer.Ordinal);
    }

    private static void AddTo(List<double> samples, BlockColumns columns, StreamSignals signals, string name)
    {
        if (samples.Count < NoiseBand.Samples && signals.Find(name) is { } signal)
            samples.AddRange(columns.Values(signals.All.IndexOf(signal)));
    }
}

/// <summary>From samples of a channel to those of the base clock.</summary>
/// <param name="Points">Points of the channel in a full block.</param>
/// <param name="BasePoints">Points of the base clock in it.</param>
internal readonly record struct SampleScale(int Points, int BasePoints)
{
    /// <summary>Of a signal of a stream.</summary>
    public static SampleScale From(SignalDescription signal, int pointsPerBlock) =>
        new(Math.Max(1, signal.Points), pointsPerBlock);

    /// <summary>The base sample at, or last before, a sample of the channel.</summary>
    public long ToBase(long index) => (long)((Int128)index * BasePoints / Points);
}
