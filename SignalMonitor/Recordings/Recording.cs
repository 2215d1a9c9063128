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

    /// <summary>A journal that a recorder of this process writes.</summary>
    /// <param name="path">Its folder.</param>
    /// <param name="folder">What is written.</param>
    public static Recording Of(string path, JournalFolder folder) => new(path, folder);

    /// <summary>What is kept of the streams, oldest epoch first.</summary>
    public IReadOnlyList<StreamExtent> Extents => _folder.Report.Extents;

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

    /// <summary>Bytes of a frame on average; 0 without frames.</summary>
    public long BytesOfFrame =>
        (long)(_folder.Report.Bytes / Math.Max(1m, _folder.Report.Extents.Sum(extent => (decimal)extent.Records)));

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
        Catalogue(_folder.Report.NewestRevision)?.Stream(stream)?.Name ?? $"stream {stream}";

    /// <summary>A remark on blocks that its recorder left out by its options; null = none.</summary>
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

    /// <summary>The streams that it has blocks of, as its newest catalogue describes them.</summary>
    public IReadOnlyList<RecordedStream> Streams()
    {
        PublisherCatalogue? newest = Catalogue(_folder.Report.NewestRevision);
        return
        [
            .. _folder.Report.Extents.Where(IsData).Select(extent => extent.Stream).Distinct()
                .Select(id => newest?.Stream(id) is { } described
                    ? new RecordedStream(id, described.Name, described)
                    : new RecordedStream(id, $"stream {id}", null)),
        ];
    }

    /// <summary>Finds a stream.</summary>
    /// <param name="name">Its name; null when there is only one.</param>
    /// <param name="extents">What is kept of it, oldest epoch first.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public string? FindStream(string? name, out StreamExtent[] extents)
    {
        extents = [];
        StreamExtent[] kept = [.. _folder.Report.Extents.Where(IsData)];
        IReadOnlyList<RecordedStream> streams = Streams();
        if (streams.Count == 0)
            return $"there are no blocks in the journal {Path}";
        string names = string.Join(", ", streams.Select(stream => stream.Name));
        if (name is null && streams.Count > 1)
            return $"the journal has {streams.Count} streams; choose one with --stream: {names}";
        RecordedStream? chosen = name is null ? streams[0] : streams.FirstOrDefault(stream => stream.Name == name);
        if (chosen is null)
            return $"the journal has no stream '{name}'; it has {names}";
        extents = [.. kept.Where(extent => extent.Stream == chosen.Id).OrderBy(extent => extent.Epoch)];
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
}

/// <summary>A stream of a journal.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Name">Its name; a word with its number where the journal describes it no longer.</param>
/// <param name="Description">What it is; null where the journal describes it no longer.</param>
internal sealed record RecordedStream(uint Id, string Name, StreamDescription? Description);
