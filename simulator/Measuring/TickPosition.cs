namespace Simulator.Measuring;

/// <summary>A place between two ticks.</summary>
/// <param name="Tick">The tick at or before it; negative before the start.</param>
/// <param name="Part">Parts behind it, 0 to <see cref="TickGrid.Parts"/> - 1.</param>
public readonly record struct TickPosition(long Tick, long Part);
