namespace FuncLibs.Signals.Cycles.Adequacy;

/// <summary>How well a sample rate shows the peaks of a cyclic signal.</summary>
public enum RateVerdict : byte
{
    /// <summary>No cycle is closed yet.</summary>
    Unknown,

    /// <summary>Fewer than 10 points per cycle: a peak may read more than 4.9 % of the amplitude too low.</summary>
    TooFew,

    /// <summary>10 to 20: up to 4.9 %.</summary>
    Coarse,

    /// <summary>20 to 50: up to 1.2 %.</summary>
    Fair,

    /// <summary>50 or more: up to 0.2 %.</summary>
    Good,
}
