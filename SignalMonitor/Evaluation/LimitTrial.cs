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
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Verbs;

namespace SignalMonitor.Evaluation;

/// <summary>
/// `limits try`: computes definitions over recorded blocks with the code of the live path, and lists what the alarms of
/// their limits do. A limit of kind `stale` sees gaps between blocks, and no silence after the last one.
/// </summary>
internal static class LimitTrial
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
        return RecordedRanges.Select(
            recording, kept, options.Epoch, options.From, options.To, out ImmutableArray<FrameRange> ranges)
            is { } noRange
                ? session.Fail(noRange)
                : Run(session, set, options.Json, recording, kept[0].Stream, ranges);
    }

    private static int Run(
        VerbSession session,
        VariableSet set,
        bool json,
        Recording recording,
        uint stream,
        ImmutableArray<FrameRange> ranges)
    {
        using RecordedBlocks blocks = new(recording, ranges);
        using RecordedVariables variables = new(set, recording, stream);
        long read = 0;
        long tripped = 0;
        while (blocks.MoveNext())
        {
            read++;
            variables.Compute(blocks);
            while (variables.Events.TryTake(out AlarmEvent made))
            {
                tripped += made.Cause == AlarmCause.Raised ? 1 : 0;
                session.Output.WriteLine(json ? JsonOf(made) : TextOf(made));
            }
        }

        Note(session, variables, blocks);
        if (blocks.Fault is { } fault)
            return session.Fail(fault);
        if (read == 0)
            return session.Fail(RecordedBlocks.NoBlock);
        if (!json)
            session.Output.WriteLine(FormattableString.Invariant(
                $"{tripped} alarms in {read} blocks, {set.EnabledLimits.Count()} limits"));
        return ExitCodes.Ok;
    }

    private static void Note(VerbSession session, RecordedVariables variables, RecordedBlocks blocks)
    {
        foreach (UnwatchedLimit limit in variables.Unwatched())
            session.Streams.Error.WriteLine($"{session.Verb}: not watched: {limit.Text}");
        if (blocks.RefusedNote is { } refused)
            session.Streams.Error.WriteLine($"{session.Verb}: {refused}");
        if (variables.Events.Dropped is > 0 and var dropped)
            session.Streams.Error.WriteLine(FormattableString.Invariant(
                $"{session.Verb}: {dropped} events of one block found no room and are not listed"));
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
