using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;

namespace SignalMonitor.Recordings;

/// <summary>
/// A journal as it is now: its streams by name, and what is kept of each. It only reads: a connector may continue.
/// </summary>
internal sealed class Recording
{
    private readonly string[] _others;
    private JournalReader _journal;

    private Recording(JournalReader journal, string[] others) => (_journal, _others) = (journal, others);

    /// <summary>Where it is; that of the group after a stream of another group was found.</summary>
    public string Path => _journal.Folder;

    /// <summary>Opens a journal.</summary>
    /// <param name="path">Its folder, or the state folder that it is in.</param>
    /// <param name="recording">The journal.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Open(string path, out Recording? recording)
    {
        recording = null;
        string folder = JournalReader.FolderOf(path);
        if (JournalReader.Open(folder) is not { } journal)
            return $"there is no folder {folder}; --source is the journal of a connector: {JournalReader.FolderName} "
                + $"in its state folder";
        if (!journal.Report.Folder.IsOk)
            return journal.Report.Folder.ToString();
        recording = new Recording(journal, OthersIn(path, folder));
        return null;
    }

    /// <summary>A journal that a recorder of this process writes.</summary>
    /// <param name="path">Its folder.</param>
    /// <param name="folder">What is written.</param>
    public static Recording From(string path, JournalFolder folder) => new(new JournalReader(path, folder), []);

    /// <summary>What is kept of the streams, oldest epoch first.</summary>
    public IReadOnlyList<StreamExtent> Extents => _journal.Report.Extents;

    /// <summary>
    /// The epochs that it may have blocks of, oldest first: also those of which <see cref="Extents"/> knows none yet.
    /// </summary>
    public IReadOnlyList<ulong> Epochs => _journal.Epochs;

    /// <summary>The installation whose blocks it has, by its newest catalogue; empty when there is none.</summary>
    public Guid Publisher => _journal.Newest?.Publisher ?? Guid.Empty;

    /// <summary>The folder of the recording that the journal is in; null for the journal of a connector.</summary>
    public string? RecordingFolder
    {
        get
        {
            string? folder = System.IO.Path.GetDirectoryName(Path.TrimEnd(System.IO.Path.DirectorySeparatorChar));
            return folder is not null && RecordingDocument.IsIn(folder) ? folder : null;
        }
    }

    /// <summary>Bytes of a frame on average; 0 without frames.</summary>
    public long BytesOfFrame =>
        (long)(_journal.Report.Bytes / Math.Max(1m, Extents.Sum(extent => (decimal)extent.Records)));

    /// <summary>What the catalogue of its last frame says of a stream; null when it is not to be had.</summary>
    public StreamDescription? DescriptionOf(in StreamExtent extent)
    {
        using RangeReader reader = NewReader();
        reader.Begin(new FrameRange(extent.Epoch, extent.Stream, extent.Last, extent.Last));
        return reader.Next() == ReadStep.Frame
            ? Catalogue(reader.Frame.CatalogueRevision)?.Stream(extent.Stream) : null;
    }

    /// <summary>Name of a stream, by the newest catalogue.</summary>
    public string NameOf(uint stream) =>
        _journal.Newest?.Stream(stream)?.Name ?? $"stream {stream}";

    /// <summary>A remark on blocks that its recorder left out by its options; null = none.</summary>
    public string? NotKeptNote
    {
        get
        {
            if (RecordingFolder is not { } folder || RecordingDocument.Read(folder, out _) is not { } document)
                return null;
            string own = FolderNameOf(Path);
            string? notKept = NotKeptRange.NoteOf([.. document.NotKept.Where(range => range.Journal == own)]);
            string? reduced = document.Publishers.FirstOrDefault(known => known.Folder == own)?.ReducedNote;
            return (notKept, reduced) is (not null, not null) ? $"{reduced}; {notKept}" : reduced ?? notKept;
        }
    }

    /// <summary>A reader of its frames. The caller disposes it.</summary>
    public RangeReader NewReader() => _journal.NewReader();

    /// <summary>The streams that it has blocks of.</summary>
    public IReadOnlyList<JournalStream> Streams => _journal.Streams;

    /// <summary>Whether it keeps the first and the last block of a range.</summary>
    public bool Has(FrameRange range) => Extents.Any(extent =>
        extent.Epoch == range.Epoch && extent.Stream == range.Stream
        && extent.First <= range.From && extent.Last >= range.To);

    /// <summary>Finds a stream.</summary>
    /// <param name="name">Its name; null when there is only one. Where journals of a recording have streams of one
    /// name: <c>JOURNAL/NAME</c>.</param>
    /// <param name="extents">What is kept of it, oldest epoch first.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public string? FindStream(string? name, out StreamExtent[] extents)
    {
        extents = [];
        IReadOnlyList<SelectableStream> streams = SelectableStream.List(
            _others.Select(JournalReader.Open).OfType<JournalReader>().Prepend(_journal));
        if (streams.Count == 0)
            return $"there are no blocks in the journal {Path}";
        string names = string.Join(", ", streams.Select(stream => stream.Name));
        if (name is null && streams.Count > 1)
            return $"the journal has {streams.Count} streams; choose one with --stream: {names}";
        if (streams.FirstOrDefault(stream => name is null || stream.Name == name) is not { } found)
            return streams.Any(each => each.Stream.Name == name)
                ? $"several journals have a stream '{name}'; choose one with --stream: {names}"
                : $"the journal has no stream '{name}'; it has {names}";
        _journal = found.Journal;
        extents = [.. found.Stream.Extents];
        return null;
    }

    /// <summary>The catalogue of a revision; null when the journal does not have it, or not whole.</summary>
    public PublisherCatalogue? Catalogue(uint revision) => _journal.Catalogue(revision);

    /// <summary>All blocks that are kept of a stream, or those of one epoch.</summary>
    /// <param name="kept">What is kept of the stream, oldest epoch first; at least one.</param>
    /// <param name="epoch">The epoch; null = all.</param>
    /// <param name="ranges">One range for each epoch, oldest first.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Select(StreamExtent[] kept, ulong? epoch, out ImmutableArray<FrameRange> ranges)
    {
        ranges =
        [
            .. kept.Where(extent => epoch is null || extent.Epoch == epoch)
                .Select(extent => new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last)),
        ];
        return ranges.IsEmpty
            ? $"the journal has no blocks of epoch {epoch}; it has epochs {EpochsOf(kept)}" : null;
    }

    /// <summary>The epochs that are kept of a stream, for messages.</summary>
    public static string EpochsOf(StreamExtent[] kept) => string.Join(", ", kept.Select(extent => extent.Epoch));

    private static string FolderNameOf(string path) =>
        System.IO.Path.GetFileName(path.TrimEnd(System.IO.Path.DirectorySeparatorChar));

    // A recording has a journal for each publisher; in modes for each group of channels.
    private static string[] OthersIn(string path, string folder) =>
        RecordingDocument.IsIn(path) && RecordingDocument.Read(path, out _) is { } document
            ?
            [
                .. document.Publishers.Select(known => System.IO.Path.Combine(path, known.Folder)).Distinct()
                    .Where(other => other != folder && Directory.Exists(other)),
            ]
            : [];
}
