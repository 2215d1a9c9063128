using FuncLibs.GroundTruth;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>
/// Losses of the ground truth against the samples that are missing between the blocks of a journal: blocks that never
/// came, those of a sequence that is missing, and those that cannot be read. The index of the samples decides, whoever
/// lost them.
/// </summary>
internal static class LossScore
{
    // The longest pause of a connector between two tries is 5 s, and it may just have begun one.
    private const long ReturnSeconds = 10;

    /// <summary>Two lines: by losses, and by samples; none when neither side has any.</summary>
    public static IEnumerable<Score> Compute(GroundTruthSurvey survey, Coverage coverage)
    {
        IndexRange[] groundTruth = RangesOf(survey, coverage, LossKinds.LosesSamples);
        IndexRange[] found = [.. coverage.Lost.Where(range => range.From < survey.CoveredTo)];
        IndexRange[] optional = [.. RangesOf(survey, coverage, LossKinds.MayLoseSamples), .. ReturnsOf(survey, found)];
        if (groundTruth.Length + found.Length == 0)
            return [];
        return
        [
            RangeMatch.Score(new Score("gap", ""), groundTruth, optional, found, survey.Run.PointsPerBlock, _ => true),
            RangeMatch.OfSamples(new Score("gapSamples", ""), groundTruth, optional, found),
        ];
    }

    // Until the connector is back: from the end of the fault to that of the loss which it began.
    private static IEnumerable<IndexRange> ReturnsOf(GroundTruthSurvey survey, IndexRange[] found)
    {
        foreach (FaultLine fault in survey.Faults.Where(fault => LossKinds.ClosesTheLink(fault.Fault)))
        {
            foreach (IndexRange loss in found.Where(loss => loss.From <= fault.To && fault.To < loss.To))
                yield return new IndexRange(
                    fault.To, Math.Min(loss.To, fault.To + (ReturnSeconds * survey.Run.BaseRateHz)));
        }
    }

    // What was not recorded at either end is no loss within the record.
    private static IndexRange[] RangesOf(GroundTruthSurvey survey, Coverage coverage, Func<string, bool> isOfKind) =>
    [
        .. survey.Faults.Where(fault => isOfKind(fault.Fault) && fault.From > coverage.From && fault.To < coverage.To)
            .Select(fault => new IndexRange(fault.From, fault.To)),
    ];
}

/// <summary>
/// What a fault does to the samples of its range, by its name in the ground-truth file (docs/faults.md).
/// </summary>
internal static class LossKinds
{
    private const string Tare = "tare";

    /// <summary>They are never sent.</summary>
    public static bool LosesSamples(string fault) => fault is "gap" or "offline";

    /// <summary>Some may be lost, as a stall fills buffers, but need not be.</summary>
    public static bool MayLoseSamples(string fault) =>
        fault is "stall" or "varlength" or "overflow" or "reordered" or "restart" or "addchannel" or "removechannel";

    /// <summary>After it, samples are lost until the connector is there again.</summary>
    public static bool ClosesTheLink(string fault) => fault is "offline" or "restart";

    /// <summary>What is recorded of its channel or sensor is not what happened.</summary>
    public static bool SpoilsValues(string fault) =>
        fault is "nan" or "inf" or "stuck" or "drift" or "unit" or "removechannel" or Tare;

    /// <summary>A tare is a moment, and all values after it are off.</summary>
    public static bool HasNoEnd(string fault) => fault == Tare;
}
