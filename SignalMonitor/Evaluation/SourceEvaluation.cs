using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using SignalMonitor.Configuration;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Evaluation;

/// <summary>An expression over the blocks of a journal.</summary>
internal static class SourceEvaluation
{
    /// <summary>Evaluates it.</summary>
    /// <param name="monitor">Where the variables are that it may name.</param>
    /// <param name="options">The expression, and which blocks.</param>
    /// <param name="output">Where the result goes.</param>
    /// <param name="notes">Where remarks for the user go.</param>
    /// <param name="time">Clock, for the database.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Run(
        MonitorOptions monitor, EvalVerbOptions options, IEvalOutput output, TextWriter notes, TimeProvider time)
    {
        if (Recording.Open(options.Source!, out Recording? recording) is { } noJournal)
            return noJournal;
        if (recording!.FindStream(options.Stream, out StreamExtent[] extents) is { } noStream)
            return noStream;
        if (options.AsLive)
            return RunAsLive(monitor.State.Folder, options.Expr, recording, extents, output, notes);
        if (StationDefinitions.Read(monitor, options.Station, time, out VariableSet set) is { } noSet)
            return noSet;
        return Selection.TrySelect(extents, options, out ImmutableArray<FrameRange> ranges)
            ?? Run(
                new BlockEvaluation(new Formula(options.Expr, set), output, null),
                recording,
                ranges,
                "starts clean at",
                notes);
    }

    private static string? RunAsLive(
        string folder,
        string expression,
        Recording recording,
        StreamExtent[] extents,
        IEvalOutput output,
        TextWriter notes)
    {
        if (LoggedRun.Read(folder, recording.Publisher, extents[0].Stream, out LoggedRun? recorded) is { } noRun)
            return noRun;
        if (RunRanges.TrySelect(extents, recorded!, out ImmutableArray<FrameRange> ranges) is { } noRange)
            return noRange;
        Formula formula = new(expression, recorded!.Start.Definitions!.ToSet());
        string how =
            recorded.Start.Memory is null
                ? "as the monitor, which started clean at"
                : "as the monitor, which went on at";
        return Run(new BlockEvaluation(formula, output, recorded), recording, ranges, how, notes);
    }

    private static string? Run(
        BlockEvaluation evaluation,
        Recording recording,
        ImmutableArray<FrameRange> ranges,
        string how,
        TextWriter notes)
    {
        using RecordedBlocks blocks = new(recording, ranges);
        bool isFirst = true;
        while (blocks.MoveNext())
        {
            if (evaluation.Append(blocks) is { } fault)
                return fault;
            if (isFirst)
                notes.WriteLine(
                    $"{EvalVerb.Name}: {how} sequence {blocks.Header.Sequence} of epoch {blocks.Header.Epoch}");
            isFirst = false;
        }

        bool hasAny = evaluation.TryEnd();
        if (evaluation.Gaps > 0)
            notes.WriteLine($"{EvalVerb.Name}: gaps in the samples: {evaluation.Gaps}");
        if (recording.NotKeptNote is { } notKept)
            notes.WriteLine($"{EvalVerb.Name}: {notKept}");
        if (blocks.RefusedNote is { } refused)
            notes.WriteLine($"{EvalVerb.Name}: {refused}");
        if (evaluation.Note is { } note)
            notes.WriteLine($"{EvalVerb.Name}: {note}");
        return blocks.Fault
            ?? (hasAny ? null : RecordedBlocks.NoBlock);
    }
}
