namespace FuncLibs.Journal.Records;

/// <summary>A range of a segment that holds no usable record.</summary>
/// <param name="Segment">Name of the segment.</param>
/// <param name="Offset">First byte.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Cause">What was found at its beginning.</param>
/// <param name="IsTorn">True for the end of what an unclean epoch, or a failed write, left behind:
/// expected, and cut at the next start.</param>
public readonly record struct DamagedRange(string Segment, long Offset, long Length, DamageCause Cause, bool IsTorn)
{
    /// <inheritdoc/>
    public override string ToString() =>
        $"{Segment} bytes {Offset} to {Offset + Length - 1}: {(IsTorn ? "torn" : Cause.ToString())}";
}

/// <summary>Why a range of a segment is not used.</summary>
public enum DamageCause : byte
{
    /// <summary>Nothing; what <c>default</c> gives.</summary>
    None,

    /// <summary>There is no header where one should be.</summary>
    Header,

    /// <summary>The header is whole, the payload is not.</summary>
    Payload,

    /// <summary>The zeros after a record are not zero; the record itself is whole.</summary>
    Padding,

    /// <summary>The file ends inside the record.</summary>
    Cut,

    /// <summary>A whole record of another publisher or another epoch than its segment's.</summary>
    Foreign,

    /// <summary>A whole header of a later version or kind, which this reader leaves alone.</summary>
    Newer,

    /// <summary>The disk refused to give the bytes.</summary>
    Unreadable,

    /// <summary>The segment is not there, and the index beside it is.</summary>
    Missing,

    /// <summary>The index beside the segment is of another one: one of the two is under a wrong name.</summary>
    Index,

    /// <summary>Records that belong before those of an earlier segment: it is under a wrong name.</summary>
    Misplaced,
}
