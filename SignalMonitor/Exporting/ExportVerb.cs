using System.Globalization;
using System.Runtime.InteropServices;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Exporting.Formats;

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
    public static IReadOnlyList<string> DashedKeys { get; } =
        [nameof(ExportVerbOptions.AtRate), nameof(ExportVerbOptions.CheckpointMegabytes)];

    /// <summary>Options without a value.</summary>
    public static IReadOnlyList<string> Flags { get; } =
        [nameof(ExportVerbOptions.Raw), nameof(ExportVerbOptions.Resume), nameof(ExportVerbOptions.Restart)];

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
        string? fault = await ExportAsync(context.Extra<ExportVerbOptions>(), notes, progress.Show, stop.Token);
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

    /// <summary>Runs an export.</summary>
    /// <param name="options">What and how.</param>
    /// <param name="notes">What is to be said about it.</param>
    /// <param name="progress">Told after each block how far it is.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static async Task<string?> ExportAsync(
        ExportVerbOptions options, TextWriter notes, Action<ExportProgress> progress, CancellationToken stop)
    {
        if (ExportPlan.Parse(options, Environment.ProcessorCount, out ExportPlan? plan) is { } noPlan)
            return noPlan;
        if (ExportLock.Take(ExportTarget.FullPathOf(options.Out), out IDisposable? held) is { } inUse)
            return inUse;
        using (held)
            return await WriteAsync(options, plan!, notes, progress, stop);
    }

    // Nobody else writes the path or what an interrupted export left beside it.
    private static async Task<string?> WriteAsync(
        ExportVerbOptions options,
        ExportPlan plan,
        TextWriter notes,
        Action<ExportProgress> progress,
        CancellationToken stop)
    {
        ExportCheckpoint? left = null;
        string checkpoint = ExportCheckpoint.PathOf(options.Out);
        if (File.Exists(checkpoint))
        {
            if (Left(options, checkpoint, notes, out left, out bool isDone) is { } refused)
                return refused;
            if (isDone)
                return null;
        }
        else if (options.Resume)
        {
            await notes.WriteLineAsync(plan.Format is IResumableFormat
                ? $"--resume: {checkpoint} is not there, so the export begins with its first row"
                : $"--resume: {options.Format} cannot be continued, so the export begins with its first row");
        }

        if (ExportSource.Open(options, notes, out ExportSource? source) is { } noSource)
            return noSource;
        if (left is not null && source!.Resume(left, out source) is { } otherSource)
            return otherSource;
        using ExportRun run = new(
            source!, plan with { Options = ExportPlan.OptionsOf(options), Resumed = left });
        return await run.RunAsync(notes, progress, ExportRoom.Whole(stop));
    }

    // What an interrupted export left is continued or removed, as it was asked for; never by itself.
    private static string? Left(
        ExportVerbOptions options, string path, TextWriter notes, out ExportCheckpoint? left, out bool isDone)
    {
        (left, isDone) = (null, false);
        try
        {
            if (options.Restart)
            {
                Remove(options.Out, ExportCheckpoint.Read(path, out _));
                return null;
            }

            if (!options.Resume)
                return $"{path} is of an export that was interrupted; continue it with --resume, or begin again with "
                    + "--restart";
            left = ExportCheckpoint.Read(path, out string? fault);
            if (fault is not null)
                return $"--resume: {fault}";
            if (left!.Options.DifferenceTo(ExportPlan.OptionsOf(options)) is { } difference)
                return $"--resume: {difference}; give the options of the interrupted export, or begin again with "
                    + "--restart";
            isDone = left.IsWhole;
            return left.IsWhole ? Publish(options.Out, left, notes) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OneLine.Format(e);
        }
    }

    private static void Remove(string given, ExportCheckpoint? left)
    {
        string folder = Path.GetDirectoryName(ExportTarget.FullPathOf(given))!;
        foreach (ResumedFile file in left?.Files ?? [])
            ExportTarget.RemovePending(Path.Combine(folder, Path.GetFileName(file.Name)));
        File.Delete(ExportCheckpoint.PathOf(given));
    }

    private static string? Publish(string given, ExportCheckpoint left, TextWriter notes)
    {
        string folder = Path.GetDirectoryName(ExportTarget.FullPathOf(given))!;
        foreach (ResumedFile file in left.Files)
        {
            string path = Path.Combine(folder, Path.GetFileName(file.Name));
            if (!ExportTarget.TryPublish(path))
                return $"--resume: {path} was whole and is gone; begin again with --restart";
            notes.WriteLine($"{path}: {file.Rows} rows");
        }

        File.Delete(ExportCheckpoint.PathOf(given));
        return null;
    }

    // One line of a terminal that is written over, at most ten times a second.
    private sealed class ProgressLine(TextWriter? terminal, TimeProvider time)
    {
        private static readonly TimeSpan Interval = TimeSpan.FromSeconds(0.1);
        private const int BarWidth = 30;
        private long _shownAt;
        private int _width;

        public void Show(ExportProgress progress)
        {
            if (terminal is null || time.GetElapsedTime(_shownAt) < Interval)
                return;
            _shownAt = time.GetTimestamp();
            string bar = new string('#', (int)(progress.Share * BarWidth)).PadRight(BarWidth, '.');
            string line = string.Create(
                CultureInfo.InvariantCulture,
                $"{Name}: [{bar}] {progress.Share * 100:F1} %  {progress.Rows} rows  {progress.Bytes / 1e6:F0} MB");
            terminal.Write($"\r{line.PadRight(_width)}");
            _width = line.Length;
        }

        public void Clear()
        {
            if (_shownAt > 0)
                terminal!.Write($"\r{new string(' ', _width)}\r");
        }
    }
}
