using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Reads the folder of a journal: indexes where they are valid, segments where not, and the newest segment
/// always. With <paramref name="repair"/> torn ends are cut and missing indexes written; without it nothing is touched.
/// Damage never stops it.
/// </summary>
internal sealed class SegmentFolder(IDiskFiles files, Guid publisher, JournalOptions options, bool repair)
{
    /// <summary>Name of the file whose OS lock refuses a second writer.</summary>
    public const string LockName = "lock";

    private readonly SegmentScan _scan = new(publisher, options.Limits);
    private readonly List<Segment> _segments = [];
    private readonly List<DamagedRange> _damaged = [];
    private readonly List<string> _leftAlone = [];
    private readonly List<string> _unrepaired = [];
    private int _scanned;
    private SegmentName? _lastScanned;
    private uint _newestRevision;

    /// <summary>Reads it.</summary>
    public RecoveryReport Load(out SegmentSet segments)
    {
        SegmentListing listing = SegmentListing.Read(files);
        foreach (SegmentListing.Entry entry in listing.Segments)
            Load(entry);
        if (repair && _scanned > 0)
            Note(files.FlushFolder());
        segments = new SegmentSet(_segments);
        return new RecoveryReport
        {
            Folder = listing.Outcome,
            Segments = _segments.Count,
            Bytes = segments.TotalBytes,
            Scanned = _scanned,
            Damaged = _damaged,
            Skipped = _leftAlone,
            Unrepaired = _unrepaired,
            NewestRevision = NewestRevision(),
            Extents = segments.Extents(),
        };
    }

    private void Load(in SegmentListing.Entry entry)
    {
        Segment? indexed = IndexFile.TryRead(files, entry.Name);
        if (indexed is not null && indexed.WrittenBytes > entry.Length)
            _damaged.Add(new DamagedRange(
                entry.Name.File,
                entry.Length,
                indexed.WrittenBytes - entry.Length,
                DamageCause.Cut,
                indexed.IsSuspect));
        else if (indexed is not null && !entry.IsNewest)
        {
            Keep(indexed, entry.Length);
            return;
        }

        Scan(entry.Name, entry.Length, SegmentScan.MayBeTorn(indexed), indexed);
    }

    // What is after the indexed bytes is what a failed write left.
    private void Keep(Segment segment, long length)
    {
        segment.DropIndex();
        _segments.Add(segment);
        if (length > segment.WrittenBytes)
            AddTornEnd(segment, length);
    }

    private void Scan(SegmentName name, long length, bool mayBeTorn, Segment? indexed)
    {
        _scanned++;
        FileOutcome opened = files.OpenToRead(name.File, out IDiskFile? file);
        if (!opened.IsOk)
        {
            // What it holds is not known to be lost: a request is retried.
            _leftAlone.Add(name.File);
            if (opened.Fault != FileFault.Missing)
                _segments.Add(Segment.Unread(name, length));
            return;
        }

        long end = Math.Min(length, indexed?.WrittenBytes ?? length);
        Segment segment;
        using (file)
            segment = _scan.Scan(file!, name, end, mayBeTorn);
        _damaged.AddRange(_scan.Damage);
        if (_scan.IsNotOurs)
        {
            _leftAlone.Add(name.File);
            return;
        }

        if (end < length)
            AddTornEnd(segment, length);
        if (!repair || _scan.IsUnread || Repair(segment, length))
            Keep(segment);
    }

    private void Keep(Segment segment)
    {
        _segments.Add(segment);
        (_lastScanned, _newestRevision) = (segment.Name, _scan.NewestRevision);
    }

    // The newest segment was scanned, unless segments of another owner are after it: an index has nothing of
    // revisions.
    private uint NewestRevision()
    {
        if (_segments.Count == 0 || _segments[^1].Name == _lastScanned)
            return _newestRevision;
        Segment newest = _segments[^1];
        if (!files.OpenToRead(newest.Name.File, out IDiskFile? file).IsOk)
            return _newestRevision;
        using (file)
            _scan.Scan(file!, newest.Name, newest.WrittenBytes, mayBeTorn: false);
        return _scan.NewestRevision;
    }

    private void AddTornEnd(Segment segment, long length) => _damaged.Add(
        new DamagedRange(
            segment.Name.File, segment.WrittenBytes, length - segment.WrittenBytes, DamageCause.Cut, IsTorn: true));

    // False when nothing is left of it. What cannot be repaired is only read: its end is known all the same.
    private bool Repair(Segment segment, long length)
    {
        if (_scan.Records == 0 && segment.WrittenBytes == 0)
        {
            files.Delete(segment.Name.IndexFile);
            return !files.Delete(segment.Name.File).IsOk;
        }

        // The run that ended uncleanly may not have come to its fsync: what is reported to consumers as recovered must
        // stay.
        FileOutcome outcome = files.OpenToWrite(segment.Name.File, out IDiskFile? file);
        if (outcome.IsOk)
        {
            using (file)
            {
                if (segment.WrittenBytes < length)
                    outcome = file!.Truncate(segment.WrittenBytes);
                if (outcome.IsOk)
                    outcome = file!.Flush();
            }
        }

        // An index means that its segment is durable. Without one the next start reads the segment again.
        FileOutcome indexed = outcome.IsOk ? IndexFile.Write(files, segment) : outcome;
        Note(indexed);
        if (!outcome.IsOk)
            files.Delete(segment.Name.IndexFile);
        if (indexed.IsOk)
            segment.DropIndex();
        return true;
    }

    private void Note(FileOutcome outcome)
    {
        if (!outcome.IsOk)
            _unrepaired.Add(outcome.ToString());
    }
}
