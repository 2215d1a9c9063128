using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Configuration;
using SignalMonitor.Evaluation;
using SignalMonitor.Formatting;
using SignalMonitor.Variables.Definitions;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>
/// The verb `score`: compares what a monitor found with the ground truth of a simulated run. The result goes to
/// standard output, remarks to standard error. It only reads, without a lock: simulator, connector and
/// monitor may be running.
/// </summary>
internal static class ScoreVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "score";

    /// <summary>Options that may be given without a value.</summary>
    public static IReadOnlyList<string> Flags { get; } = [nameof(ScoreVerbOptions.Json), nameof(ScoreVerbOptions.Csv)];

    /// <summary>Options that may be written with dashes.</summary>
    public static IReadOnlyList<string> DashedKeys { get; } =
    [
        nameof(ScoreVerbOptions.ToleranceSamples), nameof(ScoreVerbOptions.TolerancePercent),
        nameof(ScoreVerbOptions.MaxDelayMs),
        nameof(ScoreVerbOptions.ElasticFrom), nameof(ScoreVerbOptions.ElasticTo), nameof(ScoreVerbOptions.MinRecall),
        nameof(ScoreVerbOptions.MinPrecision),
    ];

    /// <summary>Exit code 0; 1 when less was found than requested; 2 with what is wrong.</summary>
    /// <param name="context">Options and streams.</param>
    /// <param name="time">Clock, for the database.</param>
    public static async Task<int> RunAsync(VerbContext<MonitorOptions> context, TimeProvider time)
    {
        ScoreVerbOptions options = context.Extra<ScoreVerbOptions>();
        ProcessStreams streams = context.Streams;
        ScoreResult? result = null;
        string? fault = FindFault(options) ?? Score(context.Options, options, time, out result);
        if (fault is null)
        {
            result!.Notes.AddRange(result.Scores.Where(score => IsUnjudged(score, options)).Select(Unjudged));
            Write(options, result, streams);
            return result.Scores.Exists(score => IsBelow(score, options)) ? ExitCodes.FatalError : ExitCodes.Ok;
        }

        await streams.Error.WriteLineAsync($"{Name}: {fault}");
        return ExitCodes.CannotStart;
    }

    private static string? FindFault(ScoreVerbOptions options)
    {
        if (options.Source is null && options.Monitor is null)
            return "give --source JOURNAL, --monitor STATEFOLDER, or both";
        return options.Json && options.Csv ? "--json and --csv cannot both be given" : null;
    }

    private static string? Score(
        MonitorOptions monitor, ScoreVerbOptions options, TimeProvider time, out ScoreResult? result)
    {
        result = null;
        if (GroundTruthSurvey.Read(options.Truth, out GroundTruthSurvey survey) is { } noGroundTruth)
            return noGroundTruth;
        ScoreResult made = new(survey.Run);
        made.Notes.AddRange(survey.Notes);
        if (options.Source is not null)
        {
            if (SizesOf(monitor, options, time, survey, out (double? L0Mm, double? S0Mm2) sizes) is { } noSizes)
                return noSizes;
            if (new SourceScore(survey, options, sizes).Run(made) is { } noSource)
                return noSource;
        }

        if (options.Monitor is not null && StateScore.Run(survey, options, made) is { } noState)
            return noState;
        if (made.Scores.Count == 0)
            return "nothing of the ground truth was recorded"
                + string.Concat(made.Notes.Select(note => "; " + note));
        result = made;
        return null;
    }

    private static string? SizesOf(
        MonitorOptions monitor,
        ScoreVerbOptions options,
        TimeProvider time,
        GroundTruthSurvey survey,
        out (double? L0Mm, double? S0Mm2) sizes)
    {
        sizes = (options.L0, options.S0);
        if (survey.Properties.Count == 0 || sizes is (not null, not null))
            return null;
        string? fault = StationDefinitions.Read(monitor, wanted: null, time, out VariableSet set);
        sizes = (options.L0 ?? set.NewestRun?.L0Mm, options.S0 ?? set.NewestRun?.S0Mm2);
        return fault;
    }

    private static void Write(ScoreVerbOptions options, ScoreResult result, ProcessStreams streams)
    {
        ResultText text = new(streams.Output);
        if (options.Json)
            ScoreJson.Write(result, text);
        else if (options.Csv)
            ScoreCsv.Write(result, text);
        else
            ScoreTable.Write(result, text);
        text.Flush();
        foreach (string note in result.Notes)
            streams.Error.WriteLine($"{Name}: {note}");
    }

    // A line without anything to find or found has neither, and is below nothing; one that had something, and judged
    // none of it, proves no recall.
    private static bool IsBelow(Score score, ScoreVerbOptions options) =>
        score.Recall < options.MinRecall || score.Precision < options.MinPrecision || IsUnjudged(score, options);

    private static bool IsUnjudged(Score score, ScoreVerbOptions options) =>
        options.MinRecall is not null && score.Hits + score.Misses == 0 && score.Edges > 0;

    private static string Unjudged(Score score) =>
        $"{score.Kind} {score.Name}".TrimEnd()
            + $": all of it is at the edges ({score.Edges}), nothing is judged, and --min-recall is not met; "
            + $"give a longer run";
}
