using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;
using Microsoft.Extensions.Logging;
using SignalMonitor.Audit;
using SignalMonitor.Events;
using SignalMonitor.Logging;
using SignalMonitor.Recordings;

namespace SignalMonitor.Recorder;

/// <summary>
/// Removes the oldest finished recordings of a rig until the limits hold: never the running one, never one that is not
/// closed, is marked kept, or is not archived yet while there is an archive. A turn removes one file at most, so that a
/// run beside it is written meanwhile. Recorder's thread; any thread reads <see cref="Status"/>.
/// </summary>
/// <param name="root">Root of the recordings.</param>
/// <param name="limits">What is kept.</param>
/// <param name="time">Clock.</param>
/// <param name="logger">Receives every removal.</param>
/// <param name="events">Receives it too.</param>
/// <param name="files">Makes the files of a folder; null = of the disk.</param>
internal sealed class RecordingRetention(
    string root,
    RetentionLimits limits,
    TimeProvider time,
    ILogger logger,
    EventLog events,
    Func<string, IDiskFiles>? files = null)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);

    // A clock that is set forward ages no recording.
    private readonly AgeClock _ages = new(time);
    private RetentionStatus _status = RetentionStatus.None;
    private long? _lookedAt;
    private RecordingRemoval? _removal;

    // Bytes of closed recordings, which have thousands of files and do not grow.
    private Dictionary<string, long> _closed = [];

    /// <summary>Notes removals; null = none is noted.</summary>
    public AuditLog? Audit { get; init; }

    /// <summary>Whether a recording is in the archive, by its folder and document; null = there is no archive, and it
    /// need not be.</summary>
    public Func<string, RecordingDocument, bool>? IsArchived { get; init; }

    /// <summary>Site/rig in events, where the monitor follows several; else empty.</summary>
    public string Station { get; init; } = "";

    /// <summary>Whose turn it is to make room, where stations share the disk; null = always this one's.</summary>
    public RoomTurns? Turns { get; init; }

    /// <summary>What it did and found; any thread.</summary>
    public RetentionStatus Status => Volatile.Read(ref _status);

    /// <summary>One turn: removes a file, or looks whether there is something to remove.</summary>
    /// <param name="station">Site/rig.</param>
    /// <param name="running">Folder of the recording that is being written; null none.</param>
    public void Step(string station, string? running)
    {
        if (!limits.Any
            || (_removal is null && _lookedAt is { } at && time.GetElapsedTime(at) < Interval))
            return;
        try
        {
            if (_removal is null)
                RemoveOld(RecordingFolder.OfStation(root, station), running);
            else if (_removal.TryRemoveNext())
                End(_removal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (_removal is not null)
                Turns?.End();
            _removal = null;
            Fail($"a recording cannot be removed ({OneLine.Format(e)})");
        }
    }

    private void RemoveOld(string folder, string? running)
    {
        _lookedAt = time.GetTimestamp();
        if (!Directory.Exists(folder))
            return;
        if (RecordingRemoval.FindLeft(folder) is { } left)
        {
            _removal = left;
            Turns?.Begin();
            return;
        }

        Candidate[] all =
        [
            .. RecordingFolder.List(folder).Select(Read).OrderBy(one => one.StartedUtc)
                .ThenBy(one => one.Folder, StringComparer.Ordinal),
        ];
        _closed = all.Where(one => one.Document?.ClosedUtc is not null)
            .ToDictionary(one => one.Folder, one => one.Bytes);
        long bytes = all.Sum(one => one.Bytes);
        Volatile.Write(ref _status, Status with { Recordings = all.Length, Bytes = bytes });
        Candidate[] removable =
            [.. all.Where(one => one.IsRemovable && one.Folder != running && !IsToBeArchived(one))];
        if (TooOld(removable) is { } old)
        {
            Begin(old, $"it was closed more than {limits.Age.TotalDays:0.##} days ago");
            return;
        }

        Turns?.Note(folder, removable.Length > 0 ? removable[0].StartedUtc : null);
        if ((TooMany(all.Length, bytes) ?? TooFull(folder)) is not { } excess)
        {
            Fail(null);
            return;
        }

        if (removable.Length > 0)
            Begin(removable[0], excess);
        else
            Fail($"{excess}, and no recording of the rig may be removed: "
                + $"{all.Count(one => one.Document is { Keep: true })} are marked kept, "
                + $"{all.Count(one => one.Document is { Keep: false, ClosedUtc: null })} are open, "
                + (IsArchived is null ? ""
                    : $"{all.Count(one => one.IsRemovable && IsToBeArchived(one))} are not archived yet, ")
                + $"{all.Count(one => one.Document is null)} cannot be read");
    }

    private bool IsToBeArchived(Candidate one) => IsArchived?.Invoke(one.Folder, one.Document!) == false;

    private Candidate Read(string folder)
    {
        RecordingDocument? document = RecordingDocument.Read(folder, out _);
        long bytes = document?.ClosedUtc is not null && _closed.TryGetValue(folder, out long known) ? known
            : new DirectoryInfo(folder).EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length);
        return new Candidate(folder, document, bytes);
    }

    private Candidate? TooOld(Candidate[] removable) => limits.Age == TimeSpan.Zero
        ? null
        : removable.FirstOrDefault(one => _ages.UtcNow - one.Document!.ClosedUtc > limits.Age);

    private string? TooMany(int count, long bytes)
    {
        if (limits.Runs > 0 && count > limits.Runs)
            return $"{count} recordings are more than {limits.Runs}";
        return limits.Bytes > 0 && bytes > limits.Bytes
            ? $"{bytes} bytes of recordings are more than {limits.Bytes}" : null;
    }

    // One removal may be enough for all stations: the oldest recording of all of them goes first.
    private string? TooFull(string folder) =>
        limits.FreeBytes > 0
        && (files?.Invoke(folder) ?? new DiskFiles(folder)).FreeBytes(out long free).IsOk && free < limits.FreeBytes
        && Turns?.IsOthers(folder) != true
            ? $"{free} bytes of the disk are free, less than {limits.FreeBytes}" : null;

    // Noted first. A removal that cannot be noted is done and said all the same: a full disk would keep the disk full.
    private void Begin(Candidate one, string why)
    {
        string run = one.Document!.Run.Name;
        AuditAction action = AuditOrigin.Monitor.CreateAction(
            AuditActions.RecordingRemove, AuditActions.TestRunTarget(one.Document.Station, run)) with
        {
            Old = one.Folder,
            New = why,
        };
        if (Audit?.Append(action) is { } unnoted)
            MonitorLog.ActionNotNoted(logger, $"the recording of test run {run} is removed ({why}); {unnoted}");
        _removal = RecordingRemoval.Begin(one.Folder);
        Turns?.Begin();
        MonitorLog.RecordingRemoved(logger, run, one.Folder, one.Bytes, why);
        events.Add(
            DashboardEventKind.TestRun,
            Station,
            DashboardEventSeverity.Info,
            time.NowNs(),
            $"the recording of test run {run} is removed: {why}");
    }

    // The next may follow at once.
    private void End(RecordingRemoval removal)
    {
        (_removal, _lookedAt) = (null, null);
        Turns?.End();
        Volatile.Write(
            ref _status,
            Status with { Removed = Status.Removed + 1, RemovedBytes = Status.RemovedBytes + removal.Bytes });
    }

    private void Fail(string? fault)
    {
        if (fault is not null && Status.Fault is null)
            MonitorLog.RetentionFails(logger, fault);
        Volatile.Write(ref _status, Status with { Fault = fault });
    }

    private sealed record Candidate(string Folder, RecordingDocument? Document, long Bytes)
    {
        public bool IsRemovable => Document is { ClosedUtc: not null, Keep: false };

        public DateTimeOffset StartedUtc => Document?.Run.StartedUtc ?? DateTimeOffset.MaxValue;
    }
}
