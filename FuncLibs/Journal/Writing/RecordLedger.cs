using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// Keeps account of every record the journal thread sees: index, marks, catalogue in force, gaps. Journal thread only.
/// </summary>
internal sealed class RecordLedger(ulong epoch, JournalParts parts)
{
    private readonly CatalogueCopy _catalogue = new();

    /// <summary>The catalogue for the head of the next segment; empty before the first.</summary>
    public ReadOnlySpan<byte> Catalogue => _catalogue.Record;

    /// <summary>The catalogue in force, from an earlier run.</summary>
    public void NoteCatalogue(ReadOnlySpan<byte> catalogue) => _catalogue.KeepIfCatalogue(catalogue);

    /// <summary>Records were written at the end of a segment.</summary>
    public void Written(Segment segment, ReadOnlySpan<byte> records)
    {
        long begin = segment.WrittenBytes;
        long newest = 0;
        int count = 0;
        for (int at = 0; at < records.Length; count++)
        {
            ReadOnlySpan<byte> record = records.Slice(at, RecordLayout.SizeOf(records[at..]));
            if (!Segment.IsHeadCopy(segment.Name, RecordLayout.KindOf(record), begin + at))
                segment.Index!.Add(RecordLayout.StreamOf(record), RecordLayout.SequenceOf(record), begin + at);
            newest = Math.Max(newest, RecordLayout.PublishedNsOf(record));
            _catalogue.KeepIfCatalogue(record);
            at += record.Length;
        }

        // The marks come last: a mark that is seen has its record.
        segment.Grow(begin + records.Length, newest);
        MoveMarks(records);
        parts.Counters.CountWrite(count, records.Length);
    }

    /// <summary>Records cannot be written: they are let go and declared.</summary>
    public void DeclareDropped(ReadOnlySpan<byte> records)
    {
        for (int at = 0; at < records.Length;)
        {
            ReadOnlySpan<byte> record = records.Slice(at, RecordLayout.SizeOf(records[at..]));
            ulong sequence = RecordLayout.SequenceOf(record);
            parts.Gaps.Add(RecordLayout.StreamOf(record), sequence, sequence, GapReason.NotRecording);
            _catalogue.KeepIfCatalogue(record);
            at += record.Length;
        }
    }

    /// <summary>A segment begins.</summary>
    public void BeginSegment()
    {
        foreach (StreamWatermarks marks in parts.Marks.All)
            marks.BeginSegment();
    }

    /// <summary>What is written is durable.</summary>
    public void MoveDurable()
    {
        foreach (StreamWatermarks marks in parts.Marks.All)
            marks.MoveDurable();
    }

    /// <summary>fsync failed: what it should have covered is declared, and the marks continue over it.</summary>
    public void DeclareNotDurable()
    {
        foreach (StreamWatermarks marks in parts.Marks.All)
            Declare(marks, marks.FirstUnsynced, GapReason.NotDurable);
        MoveDurable();
    }

    /// <summary>The open segment was taken away: all that it held is declared.</summary>
    public void DeclareVanished()
    {
        foreach (StreamWatermarks marks in parts.Marks.All)
            Declare(marks, marks.FirstInSegment, GapReason.Vanished);
        MoveDurable();
    }

    /// <summary>The oldest segments changed.</summary>
    public void MoveOldest()
    {
        foreach (StreamWatermarks marks in parts.Marks.All)
            marks.MoveOldest(
                parts.Segments.OldestOf(marks.Stream)
                    ?? (marks.FirstInSegment > 0 ? new(epoch, marks.FirstInSegment) : null));
    }

    private void MoveMarks(ReadOnlySpan<byte> records)
    {
        for (int at = 0; at < records.Length; at += RecordLayout.SizeOf(records[at..]))
        {
            uint stream = RecordLayout.StreamOf(records[at..]);
            ulong sequence = RecordLayout.SequenceOf(records[at..]);
            StreamWatermarks marks = parts.Marks.GetOrAdd(stream);
            if (marks.Oldest is null)
                marks.MoveOldest(parts.Segments.OldestOf(stream) ?? new(epoch, sequence));
            marks.MoveWritten(sequence);
        }
    }

    private void Declare(StreamWatermarks marks, ulong from, GapReason reason)
    {
        if (from > 0)
            parts.Gaps.Add(marks.Stream, from, marks.Written, reason);
    }
}

/// <summary>
/// The catalogue frame in force, as it was published: it goes to the head of each segment. Journal thread only.
/// </summary>
internal sealed class CatalogueCopy
{
    private byte[] _bytes = [];
    private int _length;

    /// <summary>The record; empty before the first catalogue.</summary>
    public ReadOnlySpan<byte> Record => _bytes.AsSpan(0, _length);

    /// <summary>Keeps the record when it is a catalogue. Grows to the longest, then does not allocate again.</summary>
    public void KeepIfCatalogue(ReadOnlySpan<byte> record)
    {
        if (RecordLayout.KindOf(record) != FrameKind.Catalogue)
            return;
        if (record.Length > _bytes.Length)
            _bytes = new byte[record.Length];
        record.CopyTo(_bytes);
        _length = record.Length;
    }
}
