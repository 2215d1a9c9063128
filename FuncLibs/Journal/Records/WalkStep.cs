namespace FuncLibs.Journal.Records;

/// <summary>What a walk over a segment came to.</summary>
public enum WalkStep : byte
{
    /// <summary>Nothing is left.</summary>
    End,

    /// <summary>A whole record.</summary>
    Record,

    /// <summary>A range that holds no usable record.</summary>
    Damage,
}
