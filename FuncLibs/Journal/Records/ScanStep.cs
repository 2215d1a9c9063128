namespace FuncLibs.Journal.Records;

/// <summary>What a walk over a segment came to.</summary>
public enum ScanStep : byte
{
    /// <summary>Nothing is left.</summary>
    End,

    /// <summary>A whole record.</summary>
    Record,

    /// <summary>A range that holds no usable record.</summary>
    Damage,

    /// <summary>The disk refused to give the bytes, which may be whole: the next step tries again at the same
    /// place.</summary>
    Failed,
}
