using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using HardwareConnector.Configuration;

namespace HardwareConnector.Sources.Recordings;

/// <summary>
/// The journal of a connector at the moment of opening: later records are not seen, so a connector may continue to
/// record there. It is only read, without a lock.
/// </summary>
public sealed class RecordedJournal
{
    private readonly JournalFolder _journal;

    private RecordedJournal(JournalFolder journal, string folder, PublisherCatalogue newest) =>
        (_journal, Folder, Newest) = (journal, folder, newest);

    /// <summary>Full path of the folder with the segments.</summary>
    public string Folder { get; }

    /// <summary>The last catalogue: publisher, site and rig of the recording.</summary>
    public PublisherCatalogue Newest { get; }

    /// <summary>
    /// Broken ranges found when opening; a segment with a valid index is only checked when it is played.
    /// </summary>
    public IReadOnlyList<DamagedRange> Damaged => _journal.Report.Damaged;

    /// <summary>The folder with the segments: the given one, or the journal folder in it.</summary>
    public static string FolderOf(string given)
    {
        string inside = Path.Combine(given, JournalFolderOptions.DefaultName);
        return Path.GetFullPath(Directory.Exists(inside) ? inside : given);
    }

    /// <summary>Opens a recording; null if it cannot be played, with the reason in <paramref name="fault"/>.</summary>
    public static RecordedJournal? Open(string given, out string? fault)
    {
        string folder = FolderOf(given);
        JournalFolder? journal =
            Directory.Exists(folder) ? new(new DiskFiles(folder), JournalOptions.Default, Guid.Empty) : null;
        fault = journal is null ? $"there is no folder {folder}" : FindFault(journal, folder);
        if (fault is not null)
            return null;
        if (CatalogueOf(journal!, journal!.Report.NewestRevision) is { } newest)
            return new RecordedJournal(journal, folder, newest);
        fault = $"{folder} has no catalogue that can be read, so the form of its blocks is unknown; {DamageIn(journal)}";
        return null;
    }

    /// <summary>Finds a stream.</summary>
    /// <param name="name">Its name; empty = the only one.</param>
    /// <param name="kept">Its recorded extents, oldest epoch first.</param>
    /// <returns>The fault; null for none.</returns>
    public string? FindStream(string name, out StreamExtent[] kept)
    {
        StreamExtent[] data = [.. _journal.Report.Extents.Where(IsData)];
        var streams = data
            .GroupBy(extent => extent.Stream)
            .Select(group => (Id: group.Key, Name: NameOf(group.First())))
            .ToArray();
        string names = string.Join(", ", streams.Select(stream => stream.Name));
        kept = [];
        if (name.Length == 0 && streams.Length > 1)
            return $"{streams.Length} streams are recorded there; choose one of {names}";
        uint[] chosen =
        [
            .. streams.Where(stream => name.Length == 0 || stream.Name == name).Select(stream => stream.Id),
        ];
        if (chosen.Length == 0)
            return $"no stream '{name}' is recorded there; known are {names}";
        kept = [.. data.Where(extent => extent.Stream == chosen[^1]).OrderBy(extent => extent.Epoch)];
        return null;
    }

    /// <summary>A reader of ranges. The caller disposes it.</summary>
    public RangeReader NewReader() => _journal.NewReader();

    /// <summary>A cursor over all records from the segment with a frame on. The caller disposes it.</summary>
    public RecordCursor NewCursor(in FrameRange from) => _journal.NewCursor(from);

    /// <summary>The catalogue of a revision; null when it is not kept. Reads files: not for each block.</summary>
    public PublisherCatalogue? Catalogue(uint revision) => CatalogueOf(_journal, revision);

    private static string? FindFault(JournalFolder journal, string folder)
    {
        if (!journal.Report.Folder.IsOk)
            return journal.Report.Folder.ToString();
        if (journal.Report.Segments == 0)
        {
            string found = journal.Report.Skipped.Count == 0
                ? "it has no segments (*.seg)"
                : $"none of its segments can be read: {journal.Report.Skipped[0]}";
            return $"{folder} is not the journal of a connector: {found}";
        }

        return journal.Report.Extents.Any(IsData) ? null : $"no blocks are recorded in {folder}; {DamageIn(journal)}";
    }

    private static string DamageIn(JournalFolder journal) =>
        journal.Report.Damaged.Count == 0 ? "nothing in it is damaged" : $"damaged: {journal.Report.Damaged[0]}";

    private static PublisherCatalogue? CatalogueOf(JournalFolder journal, uint revision) =>
        journal.FindCatalogue(revision) is { } frame
            && CatalogueCodec.Read(frame.Payload.Span, out PublisherCatalogue? catalogue).IsOk
            ? catalogue : null;

    private static bool IsData(StreamExtent extent) =>
        FrameHeader.IsDataStream(extent.Stream);

    // The newest catalogue may lack a stream that a rig no longer has: then the catalogue of its first frame is used.
    private string NameOf(StreamExtent extent)
    {
        if (Newest.Stream(extent.Stream) is { } known)
            return known.Name;
        using RangeReader reader = NewReader();
        reader.Begin(new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last));
        ReadStep step;
        do
            step = reader.Next();
        while (step == ReadStep.Missing);
        StreamDescription? described =
            step == ReadStep.Frame ? Catalogue(reader.Frame.CatalogueRevision)?.Stream(extent.Stream) : null;
        return described?.Name ?? $"stream {extent.Stream}";
    }
}
