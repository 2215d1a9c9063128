using SignalMonitor.Evaluation.Output;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>A line for each score. Numbers that there are none of are NaN.</summary>
internal static class ScoreCsv
{
    private const string Head = "kind,name,hits,extras,misses,wrong,edges,precision,recall,f1,"
        + "offsetSamples,worstSamples,rmsSamples,worstPercent,rmsPercent";

    /// <summary>Writes it.</summary>
    public static void Write(ScoreResult result, ResultText text)
    {
        text.Add(Head).EndLine();
        foreach (Score score in result.Scores)
        {
            text.Add(score.Kind).Add(",").Add(score.Name);
            foreach (long count in (ReadOnlySpan<long>)[score.Hits, score.Extras, score.Misses, score.Wrong, score.Edges])
                text.Add(",").Add(count);
            ReadOnlySpan<double> numbers =
            [
                score.Precision, score.Recall, score.F1,
                score.OffsetSamples, score.WorstSamples, score.RmsSamples, score.WorstPercent, score.RmsPercent,
            ];
            foreach (double number in numbers)
                text.Add(",").Add(number);
            text.EndLine();
        }
    }
}
