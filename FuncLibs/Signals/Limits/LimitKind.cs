namespace FuncLibs.Signals.Limits;

/// <summary>What a limit watches for. docs/alarms.md has the exact condition of each.</summary>
public enum LimitKind : byte
{
    /// <summary>None that is known.</summary>
    Unknown,

    /// <summary>A value above the limit.</summary>
    Upper,

    /// <summary>A value below the limit.</summary>
    Lower,

    /// <summary>A value outside of a range.</summary>
    Band,

    /// <summary>A change from one sample to the next, either way, that is too fast.</summary>
    Rate,

    /// <summary>A closed cycle whose peak is below the limit.</summary>
    Underpeak,

    /// <summary>A closed cycle whose peak or valley is too far from that of the reference cycle.</summary>
    PeakValleyChange,

    /// <summary>A count that is reached.</summary>
    EndOfCount,

    /// <summary>No usable value for too long.</summary>
    Stale,
}
