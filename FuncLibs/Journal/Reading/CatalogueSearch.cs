using FuncLibs.Journal.Files;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Wire;

namespace FuncLibs.Journal.Reading;

/// <summary>
/// Finds the catalogue of a revision, which frames of an old epoch may need. Revisions grow for the life of a publisher, and each segment
/// has the one in force at its head; so from the newest segment on one record each tells whether it is further back.
/// </summary>
internal sealed class CatalogueSearch(IJournalFiles files, SegmentSet segments, Guid publisher, FrameLimits limits)
{
    private readonly RecordWalker _walker = new(limits);

    /// <summary>Finds it; null when no segment has it. Takes memory and reads files: a request, not a block.</summary>
    public StoredFrame? Find(uint revision)
    {
        ReadOnlySpan<Segment> all = segments.All;
        for (int i = all.Length - 1; i >= 0; i--)
        {
            if (!files.OpenToRead(all[i].Name.File, out IJournalFile? file).IsOk)
                continue;
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
    private uint? HeadOf(IJournalFile file, Segment segment)
    {
        Begin(file, segment, 0);
        bool copy = _walker.Next() == WalkStep.Record && Segment.IsHeadCopy(segment.Name, _walker.Header.Kind, _walker.Offset);
        return copy ? _walker.Header.CatalogueRevision : null;
    }

    // Only the strides with frames of the control stream, and what is not indexed yet.
    private StoredFrame? Within(IJournalFile file, Segment segment, uint revision)
    {
        SegmentIndex? index = segment.Load(files);
        foreach (ref readonly IndexEntry entry in index is null ? [] : index.Entries)
        {
            if (entry.Stream == FrameHeader.ControlStream && From(file, segment, entry.Offset, entry.Last, revision) is { } found)
                return found;
        }

        long rest = index?.Seek(FrameHeader.ControlStream, ulong.MaxValue) ?? 0;
        return From(file, segment, rest, ulong.MaxValue, revision);
    }

    private StoredFrame? From(IJournalFile file, Segment segment, long offset, ulong last, uint revision)
    {
        Begin(file, segment, offset);
        for (WalkStep step; (step = _walker.Next(checkPayload: false)) != WalkStep.End;)
        {
            ref readonly FrameHeader header = ref _walker.Header;
            if (step != WalkStep.Record || header.Stream != FrameHeader.ControlStream)
                continue;
            if (header.Kind == FrameKind.Catalogue && header.CatalogueRevision == revision && _walker.PayloadIsWhole())
                return Taken();
            if (header.Sequence >= last)
                break;
        }

        return null;
    }

    private void Begin(IJournalFile file, Segment segment, long offset) =>
        _walker.Begin(file, new SegmentOwner(publisher, segment.Name.Epoch), offset, segment.WrittenBytes);

    private StoredFrame Taken() => new(_walker.Header, _walker.HeaderBytes.ToArray(), _walker.Payload.ToArray());
}
