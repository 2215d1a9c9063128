using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;

namespace SignalMonitor.Dashboard.Recordings;

/// <summary>
/// The recordings below a root. What the indexes of one say is read once and kept until its document changes; of one
/// that is open for some seconds. One thread at a time.
/// </summary>
/// <param name="root">The root; may be missing.</param>
/// <param name="isRecorded">Whether this monitor records into a folder now.</param>
/// <param name="time">Clock.</param>
internal sealed class RecordingList(string root, Func<string, bool> isRecorded, TimeProvider time)
{
    /// <summary>Recordings of one answer at most, the newest.</summary>
    public const int MaxShown = 1000;

    /// <summary>How long what is known of an open recording is answered again.</summary>
    public static readonly TimeSpan OpenFor = TimeSpan.FromSeconds(5);

    private readonly Dictionary<string, Known> _known = [];

    /// <summary>The root.</summary>
    public string Root => root;

    /// <summary>All of them, the newest first. One that cannot be read says why.</summary>
    /// <exception cref="IOException">The root cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read it.</exception>
    public ListedRecordings Read()
    {
        (RecordingId Id, string Folder, RecordingDocument? Document, string? Fault)[] found =
        [
            .. Folders().Select(folder => (Id: RecordingId.From(root, folder), Folder: folder))
                .Where(one => one.Id is not null)
                .Select(one => (
                    one.Id!.Value, one.Folder, RecordingDocument.Read(one.Folder, out string? fault), fault))
                .OrderByDescending(one => one.Item3?.Run.StartedUtc ?? DateTimeOffset.MinValue),
        ];
        HashSet<string> there = [.. found.Select(one => one.Folder)];
        foreach (string gone in _known.Keys.Where(folder => !there.Contains(folder)).ToArray())
            _known.Remove(gone);
        return new ListedRecordings(
            [.. found.Take(MaxShown).Select(one => Get(one.Id, one.Folder, one.Document, one.Fault))],
            Math.Max(0, found.Length - MaxShown));
    }

    /// <summary>One of them.</summary>
    /// <param name="id">Its id.</param>
    /// <param name="folder">Its folder.</param>
    /// <param name="document">Its document; null when it cannot be read.</param>
    /// <param name="fault">Why it cannot.</param>
    public ListedRecording Get(RecordingId id, string folder, RecordingDocument? document, string? fault)
    {
        if (document is null)
            return Broken(id, fault!);
        DateTime writtenUtc = File.GetLastWriteTimeUtc(Path.Combine(folder, RecordingDocument.FileName));
        if (!_known.TryGetValue(folder, out Known? known)
            || known.WrittenUtc != writtenUtc
            || (known.Listed.Open && time.GetElapsedTime(known.ReadAt) > OpenFor))
            _known[folder] = known = new Known(Summarise(id, folder, document), writtenUtc, time.GetTimestamp());
        return known.Listed with { Recording = known.Listed.Open && isRecorded(folder) };
    }

    private string[] Folders() => Directory.Exists(root) ? RecordingFolder.List(root) : [];

    private static ListedRecording Broken(RecordingId id, string fault) => new()
    {
        Id = id.ToString(),
        Site = id.Site,
        Rig = id.Rig,
        Run = id.Name,
        StartedNs = 0,
        Fault = fault,
    };

    // A journal that is gone or foreign is a fault of this recording, and hides no other.
    private static ListedRecording Summarise(RecordingId id, string folder, RecordingDocument document)
    {
        ListedRecording listed = new()
        {
            Id = id.ToString(),
            Site = id.Site,
            Rig = id.Rig,
            Run = document.Run.Name,
            Specimen = document.Run.Specimen,
            Operator = document.Run.Operator,
            StartedNs = UtcClock.NsOf(document.Run.StartedUtc),
            StoppedNs = document.Run.StoppedUtc is { } stopped ? UtcClock.NsOf(stopped) : null,
            Open = document.ClosedUtc is null,
            Kept = document.Keep,
        };
        try
        {
            var summary = RecordingSummary.Create(folder, document, verify: false);
            JournalStream[] streams = [.. Journals(folder, document).SelectMany(journal => journal.Streams)];
            long blockNs = streams.Max(stream => stream.Description?.BlockDurationNs) ?? 0;
            return listed with
            {
                Bytes = summary.Bytes,
                Blocks = summary.Blocks,
                Gaps = summary.Gaps,
                Damaged = summary.Damaged + summary.Torn,
                FromNs = summary.From is { } from ? UtcClock.NsOf(from) : null,
                ToNs = summary.To is { } to ? UtcClock.NsOf(to) + blockNs : null,
                Streams = [.. streams.Select(stream => stream.Name).Distinct()],
                Fault = summary.Problems.Count > 0 ? summary.Problems[0] : null,
            };
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return listed with { Fault = OneLine.Format(e) };
        }
    }

    /// <summary>The journals of a recording that can be read.</summary>
    public static IEnumerable<Recording> Journals(string folder, RecordingDocument document)
    {
        foreach (RecordedPublisher publisher in document.Publishers)
        {
            if (Recording.Open(Path.Combine(folder, publisher.Folder), out Recording? journal) is null)
                yield return journal!;
        }
    }

    private sealed record Known(ListedRecording Listed, DateTime WrittenUtc, long ReadAt);
}
