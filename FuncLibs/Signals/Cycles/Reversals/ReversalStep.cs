namespace FuncLibs.Signals.Cycles.Reversals;

/// <summary>What one sample did to a search for reversals.</summary>
public enum ReversalStep : byte
{
    /// <summary>Nothing: it is inside the noise band, on the way back, or not a finite number.</summary>
    None,

    /// <summary>It is the farthest in the present direction, so the next reversal may be here.</summary>
    Extended,

    /// <summary>It showed that the farthest before it was a reversal, and is itself the farthest in the new direction.</summary>
    Turned,
}
