namespace FuncLibs.Journal.Records;

/// <summary>Why a range of a segment is not used.</summary>
public enum DamageCause : byte
{
    /// <summary>Nothing; what <c>default</c> gives.</summary>
    None,

    /// <summary>No header stands where one should.</summary>
    Header,

    /// <summary>The header is whole, the payload is not.</summary>
    Payload,

    /// <summary>The zeros behind a record are not zero; the record itself is whole.</summary>
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

    /// <summary>The index beside the segment is of another one: one of the two lies under a wrong name.</summary>
    Index,

    /// <summary>Records that belong before those of an earlier segment: it lies under a wrong name.</summary>
    Misplaced,
}
