namespace FuncLibs.Signals.Cycles.Loops;

/// <summary>What a column says of the last closed cycle of two columns; the reversals are those of the first.</summary>
public enum LoopMeasure : byte
{
    /// <summary>
    /// Range of the first / range of the second: the magnitude of the dynamic stiffness; unit of the first per unit of the second.
    /// </summary>
    Stiffness,

    /// <summary>
    /// Area of the loop, the integral of the first over the second, by the shoelace formula with the ends joined; above 0 when the
    /// second follows the first, which is what a specimen takes up. Product of the units: kN mm = J, MPa of strain 1 = MJ/m3.
    /// </summary>
    Energy,

    /// <summary>By how much the second column (feedback) lags behind the first (command); deg, -180 to 180.</summary>
    PhaseLag,

    /// <summary>Range of the second / range of the first - 1, in %; below 0 when the feedback falls short.</summary>
    AmplitudeError,
}
