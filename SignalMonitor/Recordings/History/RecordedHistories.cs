using System.Diagnostics.CodeAnalysis;
using FuncLibs.Runtime.Diagnostics;

namespace SignalMonitor.Recordings.History;

/// <summary>
/// Answers requests about recordings, a few at a time and off the threads of blocks: what finds too many before it is
/// refused, and what nobody waits for any more is given up. Recordings that were asked for lately stay open.
/// </summary>
/// <param name="roots">Where recordings are; may be missing.</param>
/// <param name="liveFolders">Folders of the recordings that are written now.</param>
/// <param name="time">Clock.</param>
/// <param name="patience">How long a request may wait; null = <see cref="Patience"/>.</param>
internal sealed class RecordedHistories(
    RecordingRoots roots, Func<IEnumerable<string>> liveFolders, TimeProvider time, TimeSpan? patience = null)
    : IDisposable
{
    /// <summary>Requests that are answered at a time.</summary>
    public const int MaxWorking = 2;

    /// <summary>Requests that may wait.</summary>
    public const int MaxWaiting = 64;

    /// <summary>How long a request may wait by default.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>How long a request may read: so that one that waits gets its turn.</summary>
    public static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(10);

    private const int MaxOpen = 8;

    private readonly SemaphoreSlim _slots = new(MaxWorking);
    private readonly Lock _gate = new();
    private readonly List<RecordedHistory> _open = [];
    private int _requests;

    /// <summary>Folder of the recording of a station that is written now; null none.</summary>
    /// <param name="station">Site/rig; empty = of whichever.</param>
    public string? LiveFolderOf(string station) => liveFolders().FirstOrDefault(folder => station.Length == 0
        || Path.GetDirectoryName(folder) == Path.GetFullPath(RecordingFolder.OfStation(roots.Own, station)));

    /// <summary>The time for a request that begins to read now.</summary>
    public WorkTime NewWorkTime() => new(time, MaxTime);

    /// <summary>Finds the folder of a recording by its ID.</summary>
    /// <param name="site">Site.</param>
    /// <param name="rig">Rig.</param>
    /// <param name="name">Name of its folder.</param>
    /// <param name="folder">The folder.</param>
    /// <returns>False when there is none, and for parts that are no <see cref="RecordingId"/>.</returns>
    public bool TryFind(string site, string rig, string name, [NotNullWhen(true)] out string? folder)
    {
        folder = RecordingId.TryCreate(site, rig, name, out RecordingId id) ? roots.FolderOf(id) : null;
        return folder is not null;
    }

    /// <summary>Works on a recording, when it is the request's turn.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="work">The work; gets the recording for itself alone.</param>
    /// <param name="stop">Nobody waits any more.</param>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public async Task<HistoryOutcome<T>> RunAsync<T>(
        string folder, Func<RecordedHistory, CancellationToken, T> work, CancellationToken stop)
        where T : class
    {
        try
        {
            if (Interlocked.Increment(ref _requests) > MaxWorking + MaxWaiting
                || !await _slots.WaitAsync(patience ?? Patience, stop))
                return new HistoryOutcome<T>(
                    null, IsBusy: true, $"recordings: too many requests at once, {MaxWorking} are answered at a time; "
                        + "try again in a moment");
            try
            {
                return await Task.Run(() => Run(folder, work, stop), stop);
            }
            finally
            {
                _slots.Release();
            }
        }
        finally
        {
            Interlocked.Decrement(ref _requests);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _slots.Dispose();
        foreach (RecordedHistory history in _open)
            history.Dispose();
    }

    private HistoryOutcome<T> Run<T>(
        string folder, Func<RecordedHistory, CancellationToken, T> work, CancellationToken stop)
        where T : class
    {
        RecordedHistory? history = null;
        bool isSound = false;
        try
        {
            if ((history = Take(folder)) is null && RecordedHistory.Open(folder, out history) is { } fault)
                return new HistoryOutcome<T>(null, IsBusy: false, fault);
            history!.IsLive = liveFolders().Contains(folder);
            T answer = work(history, stop);
            isSound = true;
            return new HistoryOutcome<T>(answer, IsBusy: false, null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new HistoryOutcome<T>(null, IsBusy: false, $"the recording cannot be read ({OneLine.Format(e)})");
        }
        finally
        {
            if (isSound)
                Return(history!);
            else
                history?.Dispose();
        }
    }

    // One that is in use by another request is opened a second time.
    private RecordedHistory? Take(string folder)
    {
        RecordedHistory? taken;
        lock (_gate)
        {
            taken = _open.Find(history => history.Folder == folder);
            if (taken is not null)
                _open.Remove(taken);
        }

        if (taken?.Refresh() != false)
            return taken;
        taken.Dispose();
        return null;
    }

    private void Return(RecordedHistory history)
    {
        List<RecordedHistory> closed = [];
        lock (_gate)
        {
            _open.Add(history);
            closed.AddRange(_open.Where(one => !RecordingDocument.IsIn(one.Folder)));
            if (_open.Count > MaxOpen)
                closed.Add(_open[0]);
            _open.RemoveAll(closed.Contains);
        }

        foreach (RecordedHistory one in closed.Distinct())
            one.Dispose();
    }
}

/// <summary>What came of a request about a recording.</summary>
/// <param name="Answer">The answer; null with a fault.</param>
/// <param name="IsBusy">True when too many requests are before it.</param>
/// <param name="Fault">What is wrong, in one line; null nothing.</param>
internal readonly record struct HistoryOutcome<T>(T? Answer, bool IsBusy, string? Fault)
    where T : class;
