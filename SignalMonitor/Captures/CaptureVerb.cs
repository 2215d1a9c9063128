using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Formatting;

namespace SignalMonitor.Captures;

/// <summary>The verb `capture show FILE`: the samples around a break, as a summary, as CSV or as JSON.</summary>
internal static class CaptureVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "capture";

    /// <summary>The word after the verb is this option.</summary>
    public const string Argument = nameof(CaptureVerbOptions.Action);

    /// <summary>And the next one this.</summary>
    public const string NextArgument = nameof(CaptureVerbOptions.File);

    /// <summary>Options that may be given without a value.</summary>
    public static IReadOnlyList<string> Flags { get; } =
    [
        nameof(CaptureVerbOptions.Json), nameof(CaptureVerbOptions.Csv),
    ];

    /// <summary>Exit code 0, or 2 with one line on standard error.</summary>
    public static async Task<int> RunAsync<TOptions>(VerbContext<TOptions> context)
        where TOptions : class, IHostOptions, new()
    {
        CaptureVerbOptions options = context.Extra<CaptureVerbOptions>();
        string? fault = options.Json && options.Csv ? "--json and --csv cannot both be given" : null;
        ReadCapture? capture = fault is null ? CaptureReader.ReadFile(options.File, out fault) : null;
        if (capture is null)
        {
            await context.Streams.Error.WriteLineAsync($"{Name}: {fault}");
            return ExitCodes.CannotStart;
        }

        ResultText text = new(context.Streams.Output);
        if (options.Json)
            CaptureText.WriteJson(text, capture);
        else if (options.Csv)
            CaptureText.WriteCsv(text, capture);
        else
            CaptureText.WriteSummary(text, capture);
        text.Flush();
        return ExitCodes.Ok;
    }
}
