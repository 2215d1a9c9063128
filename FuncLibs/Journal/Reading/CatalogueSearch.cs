using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Finds the catalogue of a revision, which frames of an old epoch may need. Revisions grow for the run of a publisher,
/// and each segment has the one in force at its head; so from the newest segment on one record each tells whether it is
/// further back.
/// </summary>
internal sealed class CatalogueSearch(IDiskFiles files, SegmentSet segments, Guid publisher, FrameLimits limits)
{
    private readonly RecordScanner _scanner = new(limits);

    // The failure of the disk in a part of what was searched.
    private FileOutcome _failure;

    /// <summary>Finds it. Allocates and reads files: a request, not a block.</summary>
    /// <param name="revision">The revision.</param>
    /// <param name="outcome">Not ok when it was not found and the disk refused a part of what was searched: it may be
    /// there.</param>
    /// <returns>Null when it was not found.</returns>
    public StoredFrame? Find(uint revision, out FileOutcome outcome)
    {
        _failure = FileOutcome.Ok;
        StoredFrame? found = Search(revision);
        outcome = found is null ? _failure : FileOutcome.Ok;
        return found;
    }

    private StoredFrame? Search(uint revision)
    {
        ReadOnlySpan<Segment> all = segments.All;
        for (int i = all.Length - 1; i >= 0; i--)
        {
            FileOutcome opened = files.OpenToRead(all[i].Name.File, out IDiskFile? file);
            if (!opened.IsOk)
            {
                _failure = opened.Fault == FileFault.Missing ? _failure : opened;
                continue;
            }

            using (file)
            {
                uint? head = HeadOf(file!, all[i]);
                if (head > revision)
                    continue;
                StoredFrame? found = head == revision ? Taken() : Within(file!, all[i], revision);
                if (found is not null || head < revision)
                    return found;
            }
        }

        return null;
    }

    // The revision of the copy at the head; null when there is none.
    private uint? HeadOf(IDiskFile file, Segment segment)
    {
        Begin(file, segment, 0);
        bool copy = Step(checkPayload: true) == ScanStep.Record
            && Segment.IsHeadCopy(segment.Name, _scanner.Header.Kind, _scanner.Offset);
        return copy ? _scanner.Header.CatalogueRevision : null;
    }

    // Only the strides with frames of the control stream, and what is not indexed yet.
    private StoredFrame? Within(IDiskFile file, Segment segment, uint revision)
    {
        SegmentIndex? index = segment.Load(files);
        foreach (ref readonly IndexEntry entry in index is null ? [] : index.Entries)
        {
            if (entry.Stream == FrameHeader.ControlStream
                && From(file, segment, entry.Offset, entry.Last, revision) is { } found)
                return found;
        }

        long rest = index?.Seek(FrameHeader.ControlStream, ulong.MaxValue) ?? 0;
        return From(file, segment, rest, ulong.MaxValue, revision);
    }

    private StoredFrame? From(IDiskFile file, Segment segment, long offset, ulong last, uint revision)
    {
        Begin(file, segment, offset);
        for (ScanStep step; (step = Step(checkPayload: false)) is ScanStep.Record or ScanStep.Damage;)
        {
            ref readonly FrameHeader header = ref _scanner.Header;
            if (step != ScanStep.Record || header.Stream != FrameHeader.ControlStream)
                continue;
            if (header.Kind == FrameKind.Catalogue && header.CatalogueRevision == revision)
            {
                DamageCause fault = _scanner.PayloadFault();
                if (fault == DamageCause.None)
                    return Taken();
                if (fault == DamageCause.Unreadable)
                {
                    _failure = _scanner.Failure;
                    break;
                }
            }

            if (header.Sequence >= last)
                break;
        }

        return null;
    }

    private ScanStep Step(bool checkPayload)
    {
        ScanStep step = _scanner.Next(checkPayload);
        if (step == ScanStep.Failed)
            _failure = _scanner.Failure;
        return step;
    }

    private void Begin(IDiskFile file, Segment segment, long offset) =>
        _scanner.Begin(file, new SegmentIdentity(publisher, segment.Name.Epoch), offset, segment.WrittenBytes);

    private StoredFrame Taken() => new(_scanner.Header, _scanner.HeaderBytes.ToArray(), _scanner.Payload.ToArray());
}

/// <summary>A copy of one frame of the journal.</summary>
/// <param name="Header">Its header.</param>
/// <param name="HeaderBytes">The header as it was published.</param>
/// <param name="Payload">The payload as it was published.</param>
public sealed record StoredFrame(FrameHeader Header, ReadOnlyMemory<byte> HeaderBytes, ReadOnlyMemory<byte> Payload)
{
    // The record that it was read from.
    internal byte[] ToRecord()
    {
        byte[] record = new byte[RecordLayout.SizeOf(HeaderBytes.Length, Payload.Length)];
        RecordLayout.Write(HeaderBytes.Span, Payload.Span, record);
        return record;
    }
}
