namespace FuncLibs.Signals;

/// <summary>How far a value can be trusted. A result has the worst of its inputs, so the order matters.</summary>
public enum Quality : byte
{
    /// <summary>Nothing is wrong with it.</summary>
    Good,

    /// <summary>
    /// Made of less than its definition requests: a window that is not full yet, a count or an integral that went over
    /// a gap.
    /// </summary>
    Uncertain,

    /// <summary>At or beyond the range that the catalogue gives.</summary>
    Saturated,

    /// <summary>Older than it should be.</summary>
    Stale,

    /// <summary>Not a number, or never received.</summary>
    Invalid,
}
