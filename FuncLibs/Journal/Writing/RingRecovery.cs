using System.Buffers;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// Writes what a killed run had published and not written yet from its ring into segments of its epoch, before that
/// epoch is closed. A record that a segment has already is passed over; one that is broken is skipped. Start-up code.
/// </summary>
internal sealed class RingRecovery
{
    private readonly JournalOptions _options;
    private readonly RecordScanner _scanner;
    private readonly ArrayBufferWriter<byte> _batch = new();
    private readonly Dictionary<uint, ulong> _written = [];
    private readonly JournalSink _sink;
    private readonly JournalParts _parts;
    private readonly SegmentIdentity _owner;
    private long _records;
    private long _damagedBytes;
    private uint _newestRevision;

    private RingRecovery(
        IDiskFiles journal,
        JournalOptions options,
        in SegmentIdentity owner,
        JournalParts parts,
        JournalSink sink,
        uint revision)
    {
        _options = options;
        _owner = owner;
        _parts = parts;
        _sink = sink;
        _scanner = new RecordScanner(options.Limits);
        SegmentSet segments = parts.Segments;
        foreach (StreamExtent extent in segments.Extents())
        {
            if (extent.Epoch == _owner.Epoch)
                _written[extent.Stream] = extent.Last;
        }

        uint last = 0;
        foreach (Segment segment in segments.All)
            last = segment.Name.Epoch == _owner.Epoch ? segment.Name.Number : last;
        StoredFrame? catalogue = last == 0
            ? null
            : new CatalogueSearch(journal, segments, owner.Publisher, options.Limits).Find(revision, out _);
        _sink.Resume(last, catalogue?.Header.Epoch == _owner.Epoch ? catalogue.ToRecord() : []);
    }

    /// <summary>Does it; the ring stays as it is.</summary>
    /// <param name="rings">The folder of rings.</param>
    /// <param name="journal">The folder of the journal.</param>
    /// <param name="options">Sizes.</param>
    /// <param name="publisher">Whose ring.</param>
    /// <param name="segments">What is there; grows.</param>
    /// <param name="revision">Newest catalogue revision that the segments name.</param>
    /// <param name="time">Clock.</param>
    public static RecoveredRing Run(
        IDiskFiles rings,
        IDiskFiles journal,
        JournalOptions options,
        Guid publisher,
        SegmentSet segments,
        uint revision,
        TimeProvider time)
    {
        using IDiskFile? file = RingMemory.OpenRest(
            rings, new RingOwner(publisher, 0, journal.Folder), out RingRest rest);
        if (file is null || rest.Head == rest.Tail)
            return default;
        var parts = new JournalParts(segments, new WatermarkTable(), new GapLog(rest.Epoch), new JournalCounters());
        using var sink = new JournalSink(journal, options, rest.Epoch, parts, time);
        var identity = new SegmentIdentity(publisher, rest.Epoch);
        return new RingRecovery(journal, options, identity, parts, sink, revision).Write(
            file, rest);
    }

    private RecoveredRing Write(IDiskFile file, in RingRest rest)
    {
        long begin = rest.Head % rest.Length;
        long held = rest.Tail - rest.Head;
        Scan(file, begin, Math.Min(rest.Length, begin + held));
        if (begin + held > rest.Length)
            Scan(file, 0, begin + held - rest.Length);
        WriteBatch();
        _sink.End();
        return new RecoveredRing(
            rest.Epoch, _records - _parts.Gaps.TotalFrames, _parts.Gaps.TotalFrames, _damagedBytes, _newestRevision);
    }

    private void Scan(IDiskFile file, long from, long to)
    {
        _scanner.Begin(file, _owner, RingMemory.HeadBytes + from, RingMemory.HeadBytes + to);
        for (ScanStep step; (step = _scanner.Next()) != ScanStep.End;)
        {
            if (step == ScanStep.Record)
                Append();
            else if (IsEndOfLap(file))
                return;
            else if (step == ScanStep.Failed)
                SkipRest();
            else
                _damagedBytes += _scanner.Length;
        }
    }

    // The ring is memory: what it refuses, it refuses again.
    private void SkipRest()
    {
        _scanner.SkipRest();
        _damagedBytes += _scanner.Length;
    }

    private void Append()
    {
        ref readonly FrameHeader header = ref _scanner.Header;
        if (header.Sequence <= _written.GetValueOrDefault(header.Stream))
            return;
        _written[header.Stream] = header.Sequence;
        _newestRevision = Math.Max(_newestRevision, header.CatalogueRevision);
        int size = RecordLayout.SizeOf(_scanner.HeaderBytes.Length, _scanner.Payload.Length);
        if (_batch.WrittenCount + size > _options.CommitBytes)
            WriteBatch();
        Span<byte> record = _batch.GetSpan(size)[..size];
        RecordLayout.Write(_scanner.HeaderBytes, _scanner.Payload, record);
        _batch.Advance(size);

        // A catalogue at the very beginning of a later segment counts as a copy of one before.
        if (_records++ == 0 && header.Kind == FrameKind.Catalogue)
            _sink.Resume(catalogue: record);
    }

    private void WriteBatch()
    {
        for (int at = 0; at < _batch.WrittenCount;)
            at += _sink.Append(_batch.WrittenSpan[at..]);
        _batch.ResetWrittenCount();
    }

    private bool IsEndOfLap(IDiskFile file)
    {
        Span<byte> word = stackalloc byte[sizeof(uint)];
        return file.Read(_scanner.Offset, word, out int read).IsOk && read == word.Length
            && !word.ContainsAnyExcept((byte)0);
    }
}
