namespace FuncLibs.Signals.Limits;

/// <summary>A condition began to count, or was over.</summary>
/// <param name="IsRaised">True: it began.</param>
/// <param name="Index">Index, among all points of the channel, of the sample that decided it.</param>
/// <param name="Value">What was compared: the value, its rate, the peak, the change in percent, the age in ms.</param>
public readonly record struct LimitCrossing(bool IsRaised, long Index, double Value);
