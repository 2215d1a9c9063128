using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Checks every byte of a journal: header and payload CRCs, zeros between records, the run of sequences, that segments
/// are there with the lengths of their indexes, and that closed epochs go as far as what was published. Only reads,
/// takes no lock, and works beside a publisher up to what it has written.
/// </summary>
public sealed class JournalVerifier
{
    private readonly IDiskFiles _files;
    private readonly SegmentScan _scan;
    private readonly SequenceAccount _account = new();
    private readonly List<DamagedRange> _ranges = [];
    private readonly List<string> _leftAlone = [];
    private readonly IReadOnlyList<FrameRange> _published;
    private long _bytes;
    private SegmentName? _oldest;

    private JournalVerifier(
        IDiskFiles files, Guid publisher, JournalOptions options, IReadOnlyList<FrameRange> published)
    {
        _files = files;
        _published = published;
        _scan = new SegmentScan(publisher, options.Limits, _account);
    }

    /// <summary>Checks a folder.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="options">Of these, only the limits.</param>
    /// <param name="publisher">Whose journal it is; empty = the writer of the records.</param>
    /// <param name="published">Closed epochs, as far as they are known to have gone; retention may have taken
    /// the oldest.</param>
    public static VerifyReport Verify(
        IDiskFiles files, JournalOptions options, Guid publisher, IReadOnlyList<FrameRange>? published = null) =>
        new JournalVerifier(files, publisher, options, published ?? []).Run();

    private VerifyReport Run()
    {
        SegmentListing listing = SegmentListing.Read(_files);
        foreach (SegmentListing.Entry segment in listing.Segments)
            Check(segment);
        foreach (SegmentName name in listing.Orphans)
            CheckMissing(name);
        ExpectPublished();
        return new VerifyReport
        {
            Folder = listing.Outcome,
            Records = _account.Records,
            Bytes = _bytes,
            Ranges = _ranges,
            Skipped = _leftAlone,
            Lost = _account.Lost(),
            Epochs = _account.Extents(),
        };
    }

    private void Check(in SegmentListing.Entry entry)
    {
        // The index is searched for first: a segment that is closed meanwhile is longer than what is checked here,
        // never shorter.
        Segment? indexed = IndexFile.TryRead(_files, entry.Name);
        FileOutcome outcome = _files.OpenToRead(entry.Name.File, out IDiskFile? file);
        if (!outcome.IsOk)
        {
            // Retention was faster. It takes the oldest first: what was read so far is gone too, and no gap.
            if (outcome.Fault == FileFault.Missing)
                Restart();
            else
                _leftAlone.Add(entry.Name.File);
            return;
        }

        using (file)
        {
            long length = file!.Length(out long now).IsOk ? now : entry.Length;
            long misplaced = _account.Misplaced;
            Segment scanned = Scan(file, entry, Math.Min(length, indexed?.WrittenBytes ?? length), indexed);
            bool fits = indexed is null || Fits(indexed, scanned);
            if (!fits)
            {
                // Its end does not count either.
                scanned = Scan(file, entry, length, indexed: null);
                _ranges.Add(new DamagedRange(entry.Name.IndexFile, 0, length, DamageCause.Index, IsTorn: false));
            }

            _bytes += scanned.WrittenBytes;
            _ranges.AddRange(_scan.Damage);
            if (_account.Misplaced > misplaced)
                _ranges.Add(new DamagedRange(
                    entry.Name.File, 0, scanned.WrittenBytes, DamageCause.Misplaced, IsTorn: false));
            if (_scan.IsNotOurs)
                _leftAlone.Add(entry.Name.File);
            else
                _oldest ??= entry.Name;
            if (indexed is not null && fits && !_scan.IsNotOurs)
                Compare(indexed, length);
        }
    }

    private Segment Scan(IDiskFile file, in SegmentListing.Entry entry, long end, Segment? indexed) =>
        _scan.Scan(file, entry.Name, end, SegmentScan.MayBeTorn(indexed), follow: entry.IsNewest && indexed is null);

    // Where both have an entry, it is of the same record. Damage takes entries away and adds none.
    private static bool Fits(Segment indexed, Segment scanned)
    {
        ReadOnlySpan<IndexEntry> claimed = indexed.Index!.Entries;
        ReadOnlySpan<IndexEntry> found = scanned.Index!.Entries;
        for (int i = 0, j = 0; i < claimed.Length && j < found.Length;)
        {
            if (claimed[i].Offset != found[j].Offset)
            {
                _ = claimed[i].Offset < found[j].Offset ? i++ : j++;
                continue;
            }

            if (claimed[i].Stream != found[j].Stream || claimed[i].First != found[j].First)
                return false;
            i++;
            j++;
        }

        return true;
    }

    // Retention takes the index first, so it never leaves one alone.
    private void CheckMissing(SegmentName name)
    {
        if (IndexFile.TryRead(_files, name) is not { } indexed
            || _files.Exists(name.File) || !_files.Exists(name.IndexFile))
            return;
        _ranges.Add(new DamagedRange(name.File, 0, indexed.WrittenBytes, DamageCause.Missing, IsTorn: false));
        Expect(indexed);
        _oldest = _oldest is { } oldest && oldest < name ? oldest : name;
    }

    // Retention takes the oldest segments: what is after the first that is kept must be there.
    private void ExpectPublished()
    {
        if (_oldest is not { } oldest)
            return;
        foreach (FrameRange range in _published)
        {
            if (range.Epoch > oldest.Epoch || (range.Epoch == oldest.Epoch && oldest.Number == 1))
                _account.Expect(range.Epoch, range.Stream, range.From, range.To);
            else if (range.Epoch == oldest.Epoch && _account.Has(range.Epoch, range.Stream))
                _account.Expect(range.Epoch, range.Stream, range.To, range.To);
        }
    }

    private void Restart()
    {
        _account.Restart();
        _ranges.Clear();
        _leftAlone.Clear();
        _bytes = 0;
        _oldest = null;
    }

    private void Compare(Segment indexed, long length)
    {
        string name = indexed.Name.File;
        long covered = indexed.WrittenBytes;
        if (length > covered)
            _ranges.Add(new DamagedRange(name, covered, length - covered, DamageCause.Cut, IsTorn: true));
        if (length < covered)
            _ranges.Add(new DamagedRange(name, length, covered - length, DamageCause.Cut, indexed.IsSuspect));
        Expect(indexed);
    }

    private void Expect(Segment indexed)
    {
        foreach (ref readonly IndexEntry entry in indexed.Index!.Entries)
            _account.Expect(indexed.Name.Epoch, entry.Stream, entry.First, entry.Last);
    }
}

/// <summary>What a check of every byte of a journal found.</summary>
public sealed record VerifyReport
{
    /// <summary>Whether the folder could be read.</summary>
    public required FileOutcome Folder { get; init; }

    /// <summary>Whole records, each sequence once.</summary>
    public required long Records { get; init; }

    /// <summary>Bytes that were read.</summary>
    public required long Bytes { get; init; }

    /// <summary>Broken ranges, torn ends among them.</summary>
    public required IReadOnlyList<DamagedRange> Ranges { get; init; }

    /// <summary>Segments of another publisher or of a later version, or that cannot be read.</summary>
    public required IReadOnlyList<string> Skipped { get; init; }

    /// <summary>
    /// Sequences that are missing between what is kept, or at the end of a closed epoch: damaged, taken away, or never
    /// written. What retention removed is not among them.
    /// </summary>
    public required IReadOnlyList<FrameRange> Lost { get; init; }

    /// <summary>What is kept of each epoch and stream.</summary>
    public required IReadOnlyList<StreamExtent> Epochs { get; init; }

    /// <summary>Broken ranges that are not torn ends.</summary>
    public int Damaged => Ranges.Count(range => !range.IsTorn);

    /// <summary>Ends that an unclean stop or a failed write left.</summary>
    public int Torn => Ranges.Count(range => range.IsTorn);
}
