namespace FuncLibs.Signals.Limits.Breaks;

/// <summary>Where a finished capture lies. Samples that never came are NaN.</summary>
/// <param name="FirstIndex">Index of its first sample.</param>
/// <param name="TriggerIndex">Index of the sample that triggered it.</param>
/// <param name="Points">Samples of each column.</param>
public readonly record struct PrePostCapture(long FirstIndex, long TriggerIndex, int Points);
