namespace FuncLibs.Signals.Limits.Breaks;

/// <summary>A break.</summary>
/// <param name="Index">Index of the first sample at which the force had fallen far enough.</param>
/// <param name="Force">The force there.</param>
/// <param name="PeakIndex">Index of the newest sample that had the recent maximum: the last one before the fall.</param>
/// <param name="Peak">Its magnitude.</param>
public readonly record struct BreakFound(long Index, double Force, long PeakIndex, double Peak);
