using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.Logging;
using SignalMonitor.Logging;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recorder;

/// <summary>A recording whose run is over: its blocks are on the disk, its documents are not.</summary>
/// <param name="Recording">The recording; its files are closed.</param>
/// <param name="Run">The run as the database has it; null when it no longer has it.</param>
/// <param name="Skipped">Blocks that came while no journal could be opened.</param>
internal sealed record EndedRecording(OpenRecording Recording, TestRun? Run, long Skipped);

/// <summary>
/// Recordings that are to be closed. One that cannot be, because the disk is full or fails, is tried again now and
/// then. Recorder's thread.
/// </summary>
/// <param name="time">Clock.</param>
/// <param name="logger">Receives what cannot be closed.</param>
internal sealed class EndedRecordings(TimeProvider time, ILogger logger)
{
    /// <summary>Recordings that wait at most; the oldest is left to the next start of the monitor.</summary>
    public const int MaxWaiting = 16;

    /// <summary>Time between two attempts.</summary>
    public static readonly TimeSpan RetryInterval = TimeSpan.FromSeconds(5);

    private readonly Queue<EndedRecording> _waiting = [];
    private long _triedAt;

    /// <summary>Why one is not closed yet; null otherwise.</summary>
    public string? Fault { get; private set; }

    /// <summary>Whether a folder is that of one of them.</summary>
    public bool Has(string folder) => _waiting.Any(one => one.Recording.Folder == folder);

    /// <summary>Adds one and tries to close it.</summary>
    /// <param name="ended">The recording.</param>
    /// <param name="close">Writes the documents of one.</param>
    public void Add(EndedRecording ended, Action<EndedRecording> close)
    {
        if (_waiting.Count == MaxWaiting)
            Leave(_waiting.Dequeue(), "others wait to be closed too");
        _waiting.Enqueue(ended);
        CloseAll(close);
    }

    /// <summary>Tries again, once the interval is over.</summary>
    public void Step(Action<EndedRecording> close)
    {
        if (_waiting.Count > 0 && time.GetElapsedTime(_triedAt) >= RetryInterval)
            CloseAll(close);
    }

    /// <summary>The process ends: the last attempt.</summary>
    public void End(Action<EndedRecording> close)
    {
        CloseAll(close);
        while (_waiting.TryDequeue(out EndedRecording? left))
            Leave(left, "the monitor ends");
    }

    private void CloseAll(Action<EndedRecording> close)
    {
        _triedAt = time.GetTimestamp();
        Fault = null;
        for (int left = _waiting.Count; left > 0; left--)
        {
            EndedRecording one = _waiting.Dequeue();
            try
            {
                close(one);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                Keep(one, OneLine.Format(e));
            }
        }
    }

    private void Keep(EndedRecording one, string reason)
    {
        if (!Directory.Exists(one.Recording.Folder))
        {
            Leave(one, "its folder was removed");
            return;
        }

        Fault = $"the recording of test run {one.Recording.Run} cannot be closed: {reason}";
        if (!one.Recording.IsCloseRefused)
            MonitorLog.RecorderNote(
                logger,
                one.Recording.Run,
                $"cannot be closed ({reason}); it is tried again every {RetryInterval.TotalSeconds:0} s");
        one.Recording.IsCloseRefused = true;
        _waiting.Enqueue(one);
    }

    private void Leave(EndedRecording one, string reason)
    {
        // No position waits for documents that this process does not write.
        foreach (PublisherJournal journal in one.Recording.Journals)
            journal.Modes?.Close();
        MonitorLog.RecorderNote(
            logger, one.Recording.Run, $"stays open: {reason}; the next start of the monitor closes it");
    }
}
