using System.Text.Json;
using FuncLibs.GroundTruth;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;
using SignalMonitor.Saving;
using SignalMonitor.Streams;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>
/// Scores the alarms of a monitor as its state folder has them. The folder keeps the state of each alarm and since
/// which sample, not all of its events: so each limit that the ground truth has excursions of is one case, its newest
/// change up to the saved position.
/// </summary>
internal static class StateScore
{
    private const double ToleranceSeconds = 0.02;

    /// <summary>Scores it.</summary>
    /// <param name="survey">What the ground truth is about.</param>
    /// <param name="options">What was requested.</param>
    /// <param name="result">Takes the lines.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Run(GroundTruthSurvey survey, ScoreVerbOptions options, ScoreResult result)
    {
        string path = Path.Combine(options.Monitor!, MonitorPositionFile.FileName);
        if (SavedState.Read(
            path, options.Stream ?? survey.Run.Stream, out SavedStream? stream, out SavedAlarms? saved) is { } fault)
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

    private static Score? ScoreOf(Alarm alarm, GroundTruthSurvey survey, ScoreVerbOptions options)
    {
        LimitDefinition limit = alarm.Limit;
        IndexRange[] groundTruth = RangeMatch.Joined([.. survey.Excursions.Where(line => IsOf(line, limit)).Select(
            line => new IndexRange(line.From, line.To))]);
        double rateHz = alarm.Edge.RateHz;
        if (groundTruth.Length == 0 || rateHz <= 0)
            return null;
        long ToBase(long index) => (long)(index * (survey.Run.BaseRateHz / rateHz));
        Change expected = Change.Find(groundTruth, ToBase(alarm.EndIndex));
        AlarmStatus status = alarm.Status;
        bool isRaised = status.Under is AlarmState.Active or AlarmState.Acknowledged;
        bool hasChanged = isRaised || status.SinceNs != 0;
        Score score =
            new("alarm", FormattableString.Invariant(
                $"{limit.Variable} {LimitNames.NameOf(limit.Kind)} {limit.Value}"));
        if (!expected.IsAny)
            return score with { Extras = hasChanged ? 1 : 0 };
        if (!hasChanged)
            return score with { Misses = 1, Note = "the monitor has raised nothing" };
        long off = ToBase(status.SinceIndex) - expected.Index;
        long tolerance = options.ToleranceSamples ?? (long)(survey.Run.BaseRateHz * ToleranceSeconds);

        // A command moves the sample since which an alarm has its state: then only the state can be compared.
        bool isOfData = status.By.Length == 0 && status.State != AlarmState.Shelved;
        bool isRight = isRaised == expected.IsRaised && (!isOfData || Math.Abs(off) <= tolerance);
        return score with
        {
            Hits = isRight ? 1 : 0,
            Extras = isRight ? 0 : 1,
            Misses = isRight ? 0 : 1,
            OffsetSamples = isOfData ? off : double.NaN,
            Note = isRight
                ? ""
                : $"it is {AlarmNames.Get(status.State)}, the truth {(expected.IsRaised ? "raised" : "cleared")}",
        };
    }

    private static bool IsOf(ExcursionLine line, LimitDefinition limit) =>
        limit.Kind == (line.Limit == ExcursionLimit.Upper
            ? LimitKind.Upper
            : LimitKind.Lower) && limit.Value == line.Value
        && limit.Variable == GroundTruthSurvey.SignalOf(line.Channel, line.Sensor);

    // The newest change of a limit before a sample.
    private readonly record struct Change(bool IsAny, bool IsRaised, long Index)
    {
        public static Change Find(IndexRange[] groundTruth, long end)
        {
            Change change = default;
            foreach (IndexRange range in groundTruth.Where(range => range.From < end))
                change = range.To < end ? new Change(true, false, range.To) : new Change(true, true, range.From);
            return change;
        }
    }
}

/// <summary>
/// The saved position of a monitor, read without touching it: unlike <see cref="MonitorPositionFile"/>, which puts a
/// damaged file aside because it is its owner's.
/// </summary>
internal static class SavedState
{
    /// <summary>Reads what is saved of one stream.</summary>
    /// <param name="path">The file.</param>
    /// <param name="name">Name of the stream.</param>
    /// <param name="stream">Position and account, when nothing is wrong.</param>
    /// <param name="alarms">Its alarms; null when there are none.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Read(string path, string name, out SavedStream? stream, out SavedAlarms? alarms)
    {
        (stream, alarms) = (null, null);
        try
        {
            FileInfo file = new(path);
            if (!file.Exists)
                return $"there is no {path}; --monitor is the state folder of a monitor that saves its position";
            if (file.Length > MonitorPositionFile.MaxBytes)
                return $"{path} has {file.Length} bytes, more than {MonitorPositionFile.MaxBytes}";
            using JsonDocument document = StrictJson.Parse(File.ReadAllBytes(path));
            return Find(document.RootElement, name, out stream, out alarms) is { } fault
                ? $"{path}: {OneLine.Format(fault)}"
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return $"{path} cannot be read ({OneLine.Format(e)})";
        }
    }

    private static string? Find(JsonElement root, string name, out SavedStream? stream, out SavedAlarms? alarms)
    {
        (stream, alarms) = (null, null);
        if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("format", out JsonElement format)
            || format.ValueKind != JsonValueKind.Number || !format.TryGetInt32(out int version)
            || version != MonitorPositionFile.Format)
            return $"it is not of format {MonitorPositionFile.Format}";
        if (!root.TryGetProperty("parts", out JsonElement parts) || parts.ValueKind != JsonValueKind.Object
            || !parts.TryGetProperty(new AccountPart().Name, out JsonElement account))
            return "it has no account";

        // The part judges every stream that it reads.
        if (new AccountPart().Read(account) is { } noAccount)
            return noAccount;
        SavedStream[] streams = account.Deserialize(SavedJson.Default.SavedStreamArray)!;
        stream = Array.Find(streams, saved => saved.Name == name);
        if (stream is null)
            return $"it has no stream '{name}'; it has {string.Join(", ", streams.Select(saved => saved.Name))}";
        AlarmPart part = new();
        if (parts.TryGetProperty(part.Name, out JsonElement saved) && part.Read(saved) is { } noAlarms)
            return noAlarms;
        alarms = part.Find(stream.Position.Account.Publisher, stream.Position.Account.Stream);
        return null;
    }
}
