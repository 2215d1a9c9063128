using FuncLibs.Journal.Files;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Recovery;
using FuncLibs.Journal.Segments;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Checks every byte of a journal: header and payload CRCs, zeros between records, the run of sequences, and that segments are as long as
/// their indexes say. Only reads, takes no lock, and works beside a publisher up to what it has written.
/// </summary>
public sealed class JournalVerifier
{
    private readonly IJournalFiles _files;
    private readonly SegmentScan _scan;
    private readonly SequenceAccount _account = new();
    private readonly List<DamagedRange> _ranges = [];
    private readonly List<string> _leftAlone = [];
    private long _bytes;

    private JournalVerifier(IJournalFiles files, Guid publisher, JournalOptions options)
    {
        _files = files;
        _scan = new SegmentScan(publisher, options.Limits, _account);
    }

    /// <summary>Checks a folder.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="options">Of these, only the limits.</param>
    /// <param name="publisher">Whose journal it is; empty = whoever wrote the records.</param>
    public static VerifyReport Verify(IJournalFiles files, JournalOptions options, Guid publisher) =>
        new JournalVerifier(files, publisher, options).Run();

    private VerifyReport Run()
    {
        SegmentListing listing = SegmentListing.Of(_files);
        foreach (SegmentListing.Entry segment in listing.Segments)
            Check(segment);
        return new VerifyReport
        {
            Folder = listing.Outcome,
            Records = _account.Records,
            Bytes = _bytes,
            Ranges = _ranges,
            LeftAlone = _leftAlone,
            Lost = _account.Lost(),
            Epochs = _account.Extents(),
        };
    }

    private void Check(in SegmentListing.Entry entry)
    {
        // The index is looked for first: a segment that is closed meanwhile is longer than what is checked here, never shorter.
        Segment? indexed = IndexFile.TryRead(_files, entry.Name);
        FileOutcome outcome = _files.OpenToRead(entry.Name.File, out IJournalFile? file);
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
            Segment scanned = _scan.Scan(
                file,
                entry.Name,
                Math.Min(length, indexed?.WrittenBytes ?? length),
                SegmentScan.MayBeTorn(indexed),
                follow: entry.IsNewest && indexed is null);
            _bytes += scanned.WrittenBytes;
            _ranges.AddRange(_scan.Damage);
            if (_scan.IsNotOurs)
                _leftAlone.Add(entry.Name.File);
            if (indexed is not null)
                Compare(indexed, length);
        }
    }

    private void Restart()
    {
        _account.Restart();
        _ranges.Clear();
        _leftAlone.Clear();
        _bytes = 0;
    }

    private void Compare(Segment indexed, long length)
    {
        string name = indexed.Name.File;
        long covered = indexed.WrittenBytes;
        if (length > covered)
            _ranges.Add(new DamagedRange(name, covered, length - covered, DamageCause.Cut, IsTorn: true));
        if (length < covered)
            _ranges.Add(new DamagedRange(name, length, covered - length, DamageCause.Cut, indexed.IsSuspect));
        foreach (ref readonly IndexEntry entry in indexed.Index.Entries)
            _account.Expect(indexed.Name.Epoch, entry);
    }
}
