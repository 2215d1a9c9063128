using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Logging;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Events;
using SignalMonitor.Logging;
using SignalMonitor.Notifications;
using SignalMonitor.Recordings;

namespace SignalMonitor.Archiving;

/// <summary>
/// Archives the finished recordings of a monitor, the oldest first, on a thread of its own. While the folder or the
/// catalogue is away it tries again, at growing intervals up to five minutes; a recording that cannot be read does not
/// hold up the others. Any thread reads <see cref="Status"/>.
/// </summary>
/// <param name="recordings">Root of the recordings; may be missing.</param>
/// <param name="archiver">Archives one.</param>
/// <param name="time">Clock.</param>
/// <param name="logger">Receives what is archived, and what cannot be.</param>
/// <param name="events">Receives what is archived; null = no list.</param>
internal sealed class ArchiveLoop(
    string recordings, TestArchiver archiver, TimeProvider time, ILogger logger, EventLog? events = null)
{
    /// <summary>Time between two looks for finished recordings.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    /// <summary>How long no file of a closed recording has changed before it is copied: certificate and pyramid are
    /// finished after it is closed.</summary>
    public static readonly TimeSpan Settling = TimeSpan.FromSeconds(2);

    // Recordings that are closed and not archived, and since when their files are as they are.
    private readonly Dictionary<string, (FolderState State, long Since)> _seen = [];

    // A recording that cannot be archived is tried again now and then.
    private readonly Dictionary<string, (string Fault, long At)> _refused = [];
    private ArchiveStatus _status = ArchiveStatus.None;
    private string? _reported;

    /// <summary>What it does; any thread.</summary>
    public ArchiveStatus Status => Volatile.Read(ref _status);

    /// <summary>Archives until it is stopped.</summary>
    public void Run(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            Step(stop);
            stop.WaitHandle.WaitOne(Delay);
        }
    }

    /// <summary>Time until the next look.</summary>
    internal TimeSpan Delay
    {
        get
        {
            TimeSpan retry = Status.Failures == 0 ? TimeSpan.Zero : RetryDelay.WithJitter(Status.Failures);
            return retry > Interval ? retry : Interval;
        }
    }

    /// <summary>Archives what is finished now, until a fault of the folder or the catalogue.</summary>
    internal void Step(CancellationToken stop)
    {
        string[] waiting;
        try
        {
            waiting = Find();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Report($"{recordings} cannot be read ({OneLine.Format(e)})", Status.Failures + 1, Status.Waiting);
            return;
        }

        // A share that went away is to be known before the next test ends.
        if (archiver.FindFault() is { } unusable)
        {
            Report(unusable.Text, Status.Failures + 1, waiting.Length);
            return;
        }

        string? fault = null;
        int settling = 0;
        for (int i = 0; i < waiting.Length && !stop.IsCancellationRequested; i++)
        {
            if (IsRefused(waiting[i]) is { } known)
            {
                fault ??= known;
                continue;
            }

            if (time.GetElapsedTime(_seen[waiting[i]].Since) < Settling)
            {
                settling++;
                continue;
            }

            Volatile.Write(ref _status, Status with { Waiting = waiting.Length - i });
            PushOutcome outcome = archiver.Push(waiting[i], stop);
            if (outcome.State is PushState.ArchiveFails or PushState.CatalogueFails)
            {
                Report(outcome.Text, Status.Failures + 1, waiting.Length - i);
                return;
            }

            if (outcome.State == PushState.SourceFails)
            {
                _refused[waiting[i]] = (outcome.Text, time.GetTimestamp());
                fault ??= outcome.Text;
            }
            else if (outcome.IsDone)
            {
                Take(waiting[i], outcome);
            }
        }

        Report(fault, 0, _refused.Count + settling);
    }

    private string[] Find()
    {
        if (!Directory.Exists(recordings))
            return [];
        List<(DateTimeOffset Closed, string Folder)> found = [];
        foreach (string folder in RecordingFolder.List(recordings))
        {
            if (RecordingDocument.Read(folder, out _) is { ClosedUtc: { } closed } document
                && !ArchiveMark.IsIn(folder, document))
                found.Add((closed, folder));
        }

        foreach (string gone in _seen.Keys.Except(found.Select(one => one.Folder)).ToArray())
        {
            _seen.Remove(gone);
            _refused.Remove(gone);
        }

        foreach ((_, string folder) in found)
        {
            FolderState state = FolderState.Of(folder);
            if (!_seen.TryGetValue(folder, out (FolderState State, long Since) seen) || seen.State != state)
                _seen[folder] = (state, time.GetTimestamp());
        }

        return [.. found.Order().Select(one => one.Folder)];
    }

    private string? IsRefused(string folder) =>
        _refused.TryGetValue(folder, out (string Fault, long At) one)
        && time.GetElapsedTime(one.At) < RetryDelay.Longest ? one.Fault : null;

    private void Take(string folder, PushOutcome outcome)
    {
        _refused.Remove(folder);
        (string run, long bytes) = (outcome.Test!.Run, outcome.Test.Bytes);
        if (outcome.State == PushState.Archived)
            Volatile.Write(
                ref _status, Status with { Archived = Status.Archived + 1, Bytes = Status.Bytes + bytes });
        MonitorLog.RecordingArchived(logger, run, outcome.Text, bytes);
        events?.Add(
            DashboardEventKind.TestRun,
            "",
            DashboardEventSeverity.Info,
            time.NowNs(),
            $"the recording of test run {run} is archived: it {outcome.Text}");
    }

    private void Report(string? fault, int failures, int waiting)
    {
        if (fault is not null && fault != _reported)
            MonitorLog.ArchiveFails(logger, fault);
        else if (fault is null && _reported is not null)
            MonitorLog.ArchiveWorks(logger);
        _reported = fault;
        Volatile.Write(ref _status, Status with { Fault = fault, Failures = failures, Waiting = waiting });
    }

    private readonly record struct FolderState(int Files, long Bytes, DateTime WrittenUtc)
    {
        public static FolderState Of(string folder)
        {
            SourceFile[] files = ArchiveCopy.FilesOf(folder);
            return new FolderState(
                files.Length,
                files.Sum(file => file.Bytes),
                files.Select(file => file.WrittenUtc).DefaultIfEmpty().Max());
        }
    }
}
