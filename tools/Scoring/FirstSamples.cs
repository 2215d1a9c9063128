using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Sources;
using SignalMonitor.Evaluation.Journals;

namespace Tools.Scoring;

/// <summary>The noise bands of all signals that have cycles or limits, from the first blocks of a journal.</summary>
internal static class FirstSamples
{
    /// <summary>Looks at the first blocks.</summary>
    /// <param name="blocks">The journal from where scoring begins.</param>
    /// <param name="survey">Which signals are needed.</param>
    /// <param name="given">Band of all of them; null: of each its own.</param>
    public static Dictionary<string, double> BandsOf(RecordedBlocks blocks, TruthSurvey survey, double? given)
    {
        Dictionary<string, List<double>> first = survey.CycleSignals
            .Concat(survey.Excursions.Select(line => TruthSurvey.SignalOf(line.Channel, line.Sensor)))
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
            entry => signals?.Find(entry.Key) is { } signal ? NoiseBand.Of(signal, [.. entry.Value]) : 0,
            StringComparer.Ordinal);
    }

    private static void AddTo(List<double> samples, BlockColumns columns, StreamSignals signals, string name)
    {
        if (samples.Count < NoiseBand.Samples && signals.Find(name) is { } signal)
            samples.AddRange(columns.Values(signals.All.IndexOf(signal)));
    }
}
