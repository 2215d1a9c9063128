using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// A journal that is only read: nothing is locked, cut or written, and a publisher may continue beside it.
/// </summary>
public sealed class JournalFolder
{
    private readonly IDiskFiles _files;
    private readonly JournalOptions _options;
    private readonly SegmentSet _segments;

    /// <summary>Reads indexes, and the segments that have none.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="options">Of these, only the limits.</param>
    /// <param name="publisher">Whose journal it is; empty = the writer of the records.</param>
    public JournalFolder(IDiskFiles files, JournalOptions options, Guid publisher)
    {
        _files = files;
        _options = options;
        Publisher = publisher;
        Report = new SegmentFolder(files, publisher, options, repair: false).Load(out _segments);
    }

    // Of a writer: its segments, which grow.
    internal JournalFolder(IDiskFiles files, JournalOptions options, Guid publisher, SegmentSet segments)
    {
        (_files, _options, _segments, Publisher) = (files, options, segments, publisher);
        Report = new RecoveryReport
        {
            Folder = FileOutcome.Ok,
            Segments = segments.All.Length,
            Bytes = segments.TotalBytes,
            Scanned = 0,
            Damaged = [],
            Skipped = [],
            Unrepaired = [],
            NewestRevision = 0,
            Extents = segments.Extents(),
        };
    }

    /// <summary>Whose journal it is; empty when that is not known.</summary>
    public Guid Publisher { get; }

    /// <summary>What was found.</summary>
    public RecoveryReport Report { get; }

    /// <summary>
    /// The epochs that have segments, oldest first. Unlike the extents of the report, it has an epoch of a few blocks
    /// that a writer of this process has not indexed yet.
    /// </summary>
    public IReadOnlyList<ulong> Epochs => _segments.Epochs();

    /// <summary>
    /// A reader for one range after the other; what is not written is missing. The caller disposes it.
    /// </summary>
    public RangeReader NewReader() => new(_files, _segments, new SegmentIdentity(Publisher, 0), null, _options.Limits);

    /// <summary>A cursor over everything. The caller disposes it.</summary>
    public RecordCursor NewCursor() => new(_files, _segments, Publisher, _options.Limits);

    /// <summary>
    /// A cursor over everything from the segment on that has a frame, or the next one of its stream. The caller
    /// disposes it.
    /// </summary>
    public RecordCursor NewCursor(in FrameRange from) => new(_files, _segments, Publisher, _options.Limits, from);

    /// <summary>
    /// The newest copy of the catalogue of a revision; null when it is not kept. Reads files: not for each block.
    /// </summary>
    public StoredFrame? FindCatalogue(uint revision) =>
        new CatalogueSearch(_files, _segments, Publisher, _options.Limits).Find(revision, out _);
}
