using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Records;

/// <summary>
/// Walks over the records of a segment, in order. What is broken is skipped up to the next whole header and reported as
/// one range; so damage costs only itself. Does not allocate once its window is large enough. One thread.
/// </summary>
internal sealed class RecordScanner
{
    private readonly ReadBuffer _buffer = new();
    private readonly FrameLimits _limits;
    private SegmentIdentity _owner;
    private FrameHeader _header;
    private long _end;
    private long _next;
    private long _pendingPadding = -1;
    private int _size;

    public RecordScanner(FrameLimits limits) => _limits = limits;

    /// <summary>First byte of the record, or of the damage.</summary>
    public long Offset { get; private set; }

    /// <summary>Bytes of the record with its zeros, or of the damage.</summary>
    public long Length { get; private set; }

    /// <summary>Why the range is damaged.</summary>
    public DamageCause Cause { get; private set; }

    /// <summary>
    /// The failure of the disk, after <see cref="ScanStep.Failed"/> and a payload that is
    /// <see cref="DamageCause.Unreadable"/>.
    /// </summary>
    public FileOutcome Failure { get; private set; }

    /// <summary>The header of the record.</summary>
    public ref readonly FrameHeader Header => ref _header;

    /// <summary>The header as it is stored; valid until the next step.</summary>
    public ReadOnlySpan<byte> HeaderBytes => Bytes[..(int)(Bytes.Length - _header.PayloadLength)];

    /// <summary>The payload; valid until the next step. Only checked after such a step.</summary>
    public ReadOnlySpan<byte> Payload => Bytes[(int)(Bytes.Length - _header.PayloadLength)..];

    // Without the zeros.
    private ReadOnlySpan<byte> Bytes => _buffer.Read(Offset, _size, out _);

    /// <summary>Begins at a record, or anywhere at a multiple of 8.</summary>
    /// <param name="file">The segment; stays the caller's.</param>
    /// <param name="owner">Whose records are expected.</param>
    /// <param name="offset">Where to begin.</param>
    /// <param name="end">What is after does not count.</param>
    public void Begin(IDiskFile file, in SegmentIdentity owner, long offset, long end)
    {
        _buffer.Begin(file, end);
        _owner = owner;
        _next = offset;
        _end = end;
        _pendingPadding = -1;
    }

    /// <summary>The file has grown: continues where it ended.</summary>
    public void Extend(long end)
    {
        _buffer.Extend(end);
        _end = Math.Max(_end, end);
    }

    /// <summary>Goes to the next record or damage.</summary>
    /// <param name="checkPayload">False leaves the payload unread: for a reader that looks for one stream.</param>
    public ScanStep Next(bool checkPayload = true)
    {
        if (_pendingPadding >= 0)
            return PaddingDamage();
        long damage = -1;
        DamageCause cause = DamageCause.None;
        long at = _next;
        while (at < _end)
        {
            DamageCause found = Check(at, checkPayload);
            if (found is DamageCause.None or DamageCause.Padding)
                return damage < 0 ? Record(at, found) : Damaged(damage, at, cause);
            if (found == DamageCause.Unreadable)
                return damage < 0 ? Failed(at) : Damaged(damage, at, cause);
            if (damage < 0)
                (damage, cause) = (at, found);
            at = found is DamageCause.Payload or DamageCause.Foreign
                ? at + RecordLayout.SizeOf(_size, 0)
                : Resync(at + RecordLayout.Alignment);
        }

        return damage < 0 ? ScanStep.End : Damaged(damage, _end, cause);
    }

    /// <summary>
    /// Checks the payload of the record that was stepped to without. After <see cref="DamageCause.Unreadable"/> the
    /// next step meets the record again.
    /// </summary>
    public DamageCause PayloadFault()
    {
        ReadOnlySpan<byte> bytes = _buffer.Read(Offset, _size, out FileOutcome outcome);
        if (!outcome.IsOk)
        {
            (Failure, _next) = (outcome, Offset);
            return DamageCause.Unreadable;
        }

        return bytes.Length == _size && Crc32C.Compute(Payload) == _header.PayloadCrc ? DamageCause.None
            : DamageCause.Payload;
    }

    /// <summary>After <see cref="ScanStep.Failed"/>: the rest is given up, as one range.</summary>
    public ScanStep SkipRest() => Damaged(_next, _end, DamageCause.Unreadable);

    private DamageCause Check(long at, bool checkPayload)
    {
        ReadOnlySpan<byte> bytes = _buffer.Read(at, FrameHeader.Size, out FileOutcome outcome);
        if (outcome.IsOk && bytes.Length == FrameHeader.Size && RecordLayout.HeaderLength(bytes) > FrameHeader.Size)
            bytes = _buffer.Read(at, RecordLayout.HeaderLength(bytes), out outcome);
        if (!outcome.IsOk)
            return Refused(outcome);
        DamageCause cause = HeaderCheck.Check(bytes, _end - at, _owner, _limits, out _header);
        if (cause is not (DamageCause.None or DamageCause.Foreign))
            return cause;
        int headerLength = RecordLayout.HeaderLength(bytes);
        _size = headerLength + _header.PayloadLength;
        return cause == DamageCause.None && checkPayload ? CheckPayload(at, headerLength) : cause;
    }

    private DamageCause CheckPayload(long at, int headerLength)
    {
        int whole = RecordLayout.SizeOf(_size, 0);
        ReadOnlySpan<byte> record = _buffer.Read(at, whole, out FileOutcome outcome);
        if (!outcome.IsOk)
            return Refused(outcome);
        if (record.Length < whole)
            return DamageCause.Cut;
        if (Crc32C.Compute(record[headerLength.._size]) != _header.PayloadCrc)
            return DamageCause.Payload;
        return record[_size..].ContainsAnyExcept((byte)0) ? DamageCause.Padding : DamageCause.None;
    }

    // Headers are at multiples of 8, so only these are checked; a hit is checked whole by the caller.
    private long Resync(long at)
    {
        while (at < _end)
        {
            ReadOnlySpan<byte> bytes = _buffer.ReadBuffered(at, RecordLayout.Alignment, out FileOutcome outcome);
            if (!outcome.IsOk)
                return at;
            if (bytes.IsEmpty)
                return _end;

            int hit = IndexOfAlignedMagic(bytes);
            if (hit >= 0)
                return at + hit;
            at += Math.Max(RecordLayout.Alignment, bytes.Length & -RecordLayout.Alignment);
        }

        return _end;
    }

    private static int IndexOfAlignedMagic(ReadOnlySpan<byte> bytes)
    {
        int from = 0;
        while (bytes[from..].IndexOf(HeaderCheck.Magic) is var hit and >= 0)
        {
            from += hit;
            if (from % RecordLayout.Alignment == 0)
                return from;
            from++;
        }

        return -1;
    }

    private DamageCause Refused(FileOutcome outcome)
    {
        Failure = outcome;
        return DamageCause.Unreadable;
    }

    private ScanStep Failed(long at)
    {
        (Offset, Length, _next) = (at, _end - at, at);
        return ScanStep.Failed;
    }

    private ScanStep Record(long at, DamageCause found)
    {
        Offset = at;
        Length = RecordLayout.SizeOf(_size, 0);
        _next = at + Length;
        if (found == DamageCause.Padding)
            _pendingPadding = at + _size;
        return ScanStep.Record;
    }

    private ScanStep Damaged(long from, long to, DamageCause cause)
    {
        (Offset, Length, Cause, _next) = (from, to - from, cause, to);
        return ScanStep.Damage;
    }

    private ScanStep PaddingDamage()
    {
        long from = _pendingPadding;
        _pendingPadding = -1;
        return Damaged(from, _next, DamageCause.Padding);
    }
}

/// <summary>What a walk over a segment came to.</summary>
public enum ScanStep : byte
{
    /// <summary>Nothing is left.</summary>
    End,

    /// <summary>A whole record.</summary>
    Record,

    /// <summary>A range that holds no usable record.</summary>
    Damage,

    /// <summary>
    /// The disk refused to give the bytes, which may be whole: the next step tries again at the same place.
    /// </summary>
    Failed,
}
