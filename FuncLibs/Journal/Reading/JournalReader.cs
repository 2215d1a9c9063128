using System.Globalization;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// A journal at the moment of opening, with its catalogues and its streams by name. Later records are not seen, so its
/// publisher may continue to write. It is only read, without a lock. One thread at a time.
/// </summary>
public sealed class JournalReader
{
    /// <summary>Name of the folder with the segments in the state folder of a connector.</summary>
    public const string FolderName = "journal";

    private readonly JournalFolder _journal;
    private readonly Lazy<PublisherCatalogue?> _newest;
    private readonly Lazy<IReadOnlyList<JournalStream>> _streams;

    /// <summary>A journal that was opened before.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="journal">The journal.</param>
    public JournalReader(string folder, JournalFolder journal)
    {
        (Folder, _journal) = (Path.TrimEndingDirectorySeparator(folder), journal);
        _newest = new Lazy<PublisherCatalogue?>(() => Catalogue(Report.NewestRevision));
        _streams = new Lazy<IReadOnlyList<JournalStream>>(FindStreams);
    }

    /// <summary>The folder with the segments.</summary>
    public string Folder { get; }

    /// <summary>What was found when opening; a segment with a valid index is only checked when it is read.</summary>
    public RecoveryReport Report => _journal.Report;

    /// <summary>The epochs that have segments, oldest first.</summary>
    public IReadOnlyList<ulong> Epochs => _journal.Epochs;

    /// <summary>The last catalogue; null when none can be read.</summary>
    public PublisherCatalogue? Newest => _newest.Value;

    /// <summary>True when it keeps any block.</summary>
    public bool HasBlocks => Report.Extents.Any(IsData);

    /// <summary>The streams of which blocks are kept, in the order in which they are found.</summary>
    public IReadOnlyList<JournalStream> Streams => _streams.Value;

    /// <summary>The folder with the segments: the given one, or <see cref="FolderName"/> in it.</summary>
    public static string FolderOf(string given)
    {
        string inside = Path.Combine(given, FolderName);
        return Directory.Exists(inside) ? inside : given;
    }

    /// <summary>
    /// The folders with segments: that of <see cref="FolderOf"/>, and in a recording of a test run those of its other
    /// publishers and groups of channels, <c>journal-2</c> and so on, by number.
    /// </summary>
    public static IReadOnlyList<string> FoldersOf(string given)
    {
        if (!Directory.Exists(given))
            return [FolderOf(given)];
        string[] further =
        [
            .. Directory.EnumerateDirectories(given, $"{FolderName}-*")
                .Select(folder => (Folder: folder, Number: NumberOf(folder)))
                .Where(one => one.Number is not null).OrderBy(one => one.Number).Select(one => one.Folder),
        ];
        string first = FolderOf(given);
        return further.Length == 0 || first != given ? [first, .. further] : further;
    }

    /// <summary>
    /// Opens a folder with segments; null when there is no such folder. <see cref="Report"/> says what else is wrong.
    /// </summary>
    public static JournalReader? Open(string folder) => Directory.Exists(folder)
        ? new JournalReader(folder, new JournalFolder(new DiskFiles(folder), JournalOptions.Default, Guid.Empty))
        : null;

    /// <summary>A reader of ranges. The caller disposes it.</summary>
    public RangeReader NewReader() => _journal.NewReader();

    /// <summary>A cursor over all records from the segment with a frame on. The caller disposes it.</summary>
    public RecordCursor NewCursor(in FrameRange from) => _journal.NewCursor(from);

    /// <summary>
    /// The catalogue of a revision; null when it is not kept, or not whole. Reads files: not for each block.
    /// </summary>
    public PublisherCatalogue? Catalogue(uint revision) =>
        _journal.FindCatalogue(revision) is { } frame
            && CatalogueCodec.Read(frame.Payload.Span, out PublisherCatalogue? catalogue).IsOk
            ? catalogue : null;

    private static int? NumberOf(string folder) => int.TryParse(
        Path.GetFileName(folder.AsSpan())[(FolderName.Length + 1)..],
        NumberStyles.None,
        CultureInfo.InvariantCulture,
        out int number) ? number : null;

    private static bool IsData(StreamExtent extent) => FrameHeader.IsDataStream(extent.Stream);

    private JournalStream[] FindStreams() =>
    [
        .. Report.Extents.Where(IsData)
            .GroupBy(extent => extent.Stream)
            .Select(kept => new JournalStream(
                kept.Key, DescriptionOf(kept.First()), [.. kept.OrderBy(extent => extent.Epoch)])),
    ];

    // The newest catalogue may lack a stream that a rig no longer has: then the catalogue of its first frame is used.
    private StreamDescription? DescriptionOf(StreamExtent extent)
    {
        if (Newest?.Stream(extent.Stream) is { } known)
            return known;
        using RangeReader reader = NewReader();
        reader.Begin(new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last));
        ReadStep step;
        do
            step = reader.Next();
        while (step == ReadStep.Missing);
        return step == ReadStep.Frame ? Catalogue(reader.Frame.CatalogueRevision)?.Stream(extent.Stream) : null;
    }
}

/// <summary>A stream of which a journal keeps blocks.</summary>
/// <param name="Id">Its id on the wire.</param>
/// <param name="Description">
/// What it is, in the newest catalogue, or else in that of its first frame; null when neither can be read.
/// </param>
/// <param name="Extents">What is kept of it, oldest epoch first; at least one.</param>
public sealed record JournalStream(uint Id, StreamDescription? Description, IReadOnlyList<StreamExtent> Extents)
{
    /// <summary>Its name; "stream N" without a description.</summary>
    public string Name => Description?.Name ?? $"stream {Id}";
}
