using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Recordings;

namespace SignalMonitor.Exporting.Jobs;

/// <summary>What is requested over HTTP. Members are those of the verb's options; times are UTC ns as text.</summary>
/// <remarks>The generated reader would set members with `init` that are left out to nothing.</remarks>
/// <param name="Recording">Id of a recording; null = the journal of the connector.</param>
/// <param name="Format">Name of a format.</param>
internal sealed record ExportRequest(string? Recording, string Format)
{
    /// <summary>Names or patterns with commas between them.</summary>
    public string Channels { get; set; } = "*";

    /// <summary>First moment, UTC ns; null = from the beginning.</summary>
    public string? From { get; set; }

    /// <summary>Last moment, UTC ns; null = to the end.</summary>
    public string? To { get; set; }

    /// <summary>Rate of one table of all channels, Hz.</summary>
    public double? AtRate { get; set; }

    /// <summary>How that takes a value.</summary>
    public string? Resample { get; set; }

    /// <summary>Counts of the converter.</summary>
    public bool Raw { get; set; }

    /// <summary>Decimal sign of CSV.</summary>
    public string Decimal { get; set; } = ".";

    /// <summary>Separator of CSV.</summary>
    public string Separator { get; set; } = ",";

    /// <summary>Name of the stream.</summary>
    public string? Stream { get; set; }
}

/// <summary>
/// Exports that are requested over HTTP: one at a time on a thread of their own, the others wait in a bounded queue.
/// Each has a folder below <paramref name="folder"/> and ends as one file; several files are put into a zip. What an
/// earlier process left is removed.
/// </summary>
/// <param name="folder">Folder of all exports; nothing else is in it.</param>
/// <param name="recordings">Where recordings are.</param>
/// <param name="options">Limits.</param>
/// <param name="free">Bytes that are free on the disk of the folder; null = asks the system.</param>
internal sealed partial class ExportJobs(
    string folder, RecordingRoots recordings, ExportJobOptions options, Func<long>? free = null) : IDisposable
{
    /// <summary>Exports that may wait.</summary>
    public const int MaxWaiting = 8;

    private const long MB = 1_000_000;
    private const double MaxRateHz = 1e9;
    private const double MinRateHz = 1e-6;

    // Others are removed for it after so many bytes.
    private const long CheckedBytes = 16 * MB;
    private readonly SemaphoreSlim _added = new(0);
    private readonly Lock _lock = new();

    // Under the lock. An export that is not in the first has begun or ended; what ended may be removed from the second,
    // and is disposed then.
    private readonly List<ExportJob> _waiting = [];
    private ImmutableArray<ExportJob> _jobs = [];
    private long _numbers;

    /// <summary>The exports, newest first.</summary>
    public ImmutableArray<ExportJob> All => _jobs;

    /// <summary>Whether there is a journal to export.</summary>
    public bool HasJournal => options.Journal.Length > 0;

    /// <summary>Adds an export.</summary>
    /// <param name="request">What is requested.</param>
    /// <param name="job">The export.</param>
    /// <returns>What is wrong, beginning with the name of the member; null when nothing is.</returns>
    public string? TryAdd(ExportRequest request, out ExportJob? job)
    {
        job = null;
        if (SourceOf(request, out string source, out string title) is { } noSource)
            return noSource;
        if (TimeOf("from", request.From, out string? from) is { } noFrom)
            return noFrom;
        if (TimeOf("to", request.To, out string? to) is { } noTo)
            return noTo;
        if (request.AtRate is not (null or (>= MinRateHz and <= MaxRateHz)))
            return $"atRate: {request.AtRate} is not allowed; a rate from {MinRateHz} to {MaxRateHz} Hz is";
        if (request.Format.Length == 0 || request.Channels.Length == 0)
            return $"{(request.Format.Length == 0 ? "format" : "channels")}: nothing is given";
        long number = Interlocked.Increment(ref _numbers);
        string home = Path.Combine(folder, $"{number}");
        ExportVerbOptions verb = new()
        {
            Source = source,
            Format = request.Format,
            Out = Path.Combine(home, $"{title}.{ExportFormats.Find(request.Format)?.Ending}"),
            Stream = request.Stream,
            Channels = request.Channels,
            From = from,
            To = to,
            AtRate = request.AtRate,
            Resample = request.Resample,
            Raw = request.Raw,
            Decimal = request.Decimal,
            Separator = request.Separator,
        };
        if (ExportPlan.Parse(verb, formatters: 0, out ExportPlan? _) is { } noPlan)
            return AsFields(noPlan);
        ExportJob made = new(number, title, home, verb);
        lock (_lock)
        {
            if (_waiting.Count == MaxWaiting)
            {
                made.Dispose();
                return $"{MaxWaiting} exports are waiting already; try again when one has ended, or cancel one";
            }

            _waiting.Add(made);
            _jobs = _jobs.Insert(0, made);
        }

        _added.Release();
        job = made;
        return null;
    }

    /// <summary>Finds an export; null when there is none of this number.</summary>
    public ExportJob? Find(long number) => _jobs.FirstOrDefault(job => job.Number == number);

    /// <summary>Ends an export: one that waits at once, one that is written soon; one that has ended stays as it
    /// is.</summary>
    public void Cancel(ExportJob job)
    {
        lock (_lock)
        {
            if (!_waiting.Remove(job))
            {
                if (!job.Status.HasEnded)
                    job.Cancel();
                return;
            }

            // A client that adds and cancels all the time does not make the list long.
            job.Status = job.Status with { State = ExportState.Cancelled };
            ExportJob[] cancelled = [.. _jobs.Where(one => one.Status.State == ExportState.Cancelled)];
            if (cancelled.Length > options.Keep)
                Remove(cancelled[^1]);
        }
    }

    /// <summary>The loop of the thread that exports.</summary>
    public void Run(CancellationToken stop)
    {
        Clear();
        try
        {
            while (true)
            {
                _added.Wait(stop);
                if (Begin() is { } job)
                    Run(job, stop);
            }
        }
        catch (OperationCanceledException)
        {
            // The program ends; what is not whole was removed by the export itself.
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _added.Dispose();
        foreach (ExportJob job in _jobs)
            job.Dispose();
    }

    /// <summary>A message of the verb with the names of members in the place of options: <c>--at-rate</c> is
    /// <c>atRate</c>.</summary>
    internal static string AsFields(string message) => OptionName().Replace(message, match =>
    {
        StringBuilder name = new();
        foreach (string part in match.Groups[1].Value.Split('-'))
            name.Append(name.Length == 0 ? part : char.ToUpperInvariant(part[0]) + part[1..]);
        return name.ToString();
    });

    // The oldest that waits; null when it was cancelled.
    private ExportJob? Begin()
    {
        lock (_lock)
        {
            if (_waiting is not [var job, ..])
                return null;
            _waiting.RemoveAt(0);
            job.Status = job.Status with { State = ExportState.Running };
            return job;
        }
    }

    private void Run(ExportJob job, CancellationToken stop)
    {
        using StringWriter notes = new();
        using CancellationTokenSource ending = CancellationTokenSource.CreateLinkedTokenSource(job.Cancelled, stop);
        ExportRoom room = new(options.ReservedMegabytes, FreeBytes, ending.Token);
        string? fault;
        string? file = null;
        try
        {
            RemoveOldest(0);
            Directory.CreateDirectory(job.Folder);
            fault = Export(job, notes, room);
            if (fault is null)
                file = AsOneFile(job, room);
        }
        catch (OperationCanceledException)
        {
            fault = "stopped; nothing was exported";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = $"{OneLine.Format(e)}; nothing was exported";
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // A recording that is damaged in a way that nobody thought of costs this export, not the monitor.
            fault = $"unexpected {e.GetType().Name}: {OneLine.Format(e)}; nothing was exported";
        }

        if (fault is not null)
            Delete(job.Folder);
        string[] lines = [.. notes.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries)];
        job.Status = job.Status with
        {
            State = fault is null ? ExportState.Done
                : job.Cancelled.IsCancellationRequested ? ExportState.Cancelled : ExportState.Failed,
            File = file,
            Error = fault is null ? null : AsFields(fault),
            Notes = [.. lines.Where(line => !line.StartsWith(job.Folder, StringComparison.Ordinal))],
            Progress = fault is null
                ? job.Status.Progress with { Share = 1, Bytes = new FileInfo(file!).Length } : job.Status.Progress,
        };
    }

    private string? Export(ExportJob job, TextWriter notes, ExportRoom room)
    {
        if (ExportPlan.Parse(job.Options, formatters: 0, out ExportPlan? plan) is { } noPlan)
            return noPlan;
        if (ExportSource.Open(job.Options, notes, out ExportSource? source) is { } noSource)
            return noSource;
        long checkedAt = 0;
        using ExportRun run = new(source!, plan! with { MaxBytes = options.MaxMegabytes * MB });
        return run.RunAsync(notes, Show, room).GetAwaiter().GetResult();

        void Show(ExportProgress progress)
        {
            job.Status = job.Status with { Progress = progress };
            if (progress.Bytes - checkedAt < CheckedBytes)
                return;
            checkedAt = progress.Bytes;
            RemoveOldest(progress.Bytes);
        }
    }

    private long FreeBytes() => free?.Invoke() ?? new DriveInfo(Path.GetFullPath(folder)).AvailableFreeSpace;

    // Several files, or a folder, become one file that a browser can fetch.
    private static string AsOneFile(ExportJob job, ExportRoom room)
    {
        string[] files = Directory.GetFiles(job.Folder, "*", SearchOption.AllDirectories);
        return files.Length == 1 ? files[0]
            : ExportZip.Create(job.Folder, files, $"{job.Title}.{job.Options.Format}.zip", room);
    }

    // Until the others and this many bytes are within the limits. An export that has not ended is never removed.
    private void RemoveOldest(long bytes)
    {
        while (true)
        {
            ExportJob[] ended = [.. _jobs.Where(job => job.Status.HasEnded)];
            long held = ended.Where(job => job.Status.File is not null).Sum(job => job.Status.Progress.Bytes);
            if (ended.Length == 0 || (ended.Length < options.Keep && held + bytes <= options.MaxMegabytes * MB))
                return;
            ExportJob oldest = ended[^1];
            lock (_lock)
                Remove(oldest);
            Delete(oldest.Folder);
        }
    }

    // Under the lock, so that nobody cancels what is disposed.
    private void Remove(ExportJob job)
    {
        _jobs = _jobs.Remove(job);
        job.Dispose();
    }

    private void Clear()
    {
        try
        {
            if (!Directory.Exists(folder))
                return;
            foreach (string left in Directory.GetDirectories(folder))
                Delete(left);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The first export says why it cannot be written.
        }
    }

    private static void Delete(string left)
    {
        try
        {
            if (Directory.Exists(left))
                Directory.Delete(left, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is removed at the next start.
        }
    }

    private string? SourceOf(ExportRequest request, out string source, out string title)
    {
        (source, title) = (options.Journal, "journal");
        if (request.Recording is null)
            return HasJournal ? null
                : "recording: this monitor knows no journal of a connector (Exports:Journal); name a recording";
        string[] parts = request.Recording.Split('/');
        if (parts.Length != 3 || !RecordingId.TryCreate(parts[0], parts[1], parts[2], out RecordingId id))
            return $"recording: '{request.Recording}' is no id of a recording; give {RecordingId.Allowed}";
        (source, title) = (recordings.FolderOf(id) ?? "", id.Name);
        return source.Length > 0 ? null
            : $"recording: {recordings.MissingOf(id)}";
    }

    private static string? TimeOf(string member, string? text, out string? time)
    {
        time = null;
        if (string.IsNullOrEmpty(text))
            return null;
        const int NanosecondsPerTick = 100;
        if (!long.TryParse(text, CultureInfo.InvariantCulture, out long ns) || ns < 0)
            return $"{member}: '{text}' is no time; UTC ns since 1970 are expected, as text";
        time = DateTimeOffset.UnixEpoch.AddTicks(ns / NanosecondsPerTick).UtcDateTime
            .ToString("O", CultureInfo.InvariantCulture);
        return null;
    }

    [GeneratedRegex("--([a-z]+(?:-[a-z]+)*)")]
    private static partial Regex OptionName();
}
