using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Hosting;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Verbs;

namespace SignalMonitor.Evaluation;

/// <summary>
/// `limits try`: lists what the alarms of limits would have done over recorded blocks (<see cref="LimitTrial"/>).
/// </summary>
internal static class LimitTrialVerb
{
    /// <summary>Exit code 0, or 2 with one line on standard error.</summary>
    /// <param name="session">Where to write.</param>
    /// <param name="set">The definitions, with the limits to try.</param>
    /// <param name="options">Which blocks.</param>
    public static int Run(VerbSession session, VariableSet set, LimitsVerbOptions options)
    {
        if (Recording.Open(options.Source!, out Recording? recording) is { } noJournal)
            return session.Fail(noJournal);
        if (recording!.FindStream(options.Stream, out StreamExtent[] kept) is { } noStream)
            return session.Fail(noStream);
        if (RecordedRanges.Select(
            recording, kept, options.Epoch, options.From, options.To, out ImmutableArray<FrameRange> ranges)
            is { } noRange)
            return session.Fail(noRange);
        using LimitTrial trial = new(recording, kept[0].Stream, ranges, set);
        return Run(session, trial, set, options.Json);
    }

    private static int Run(VerbSession session, LimitTrial trial, VariableSet set, bool json)
    {
        while (trial.MoveNext())
        {
            while (trial.TryTake(out AlarmEvent made))
                session.Output.WriteLine(json ? JsonOf(made) : TextOf(made));
        }

        foreach (string note in trial.Notes())
            session.Streams.Error.WriteLine($"{session.Verb}: {note}");
        if (trial.Fault is { } fault)
            return session.Fail(fault);
        if (!json)
            session.Output.WriteLine(FormattableString.Invariant(
                $"{trial.Raised} alarms in {trial.Blocks} blocks, {set.EnabledLimits.Count()} limits"));
        return ExitCodes.Ok;
    }

    private static string TextOf(in AlarmEvent made) => string.Create(
        CultureInfo.InvariantCulture,
        $"{TimeOf(made):yyyy-MM-dd'T'HH:mm:ss.ffffff'Z'}  epoch {made.Epoch} sequence {made.Sequence}  ")
        + AlarmText.Format(made);

    private static string JsonOf(in AlarmEvent made) => JsonSerializer.Serialize(
        new TriedAlarm(
            TimeOf(made),
            made.Epoch,
            made.Sequence,
            made.SampleIndex,
            made.Limit.Variable,
            LimitNames.NameOf(made.Limit.Kind),
            LimitNames.NameOf(made.Limit.Severity),
            AlarmNames.Get(made.From),
            AlarmNames.Get(made.To),
            AlarmNames.Get(made.Cause),
            double.IsFinite(made.Value) ? made.Value : null),
        TriedAlarmJson.Default.TriedAlarm);

    private static DateTimeOffset TimeOf(in AlarmEvent made) => UtcClock.TimeOf(made.UtcNs);
}

/// <summary>A change of an alarm that was tried; see <see cref="AlarmEvent"/>.</summary>
internal sealed record TriedAlarm(
    DateTimeOffset Utc,
    ulong Epoch,
    ulong Sequence,
    long Sample,
    string Signal,
    string Kind,
    string Severity,
    string From,
    string To,
    string Cause,
    double? Value);

/// <summary>Generated JSON of tried alarms: one line each.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(TriedAlarm))]
internal sealed partial class TriedAlarmJson : JsonSerializerContext;
