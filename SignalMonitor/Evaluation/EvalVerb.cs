using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Configuration;
using SignalMonitor.Formatting;

namespace SignalMonitor.Evaluation;

/// <summary>
/// The verb `eval`: computes an expression over numbers, or over the blocks of a journal, as a monitor would. Results
/// go to standard output, all remarks on them to standard error.
/// </summary>
internal static class EvalVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "eval";

    /// <summary>Options that may be given without a value.</summary>
    public static IReadOnlyList<string> Flags { get; } =
        [nameof(EvalVerbOptions.Json), nameof(EvalVerbOptions.Csv), nameof(EvalVerbOptions.AsLive)];

    /// <summary>Exit code 0, or 2 with what is wrong.</summary>
    /// <param name="context">Options and streams.</param>
    /// <param name="time">Clock, for the database.</param>
    public static async Task<int> RunAsync(VerbContext<MonitorOptions> context, TimeProvider time)
    {
        EvalVerbOptions options = context.Extra<EvalVerbOptions>();
        ProcessStreams streams = context.Streams;
        var text = new ResultText(streams.Output);
        string? fault = FindFault(options)
            ?? Evaluate(context.Options, options, OutputFor(options, text), streams, time);
        text.Flush();
        if (fault is null)
            return ExitCodes.Ok;
        await streams.Error.WriteLineAsync($"{Name}: {fault}");
        return ExitCodes.CannotStart;
    }

    private static string? FindFault(EvalVerbOptions options)
    {
        if (options.Values is null == options.Source is null)
            return "give either --values \"1,2,3\" (or @FILE, or - for standard input) or --source JOURNAL";
        if (options.Json && options.Csv)
            return "--json and --csv cannot both be given";
        bool hasRange = (options.From, options.To, options.Epoch) is not (null, null, null);
        bool hasNames = (options.Stream, options.Station) is not (null, null);
        if (options.Source is null && (hasRange || options.AsLive || hasNames))
            return "--stream, --station, --from, --to, --epoch and --as-live belong to --source";
        return options.AsLive && (hasRange || options.Station is not null)
            ? "--as-live has the blocks and definitions that the monitor had; --station, --from, --to and --epoch do "
                + "not go with it"
            : null;
    }

    private static string? Evaluate(
        MonitorOptions monitor, EvalVerbOptions options, IEvalOutput output, ProcessStreams streams,
        TimeProvider time) =>
        options.Values is { } values
            ? ValuesEvaluation.Run(options.Expr, values, options.Rate, output, streams)
            : SourceEvaluation.Run(monitor, options, output, streams.Error, time);

    private static IEvalOutput OutputFor(EvalVerbOptions options, ResultText text)
    {
        if (options.Json)
            return new JsonOutput(text);
        return options.Csv ? new CsvOutput(text) : new ReadableOutput(text);
    }
}
