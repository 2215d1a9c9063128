using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Recordings;

/// <summary>
/// A journal as it is now: its streams by name, and what is kept of each. It only reads: a connector may continue.
/// </summary>
internal sealed class Recording
{
    private const string JournalFolderName = "journal";
    private readonly JournalFolder _folder;

    private Recording(string path, JournalFolder folder) => (Path, _folder) = (path, folder);

    /// <summary>Where it is.</summary>
    public string Path { get; }

    /// <summary>Opens a journal.</summary>
    /// <param name="path">Its folder, or the state folder that it is in.</param>
    /// <param name="recording">The journal.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Open(string path, out Recording? recording)
    {
        recording = null;
        string inside = System.IO.Path.Combine(path, JournalFolderName);
        string folder = Directory.Exists(inside) ? inside : path;
        if (!Directory.Exists(folder))
            return $"there is no folder {folder}; --source is the journal of a connector: {JournalFolderName} in its "
                + $"state folder";
        JournalFolder journal = new(new DiskFiles(folder), JournalOptions.Default, Guid.Empty);
        if (!journal.Report.Folder.IsOk)
            return journal.Report.Folder.ToString();
        recording = new Recording(folder, journal);
        return null;
    }

    /// <summary>The installation whose blocks it has, by its newest catalogue; empty when there is none.</summary>
    public Guid Publisher => Catalogue(_folder.Report.NewestRevision)?.Publisher ?? Guid.Empty;

    /// <summary>The folder of the recording that the journal is in; null for the journal of a connector.</summary>
    public string? RecordingFolder
    {
        get
        {
            string? folder = System.IO.Path.GetDirectoryName(Path.TrimEnd(System.IO.Path.DirectorySeparatorChar));
            return folder is not null && RecordingDocument.IsIn(folder) ? folder : null;
        }
    }

    /// <summary>What is to be said of blocks that its recorder left out on purpose; null nothing.</summary>
    public string? NotKeptNote
    {
        get
        {
            return RecordingFolder is { } folder && RecordingDocument.Read(folder, out _) is { } document
                ? NotKeptRange.NoteOf(document.NotKept) : null;
        }
    }

    /// <summary>A reader of its frames. The caller disposes it.</summary>
    public RangeReader NewReader() => _folder.NewReader();

    /// <summary>Finds a stream.</summary>
    /// <param name="name">Its name; null when there is only one.</param>
    /// <param name="extents">What is kept of it, oldest epoch first.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public string? FindStream(string? name, out StreamExtent[] extents)
    {
        extents = [];
        PublisherCatalogue? newest = Catalogue(_folder.Report.NewestRevision);
        StreamExtent[] kept = [.. _folder.Report.Extents.Where(IsData)];
        (uint Id, string Name)[] streams =
        [
            .. kept.Select(extent => extent.Stream).Distinct().Select(id => (id, NameOf(id, newest))),
        ];
        if (streams.Length == 0)
            return $"there are no blocks in the journal {Path}";
        string names = string.Join(", ", streams.Select(stream => stream.Name));
        if (name is null && streams.Length > 1)
            return $"the journal has {streams.Length} streams; choose one with --stream: {names}";
        (uint Id, string Name)[] chosen = name is null ? streams : [.. streams.Where(stream => stream.Name == name)];
        if (chosen.Length == 0)
            return $"the journal has no stream '{name}'; it has {names}";
        extents = [.. kept.Where(extent => extent.Stream == chosen[0].Id).OrderBy(extent => extent.Epoch)];
        return null;
    }

    /// <summary>The catalogue of a revision; null when the journal does not have it, or not whole.</summary>
    public PublisherCatalogue? Catalogue(uint revision) =>
        _folder.FindCatalogue(revision) is { } frame
            && CatalogueCodec.Read(frame.Payload.Span, out PublisherCatalogue? catalogue).IsOk
            ? catalogue : null;

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

    private static bool IsData(StreamExtent extent) =>
        FrameHeader.IsDataStream(extent.Stream);

    private static string NameOf(uint id, PublisherCatalogue? catalogue) =>
        catalogue?.Stream(id)?.Name ?? $"stream {id}";
}
