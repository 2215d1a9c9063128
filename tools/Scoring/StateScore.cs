using FuncLibs.GroundTruth.Lines;
using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;
using SignalMonitor.Alarms.Saving;
using SignalMonitor.Saving;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>
/// Scores the alarms of a monitor as its state folder has them. The folder keeps where each alarm stands and since which sample, not all
/// of its events: so each limit that the truth has excursions of is one case, its newest change up to the saved position.
/// </summary>
internal static class StateScore
{
    private const double ToleranceSeconds = 0.02;

    /// <summary>Scores it.</summary>
    /// <param name="survey">What the truth is about.</param>
    /// <param name="options">What was asked for.</param>
    /// <param name="result">Takes the lines.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Run(TruthSurvey survey, ScoreVerbOptions options, ScoreResult result)
    {
        string path = Path.Combine(options.Monitor!, PositionFile.FileName);
        if (SavedState.Read(path, options.Stream ?? survey.Run.Stream, out SavedStream? stream, out SavedAlarms? saved) is { } fault)
            return fault;
        result.Notes.Add($"the account of the monitor: {stream!.Position.Account.Published} blocks published, "
            + $"{stream.Position.Account.DeclaredLost} declared lost");
        if (saved is null)
        {
            result.Notes.Add("the monitor watched no limits");
            return null;
        }

        if (saved.TryMake(out AlarmSet? set) is { } damaged)
            return $"{path}: {damaged}";
        foreach (Alarm alarm in set!.Alarms)
        {
            if (ScoreOf(alarm, survey, options) is { } score)
                result.Scores.Add(score);
        }

        return null;
    }

    private static Score? ScoreOf(Alarm alarm, TruthSurvey survey, ScoreVerbOptions options)
    {
        LimitDefinition limit = alarm.Limit;
        SampleRange[] truth = RangeMatch.Joined([.. survey.Excursions.Where(line => IsOf(line, limit)).Select(
            line => new SampleRange(line.From, line.To))]);
        double rateHz = alarm.Edge.RateHz;
        if (truth.Length == 0 || rateHz <= 0)
            return null;
        long ToBase(long index) => (long)(index * (survey.Run.BaseRateHz / rateHz));
        Change expected = Change.Of(truth, ToBase(alarm.EndIndex));
        AlarmStanding standing = alarm.Standing;
        bool isRaised = standing.Under is AlarmState.Active or AlarmState.Acknowledged;
        bool hasChanged = isRaised || standing.SinceNs != 0;
        Score score = new("alarm", FormattableString.Invariant($"{limit.Variable} {LimitNames.Of(limit.Kind)} {limit.Value}"));
        if (!expected.IsAny)
            return score with { Extras = hasChanged ? 1 : 0 };
        if (!hasChanged)
            return score with { Misses = 1, Note = "the monitor has raised nothing" };
        long off = ToBase(standing.SinceIndex) - expected.Index;
        long tolerance = options.ToleranceSamples ?? (long)(survey.Run.BaseRateHz * ToleranceSeconds);

        // A command moves the sample since which an alarm stands: then only the state can be compared.
        bool isOfData = standing.By.Length == 0 && standing.State != AlarmState.Shelved;
        bool isRight = isRaised == expected.IsRaised && (!isOfData || Math.Abs(off) <= tolerance);
        return score with
        {
            Hits = isRight ? 1 : 0,
            Extras = isRight ? 0 : 1,
            Misses = isRight ? 0 : 1,
            OffsetSamples = isOfData ? off : double.NaN,
            Note = isRight ? "" : $"it is {AlarmNames.Of(standing.State)}, the truth {(expected.IsRaised ? "raised" : "cleared")}",
        };
    }

    private static bool IsOf(ExcursionLine line, LimitDefinition limit) =>
        limit.Kind == (line.Limit == TruthLimit.Upper ? LimitKind.Upper : LimitKind.Lower) && limit.Value == line.Value
        && limit.Variable == TruthSurvey.SignalOf(line.Channel, line.Sensor);

    // The newest change of a limit before a sample.
    private readonly record struct Change(bool IsAny, bool IsRaised, long Index)
    {
        public static Change Of(SampleRange[] truth, long end)
        {
            Change change = default;
            foreach (SampleRange range in truth.Where(range => range.From < end))
                change = range.To < end ? new Change(true, false, range.To) : new Change(true, true, range.From);
            return change;
        }
    }
}
