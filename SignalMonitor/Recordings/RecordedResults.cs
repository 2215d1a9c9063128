using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recordings;

/// <summary>The last value of a calculated channel.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Value">The value; null without one.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="State"><c>final</c> or <c>pending</c> of a result; null for a series.</param>
/// <param name="Reason">Why there is no value; null with one.</param>
internal sealed record RecordedResult(string Name, double? Value, string Unit, string? State, string? Reason);

/// <summary>
/// The values of the calculated channels after the last block of a recording, as `report` shows them: its blocks are
/// computed again by the definitions that were recorded, with the code of the live path.
/// </summary>
internal static class RecordedResults
{
    /// <summary>The values of a plan after its newest block, without tables.</summary>
    public static IEnumerable<RecordedResult> Of(VariablePlan plan)
    {
        VariableValues values = plan.Board.Read();
        for (int i = 0; i < plan.Variables.Length; i++)
        {
            RunningVariable variable = plan.Variables[i];
            if (!variable.IsRunning || variable.Kind == SignalKind.Table)
                continue;
            double value = values.Values[i];
            string? state = variable.Kind != SignalKind.Result ? null : values.Final[i] ? "final" : "pending";
            yield return new RecordedResult(
                variable.Name, double.IsFinite(value) ? value : null, variable.Unit, state, values.Missing[i]);
        }
    }

    /// <summary>Computes those of a whole recording. Of streams that have a variable of one name the first with a
    /// value counts. A journal from which blocks were left out, or with reduced samples, has no results: counts and
    /// extremes of them are not those of the test.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="document">Its document.</param>
    /// <param name="goesOn">Asked after each block; false = gives it up.</param>
    /// <param name="results">The results; none when it was given up.</param>
    /// <returns>Why they are not, or not all, known; null when they are.</returns>
    public static string? Compute(
        string folder, RecordingDocument document, Func<bool> goesOn, out IReadOnlyList<RecordedResult> results)
    {
        results = [];
        List<string> notes = [];
        VariableSet set = RecordedDefinitions.Read(folder, document, notes) with { Limits = [] };
        if (!set.EnabledVariables.Any())
            return notes.FirstOrDefault();
        Dictionary<string, RecordedResult> all = [];
        foreach (RecordedPublisher publisher in document.Publishers)
        {
            if (publisher.RateHz is not null || document.NotKept.Any(range => range.Journal == publisher.Folder))
            {
                notes.Add($"{publisher.Folder} does not have every sample (Recorder:Mode): its results are not known");
                continue;
            }

            if (Recording.Open(Path.Combine(folder, publisher.Folder), out Recording? journal) is { } unread)
            {
                notes.Add(unread);
                continue;
            }

            foreach (IGrouping<uint, StreamExtent> stream in journal!.Extents
                .Where(extent => FrameHeader.IsDataStream(extent.Stream)).GroupBy(extent => extent.Stream))
            {
                if (!TryAdd(all, journal, [.. stream], set, goesOn, notes))
                    return "the time for computing the results was over; they are not known";
            }
        }

        results = [.. all.Values];
        return notes.FirstOrDefault();
    }

    private static bool TryAdd(
        Dictionary<string, RecordedResult> all,
        Recording journal,
        StreamExtent[] kept,
        VariableSet set,
        Func<bool> goesOn,
        List<string> notes)
    {
        Recording.Select(kept, epoch: null, out ImmutableArray<FrameRange> ranges);
        using LimitTrial trial = new(journal, kept[0].Stream, ranges, set);
        while (trial.MoveNext())
        {
            if (!goesOn())
                return false;
        }

        if (trial.Fault is { } fault)
            notes.Add(OneLine.Format(fault));
        foreach (RecordedResult result in trial.Plan is { } plan ? Of(plan) : [])
        {
            if (!all.TryGetValue(result.Name, out RecordedResult? known) || known.Value is null)
                all[result.Name] = result;
        }

        return true;
    }
}
