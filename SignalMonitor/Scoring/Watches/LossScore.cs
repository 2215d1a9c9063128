using SignalMonitor.Scoring.Matching;
using SignalMonitor.Scoring.Truths;

namespace SignalMonitor.Scoring.Watches;

/// <summary>
/// Losses of the truth against the samples that are missing between the blocks of a journal: blocks that never came, those of a sequence
/// that is missing, and those that cannot be read. The index of the samples tells, whoever lost them.
/// </summary>
internal static class LossScore
{
    /// <summary>Two lines: by losses, and by samples; none when neither side has any.</summary>
    public static IEnumerable<Score> Of(TruthSurvey survey, Coverage coverage)
    {
        SampleRange[] truth = RangesOf(survey, coverage, LossKinds.LosesSamples);
        SampleRange[] optional = RangesOf(survey, coverage, LossKinds.MayLoseSamples);
        SampleRange[] found = [.. coverage.Lost.Where(range => range.From < survey.CoveredTo)];
        if (truth.Length + found.Length == 0)
            return [];
        return
        [
            RangeMatch.Of(new Score("gap", ""), truth, optional, found, survey.Run.PointsPerBlock, _ => true),
            RangeMatch.OfSamples(new Score("gapSamples", ""), truth, optional, found),
        ];
    }

    // What was not recorded at either end is no loss within the record.
    private static SampleRange[] RangesOf(TruthSurvey survey, Coverage coverage, Func<string, bool> isOfKind) =>
    [
        .. survey.Faults.Where(fault => isOfKind(fault.Fault) && fault.From > coverage.From && fault.To < coverage.To)
            .Select(fault => new SampleRange(fault.From, fault.To)),
    ];
}
