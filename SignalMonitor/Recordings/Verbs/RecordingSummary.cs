using System.Text.Json.Serialization;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Recordings.Verbs;

/// <summary>What a recording holds, from its indexes; or, after a check of every byte, from its blocks.</summary>
internal sealed record RecordingSummary
{
    /// <summary>Name of the run.</summary>
    public required string Run { get; init; }

    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>Its folder.</summary>
    public required string Folder { get; init; }

    /// <summary>The specimen.</summary>
    public string? Specimen { get; init; }

    /// <summary>Who ran it.</summary>
    public string? Operator { get; init; }

    /// <summary>When the run began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>When it was stopped; null = it was not, or nothing recorded it any more then.</summary>
    public DateTimeOffset? StoppedUtc { get; init; }

    /// <summary>True once the recording was closed after the run.</summary>
    public required bool Closed { get; init; }

    /// <summary>True when retention does not remove it.</summary>
    public bool Keep { get; init; }

    /// <summary>Blocks, of all streams and epochs.</summary>
    public long Blocks { get; init; }

    /// <summary>Blocks that are missing between the first and the last of a stream in an epoch.</summary>
    public long Gaps { get; init; }

    /// <summary>Blocks that the recorder left out on purpose; none of them is among <see cref="Gaps"/>.</summary>
    public long NotKept { get; init; }

    /// <summary>What became of the blocks of each journal that is not recorded whole.</summary>
    public IReadOnlyList<RecordedAccount> Accounts { get; init; } = [];

    /// <summary>Broken ranges that are not torn ends.</summary>
    public int Damaged { get; init; }

    /// <summary>Ends that a crash left, and that a repair cuts.</summary>
    public int Torn { get; init; }

    /// <summary>Due time of the first block; null without any.</summary>
    public DateTimeOffset? From { get; init; }

    /// <summary>Due time of the last block.</summary>
    public DateTimeOffset? To { get; init; }

    /// <summary>Bytes of its journals.</summary>
    public long Bytes { get; init; }

    /// <summary>What is kept of each stream and epoch.</summary>
    public IReadOnlyList<RecordedExtent> Streams { get; init; } = [];

    /// <summary>The pyramids beside the journals; none in a recording of an earlier version.</summary>
    public IReadOnlyList<RecordedPyramid> Pyramids { get; init; } = [];

    /// <summary>What is damaged of the pyramids: every sample is in the blocks all the same.</summary>
    public IReadOnlyList<string> PyramidProblems { get; init; } = [];

    /// <summary>Segments that were left alone, and what cannot be read.</summary>
    public IReadOnlyList<string> Problems { get; init; } = [];

    /// <summary>True when no byte is broken and no block is missing.</summary>
    [JsonIgnore]
    public bool IsWhole => Damaged == 0 && Gaps == 0 && Problems.Count == 0 && PyramidProblems.Count == 0;

    /// <summary>Summarises a recording.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="document">Its document.</param>
    /// <param name="verify">True: every byte is read; false: the indexes, and segments that have none.</param>
    public static RecordingSummary Create(string folder, RecordingDocument document, bool verify)
    {
        RecordingSummary summary = new()
        {
            Run = document.Run.Name,
            Station = document.Station,
            Folder = folder,
            Specimen = document.Run.Specimen,
            Operator = document.Run.Operator,
            StartedUtc = document.Run.StartedUtc,
            StoppedUtc = document.Run.StoppedUtc,
            Closed = document.ClosedUtc is not null,
            Keep = document.Keep,
        };
        foreach (RecordedPublisher publisher in document.Publishers)
        {
            var files = new DiskFiles(Path.Combine(folder, publisher.Folder));
            var journal = new JournalFolder(files, JournalOptions.Default, publisher.Id);
            summary = verify
                ? summary.With(publisher, JournalVerifier.Verify(files, JournalOptions.Default, publisher.Id))
                : summary.With(publisher, journal.Report);
            summary = summary.WithNotKept(document, publisher).WithTimes(journal);
        }

        List<string> problems = [];
        return summary.WithAccounts(document) with
        {
            Pyramids = RecordedPyramids.Look(folder, document, verify, problems),
            PyramidProblems = problems,
        };
    }

    private RecordingSummary With(RecordedPublisher publisher, RecoveryReport report) => With(
        publisher,
        report.Extents,
        [.. ProblemsOf(report.Folder, report.Skipped)]) with
    {
        Bytes = Bytes + report.Bytes,
        Damaged = Damaged + report.Damaged.Count(range => !range.IsTorn),
        Torn = Torn + report.Damaged.Count(range => range.IsTorn),
    };

    private RecordingSummary With(RecordedPublisher publisher, VerifyReport report) => With(
        publisher,
        report.Epochs,
        [
            .. ProblemsOf(report.Folder, report.Skipped),
            .. report.Ranges.Select(range => range.ToString()),
        ]) with
    {
        Bytes = Bytes + report.Bytes,
        Damaged = Damaged + report.Damaged,
        Torn = Torn + report.Torn,
    };

    private RecordingSummary With(
        RecordedPublisher publisher, IReadOnlyList<StreamExtent> extents, IReadOnlyList<string> problems)
    {
        RecordedExtent[] streams =
        [
            .. extents.Where(IsData).Select(extent => new RecordedExtent(
                publisher.Folder,
                extent.Epoch,
                extent.Stream,
                extent.First,
                extent.Last,
                extent.Records,
                extent.Last - extent.First + 1 - extent.Records)),
        ];
        return this with
        {
            Blocks = Blocks + streams.Sum(stream => (long)stream.Blocks),
            Gaps = Gaps + streams.Sum(stream => (long)stream.Missing),
            Streams = [.. Streams, .. streams],
            Problems = [.. Problems, .. problems],
        };
    }

    // What is left out before the first and after the last block is no gap anyway.
    private RecordingSummary WithNotKept(RecordingDocument document, RecordedPublisher publisher)
    {
        NotKeptRange[] ranges = [.. document.NotKept.Where(range => range.Journal == publisher.Folder)];

        // Reduced blocks have numbers of their own.
        bool isReduced = publisher.RateHz is not null;
        List<string> problems = [];
        RecordedExtent[] streams = [.. Streams.Select(stream =>
        {
            ulong left = isReduced || stream.Journal != publisher.Folder ? 0 : ranges
                .Where(range => range.Stream == stream.Stream && range.Epoch == stream.Epoch)
                .Aggregate(0UL, (sum, range) => sum + range.Within(stream.First, stream.Last));
            if (left > stream.Missing)
                problems.Add(FormattableString.Invariant(
                    $"{stream.Journal}: {left - stream.Missing} blocks of stream {stream.Stream} in epoch ")
                    + FormattableString.Invariant($"{stream.Epoch} are there and stated as not kept"));
            return stream with { Missing = stream.Missing - Math.Min(left, stream.Missing) };
        })];
        return this with
        {
            Streams = streams,
            Gaps = streams.Sum(stream => (long)stream.Missing),
            NotKept = NotKept + ranges.Sum(range => (long)(range.To - range.From) + 1),
            Problems = [.. Problems, .. problems],
        };
    }

    // What came has to be stored, left out on purpose or lost. The account of an open recording runs behind.
    private RecordingSummary WithAccounts(RecordingDocument document)
    {
        IEnumerable<string> problems = document.Accounts
            .Select(account => (
                Account: account,
                Stored: Streams.Where(stream => stream.Journal == account.Journal).Sum(stream => (long)stream.Blocks),
                NotKept: document.NotKept.Where(range => range.Journal == account.Journal)
                    .Sum(range => (long)(range.To - range.From) + 1)))
            .Where(one => document.ClosedUtc is not null && (!one.Account.IsClosed
                || one.Account.Stored != one.Stored || one.Account.NotKept != one.NotKept))
            .Select(one =>
                $"{one.Account.Journal}: the account does not close: {one.Account.Text}, but the journal has "
                + FormattableString.Invariant($"{one.Stored} blocks and {one.NotKept} are stated as not kept"));
        return this with { Accounts = document.Accounts, Problems = [.. Problems, .. problems] };
    }

    // The clock of the rig may have been set back between two epochs: the earliest and the latest of all.
    private RecordingSummary WithTimes(JournalFolder journal)
    {
        RecordingSummary summary = this;
        using RangeReader reader = journal.NewReader();
        foreach (StreamExtent extent in journal.Report.Extents.Where(IsData))
        {
            FrameRange whole = new(extent.Epoch, extent.Stream, extent.First, extent.Last);
            long? first = BlockTimes.AcquiredAt(reader, whole);
            long? last = BlockTimes.AcquiredAt(reader, whole with { From = extent.Last });
            if (first is { } from && !(summary.From < UtcClock.TimeOf(from)))
                summary = summary with { From = UtcClock.TimeOf(from) };
            if (last is { } to && !(summary.To > UtcClock.TimeOf(to)))
                summary = summary with { To = UtcClock.TimeOf(to) };
        }

        return summary;
    }

    private static bool IsData(StreamExtent extent) =>
        FrameHeader.IsDataStream(extent.Stream);

    private static IEnumerable<string> ProblemsOf(FileOutcome folder, IReadOnlyList<string> skipped) =>
    [
        .. folder.IsOk ? (string[])[] : [folder.ToString()],
        .. skipped.Select(segment => $"{segment}: of another publisher, of a later version, or unreadable"),
    ];
}

/// <summary>What a recording has of one stream in one epoch.</summary>
/// <param name="Journal">Folder of the journal.</param>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence.</param>
/// <param name="Last">Last sequence.</param>
/// <param name="Blocks">How many blocks.</param>
/// <param name="Missing">How many are missing between the first and the last.</param>
internal sealed record RecordedExtent(
    string Journal, ulong Epoch, uint Stream, ulong First, ulong Last, ulong Blocks, ulong Missing);

/// <summary>Generated JSON of summaries: one line each.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(RecordingSummary))]
internal sealed partial class RecordingSummaryJson : JsonSerializerContext;
