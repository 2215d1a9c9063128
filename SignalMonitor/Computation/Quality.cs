namespace SignalMonitor.Computation;

/// <summary>How far a value can be trusted; of several, the worst counts, so the order matters.</summary>
public enum Quality : byte
{
    /// <summary>Nothing is wrong with it.</summary>
    Good,

    /// <summary>At or beyond the range that the catalogue gives.</summary>
    Saturated,

    /// <summary>Older than it should be.</summary>
    Stale,

    /// <summary>Not a number, or never received.</summary>
    Invalid,
}
