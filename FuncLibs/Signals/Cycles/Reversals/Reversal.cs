namespace FuncLibs.Signals.Cycles.Reversals;

/// <summary>A sample at which a signal turned, known from the moment the signal has left it by more than the noise band.</summary>
/// <param name="Index">
/// Index of the sample itself (not of the one that showed the turn) among all points of its channel; of equal values the first.
/// </param>
/// <param name="Value">Its value.</param>
/// <param name="IsPeak">True for a peak, false for a valley.</param>
/// <param name="IsFirst">True for the point the signal began at: an end of a range, but nothing turned there.</param>
public readonly record struct Reversal(long Index, double Value, bool IsPeak, bool IsFirst);
