using System.Globalization;
using System.Runtime.InteropServices;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting;

/// <summary>
/// The verb `export`: the samples of a journal as files that other tools open. Remarks go to standard
/// error, with the progress when that is a terminal.
/// </summary>
internal static class ExportVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "export";

    /// <summary>Options that may be written with dashes.</summary>
    public static IReadOnlyList<string> DashedKeys { get; } = [nameof(ExportVerbOptions.AtRate)];

    /// <summary>Options without a value.</summary>
    public static IReadOnlyList<string> Flags { get; } = [nameof(ExportVerbOptions.Raw)];

    /// <summary>Exit code 0, or 2 with what is wrong.</summary>
    /// <param name="context">Options and streams.</param>
    /// <param name="time">Clock of the progress line.</param>
    public static async Task<int> RunAsync<TOptions>(VerbContext<TOptions> context, TimeProvider time)
        where TOptions : class, IHostOptions, new()
    {
        using CancellationTokenSource stop = new();
        using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
        using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
        TextWriter errors = context.Streams.Error;
        using StringWriter notes = new();
        ProgressLine progress = new(Console.IsErrorRedirected ? null : errors, time);
        string? fault = await ExportAsync(context.Extra<ExportVerbOptions>(), notes, progress, stop.Token);
        progress.Clear();
        foreach (string note in notes.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries))
            await errors.WriteLineAsync($"{Name}: {note}");
        if (fault is null)
            return ExitCodes.Ok;
        await errors.WriteLineAsync($"{Name}: {fault}");
        return ExitCodes.CannotStart;

        void Stop(PosixSignalContext signal)
        {
            signal.Cancel = true;
            stop.Cancel();
        }
    }

    private static async Task<string?> ExportAsync(
        ExportVerbOptions options, StringWriter notes, ProgressLine progress, CancellationToken stop)
    {
        if (FormatOf(options, out IExportFormat? format) is { } noFormat)
            return noFormat;
        if (MethodOf(options, out ResampleMethod method) is { } noMethod)
            return noMethod;
        if (options.Raw && options.AtRate is not null)
            return "--raw is of samples as they were taken, so it cannot be resampled; leave --raw or --at-rate out";
        if (ExportSource.Open(options, notes, out ExportSource? source) is { } noSource)
            return noSource;
        ExportOrder order = new(options.Out, format!, options.Channels, options.AtRate, method, options.Raw);
        using ExportRun run = new(source!, order);
        return await run.RunAsync(notes, progress.Show, stop);
    }

    private static string? FormatOf(ExportVerbOptions options, out IExportFormat? format)
    {
        format = null;
        char separator = options.Separator == "tab" ? '\t' : options.Separator[0];
        if (options.Decimal is not ("." or ","))
            return $"--decimal {options.Decimal} is no decimal sign; allowed is . or ,";
        if (options.Separator is not ("," or ";" or "tab"))
            return $"--separator {options.Separator} is no separator; allowed is , ; or tab";
        if (options.Decimal[0] == separator)
            return "--decimal and --separator cannot both be a comma; a usual pair is --decimal , --separator ;";
        IExportFormat[] formats =
        [
            new CsvFormat(separator, options.Decimal[0]), new JsonLinesFormat(), new NpyFormat(), new ParquetFormat(),
        ];
        format = Array.Find(formats, each => each.Name == options.Format);
        string names = string.Join(", ", formats.Select(each => each.Name));
        return format is null ? $"--format {options.Format} is not known; it can be {names}" : null;
    }

    private static string? MethodOf(ExportVerbOptions options, out ResampleMethod method)
    {
        method = ResampleMethod.Hold;
        if (options.Resample is null)
            return options.AtRate is null ? null : "--at-rate needs --resample: hold, linear or mean";
        if (options.AtRate is null)
            return "--resample belongs to --at-rate";
        return char.IsAsciiLetterLower(options.Resample[0]) && Enum.TryParse(options.Resample, true, out method)
            ? null : $"--resample {options.Resample} is not known; it can be hold, linear or mean";
    }

    // One line of a terminal that is written over, at most ten times a second.
    private sealed class ProgressLine(TextWriter? terminal, TimeProvider time)
    {
        private static readonly TimeSpan Interval = TimeSpan.FromSeconds(0.1);
        private long _shownAt;

        public void Show(double share)
        {
            if (terminal is null || time.GetElapsedTime(_shownAt) < Interval)
                return;
            _shownAt = time.GetTimestamp();
            terminal.Write(string.Create(CultureInfo.InvariantCulture, $"\r{Name}: {share * 100:F1} %"));
        }

        public void Clear()
        {
            if (_shownAt > 0)
                terminal!.Write("\r                    \r");
        }
    }
}
