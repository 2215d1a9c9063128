using FuncLibs.Journal.Position;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;

namespace HardwareConnector.Journaling;

/// <summary>Result of `verify --json`.</summary>
internal sealed record VerifyDocument(
    long Records,
    int Damaged,
    int Torn,
    IReadOnlyList<FrameRange> Lost,
    IReadOnlyList<StreamExtent> Epochs,
    IReadOnlyList<RangeDocument> Ranges,
    IReadOnlyList<string> LeftAlone);

/// <summary>Result of `info --json`.</summary>
internal sealed record InfoDocument(
    string Folder,
    int Segments,
    long Bytes,
    IReadOnlyList<StreamExtent> Epochs,
    IReadOnlyList<RangeDocument> Ranges,
    IReadOnlyList<string> LeftAlone,
    PositionSnapshot? Position);

/// <summary>A broken range.</summary>
internal sealed record RangeDocument(string Segment, long Offset, long Length, string Cause, bool Torn)
{
    public static RangeDocument Create(DamagedRange range) =>
        new(range.Segment, range.Offset, range.Length, range.Cause.ToString(), range.IsTorn);
}

/// <summary>A record of `dump --json`.</summary>
internal sealed record RecordDocument(
    string Segment,
    long Offset,
    string Kind,
    ulong Epoch,
    uint Stream,
    ulong Sequence,
    byte Content,
    int Flags,
    uint Revision,
    long AcquiredNs,
    long PublishedNs,
    int Bytes,
    uint PayloadCrc);
