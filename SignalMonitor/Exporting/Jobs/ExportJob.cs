namespace SignalMonitor.Exporting.Jobs;

/// <summary>What becomes of an export.</summary>
internal enum ExportState : byte
{
    /// <summary>Others are before it.</summary>
    Queued,

    /// <summary>It is being written.</summary>
    Running,

    /// <summary>Its file can be had.</summary>
    Done,

    /// <summary>It ended early: <see cref="ExportJobStatus.Error"/> says why.</summary>
    Failed,

    /// <summary>It was cancelled.</summary>
    Cancelled,
}

/// <summary>An export at one moment.</summary>
/// <param name="State">What became of it.</param>
/// <param name="Progress">How far it is.</param>
/// <param name="File">Path of its file; null before it is done.</param>
/// <param name="Error">Why it ended early, in one line; null when it did not.</param>
/// <param name="Notes">What is to be said about it.</param>
internal sealed record ExportJobStatus(
    ExportState State, ExportProgress Progress, string? File, string? Error, IReadOnlyList<string> Notes)
{
    /// <summary>Whether it has ended.</summary>
    public bool HasEnded => State is not (ExportState.Queued or ExportState.Running);
}

/// <summary>
/// An export that was asked for. Its status is replaced as a whole by the thread that exports; any thread may read it.
/// </summary>
/// <param name="number">Its number, from 1.</param>
/// <param name="title">What it is of, for people.</param>
/// <param name="folder">The folder of its files.</param>
/// <param name="options">What and how.</param>
internal sealed class ExportJob(long number, string title, string folder, ExportVerbOptions options) : IDisposable
{
    private readonly CancellationTokenSource _cancel = new();
    private volatile ExportJobStatus _status = new(ExportState.Queued, default, null, null, []);

    /// <summary>Its number.</summary>
    public long Number => number;

    /// <summary>What it is of.</summary>
    public string Title => title;

    /// <summary>The folder of its files.</summary>
    public string Folder => folder;

    /// <summary>What and how.</summary>
    public ExportVerbOptions Options => options;

    /// <summary>How it is.</summary>
    public ExportJobStatus Status
    {
        get => _status;
        set => _status = value;
    }

    /// <summary>Set when it is to end.</summary>
    public CancellationToken Cancelled => _cancel.Token;

    /// <summary>Ends it while it is written; <see cref="ExportJobs.Cancel"/> knows when that is.</summary>
    public void Cancel() => _cancel.Cancel();

    /// <inheritdoc/>
    public void Dispose() => _cancel.Dispose();
}
