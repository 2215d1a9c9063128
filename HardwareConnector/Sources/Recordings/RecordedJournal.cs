using FuncLibs.Blocks.Catalogue;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;

namespace HardwareConnector.Sources.Recordings;

/// <summary>A journal that can be played: it has blocks, and a catalogue that describes them.</summary>
public sealed class RecordedJournal
{
    private readonly JournalReader _journal;

    private RecordedJournal(JournalReader journal, PublisherCatalogue newest) => (_journal, Newest) = (journal, newest);

    /// <summary>Full path of the folder with the segments.</summary>
    public string Folder => _journal.Folder;

    /// <summary>The last catalogue: publisher, site and rig of the recording.</summary>
    public PublisherCatalogue Newest { get; }

    /// <summary>
    /// Broken ranges found when opening; a segment with a valid index is only checked when it is played.
    /// </summary>
    public IReadOnlyList<DamagedRange> Damaged => _journal.Report.Damaged;

    /// <summary>Its streams by name.</summary>
    internal JournalReader Reader => _journal;

    /// <summary>Opens a journal; null if it cannot be played, with the reason in <paramref name="fault"/>.</summary>
    /// <param name="folder">The folder with the segments.</param>
    /// <param name="fault">Why it cannot be played; null with a journal.</param>
    public static RecordedJournal? Open(string folder, out string? fault)
    {
        folder = Path.GetFullPath(folder);
        JournalReader? journal = JournalReader.Open(folder);
        fault = journal is null ? $"there is no folder {folder}" : FindFault(journal);
        if (fault is not null)
            return null;
        if (journal!.Newest is { } newest)
            return new RecordedJournal(journal, newest);
        fault = $"{folder} has no catalogue that can be read, so the form of its blocks is unknown; {DamageIn(journal)}";
        return null;
    }

    /// <summary>A reader of ranges. The caller disposes it.</summary>
    public RangeReader NewReader() => _journal.NewReader();

    /// <summary>A cursor over all records from the segment with a frame on. The caller disposes it.</summary>
    public RecordCursor NewCursor(in FrameRange from) => _journal.NewCursor(from);

    /// <summary>The catalogue of a revision; null when it is not kept. Reads files: not for each block.</summary>
    public PublisherCatalogue? Catalogue(uint revision) => _journal.Catalogue(revision);

    private static string? FindFault(JournalReader journal)
    {
        if (!journal.Report.Folder.IsOk)
            return journal.Report.Folder.ToString();
        if (journal.Report.Segments == 0)
        {
            string found = journal.Report.Skipped.Count == 0
                ? "it has no segments (*.seg)"
                : $"none of its segments can be read: {journal.Report.Skipped[0]}";
            return $"{journal.Folder} is not the journal of a connector: {found}";
        }

        return journal.HasBlocks ? null : $"no blocks are recorded in {journal.Folder}; {DamageIn(journal)}";
    }

    private static string DamageIn(JournalReader journal) =>
        journal.Report.Damaged.Count == 0 ? "nothing in it is damaged" : $"damaged: {journal.Report.Damaged[0]}";
}
