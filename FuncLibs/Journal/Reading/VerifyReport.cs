using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>What a check of every byte of a journal found.</summary>
public sealed record VerifyReport
{
    /// <summary>Whether the folder could be read.</summary>
    public required FileOutcome Folder { get; init; }

    /// <summary>Whole records, each sequence once.</summary>
    public required long Records { get; init; }

    /// <summary>Bytes that were looked at.</summary>
    public required long Bytes { get; init; }

    /// <summary>Broken ranges, torn ends among them.</summary>
    public required IReadOnlyList<DamagedRange> Ranges { get; init; }

    /// <summary>Segments of another publisher or of a later version, or that cannot be read.</summary>
    public required IReadOnlyList<string> LeftAlone { get; init; }

    /// <summary>Sequences that are missing between what is kept, or at the end of a closed epoch: damaged,
    /// taken away, or never written.
    /// What retention removed is not among them.</summary>
    public required IReadOnlyList<FrameRange> Lost { get; init; }

    /// <summary>What is kept of each epoch and stream.</summary>
    public required IReadOnlyList<StreamExtent> Epochs { get; init; }

    /// <summary>Broken ranges that are not torn ends.</summary>
    public int Damaged => Ranges.Count(range => !range.IsTorn);

    /// <summary>Ends that an unclean stop or a failed write left.</summary>
    public int Torn => Ranges.Count(range => range.IsTorn);
}
