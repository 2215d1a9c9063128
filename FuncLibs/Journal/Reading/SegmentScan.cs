using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Reads a segment from end to end and makes its index again. Start-up code; the window is re-used over segments.
/// </summary>
internal sealed class SegmentScan(Guid publisher, FrameLimits limits, ISegmentVisitor? visitor = null)
{
    private readonly RecordScanner _scanner = new(limits);
    private readonly List<DamagedRange> _damage = [];

    /// <summary>What was broken in the last segment.</summary>
    public IReadOnlyList<DamagedRange> Damage => _damage;

    /// <summary>
    /// The last segment could not be read to its end: what follows may be whole, and is read again when it is
    /// requested.
    /// </summary>
    public bool IsUnread { get; private set; }

    /// <summary>Whole records in the last segment.</summary>
    public long Records { get; private set; }

    /// <summary>Newest catalogue revision that a record of the last segment names.</summary>
    public uint NewestRevision { get; private set; }

    /// <summary>
    /// True when there is no usable record, but some of another owner or of a later version: not ours to touch.
    /// </summary>
    public bool IsNotOurs =>
        Records == 0 && _damage.Exists(range => range.Cause is DamageCause.Foreign or DamageCause.Newer);

    /// <summary>
    /// Whether the end of a segment may have been cut off by the end of a process, a power cut or a failed write. A
    /// segment that was closed well is durable before its index is written, so one with a valid index and no failure
    /// was not.
    /// </summary>
    public static bool MayBeTorn(Segment? indexed) => indexed?.IsSuspect ?? true;

    /// <summary>Scans a segment.</summary>
    /// <param name="file">The open file.</param>
    /// <param name="name">Its name.</param>
    /// <param name="length">Bytes of the file.</param>
    /// <param name="mayBeTorn">See <see cref="MayBeTorn"/>.</param>
    /// <param name="follow">True when a publisher may be adding to it: what is broken at the end may be whole a moment
    /// later.</param>
    public Segment Scan(IDiskFile file, SegmentName name, long length, bool mayBeTorn, bool follow = false)
    {
        _damage.Clear();
        Records = 0;
        NewestRevision = 0;
        IsUnread = false;
        var index = new SegmentIndex();
        long newest = 0;
        long end = length;
        long indexed = 0;
        var owner = new SegmentIdentity(publisher, name.Epoch);
        _scanner.Begin(file, owner, 0, length);
        for (ScanStep step; (step = _scanner.Next()) != ScanStep.End;)
        {
            if (step == ScanStep.Failed)
            {
                IsUnread = true;
                indexed = _scanner.Offset;
                _damage.Add(
                    new DamagedRange(
                        name.File, _scanner.Offset, _scanner.Length, DamageCause.Unreadable, IsTorn: false));
                break;
            }

            if (step == ScanStep.Record)
            {
                Add(index, name);
                newest = Math.Max(newest, _scanner.Header.PublishedNs);
                continue;
            }

            if (follow && _scanner.Offset + _scanner.Length == length && file.Length(out long grown).IsOk
                && grown > length)
            {
                end = length = grown;
                _scanner.Begin(file, owner, _scanner.Offset, length);
                continue;
            }

            bool torn = mayBeTorn && _scanner.Offset + _scanner.Length == length && IsTearing(_scanner.Cause);
            end = torn ? _scanner.Offset : end;
            _damage.Add(new DamagedRange(name.File, _scanner.Offset, _scanner.Length, _scanner.Cause, torn));
        }

        var segment = new Segment(name, index);
        segment.Grow(end, newest);
        if (IsUnread)
            segment.CloseUnread(indexed);
        else
            segment.Close(suspect: false);
        return segment;
    }

    // Foreign and newer records are whole: no tear makes them.
    private static bool IsTearing(DamageCause cause) =>
        cause is DamageCause.Header or DamageCause.Payload or DamageCause.Cut;

    private void Add(SegmentIndex index, SegmentName name)
    {
        Records++;
        ref readonly FrameHeader header = ref _scanner.Header;
        NewestRevision = Math.Max(NewestRevision, header.CatalogueRevision);
        if (Segment.IsHeadCopy(name, header.Kind, _scanner.Offset))
            return;
        index.Add(header.Stream, header.Sequence, _scanner.Offset);
        visitor?.Visit(name, header);
    }
}

/// <summary>Receives each whole record while a segment is scanned.</summary>
internal interface ISegmentVisitor
{
    /// <summary>A record that is not the copy of a catalogue at the head.</summary>
    void Visit(SegmentName segment, in FrameHeader header);
}
