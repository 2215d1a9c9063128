namespace FuncLibs.Signals.Cycles.Closed;

/// <summary>What a column says of the last closed cycle.</summary>
public enum CycleMeasure : byte
{
    /// <summary>Its greatest reversal; unit of the signal.</summary>
    Peak,

    /// <summary>Its least reversal; unit of the signal.</summary>
    Valley,

    /// <summary>Peak - valley; unit of the signal.</summary>
    Range,

    /// <summary>(Peak + valley) / 2; unit of the signal.</summary>
    Mean,

    /// <summary>Valley / peak; no unit.</summary>
    RRatio,

    /// <summary>Sample rate / points of the cycle; Hz.</summary>
    Frequency,

    /// <summary>Cycles closed so far, 0 before the first; no unit, exact to 2^53.</summary>
    CycleCount,

    /// <summary>Samples of the cycle, for <see cref="Adequacy.RateAdequacy"/>; no unit.</summary>
    PointsPerCycle,
}
