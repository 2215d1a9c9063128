namespace Simulator.Commands;

/// <summary>What a command must stay within.</summary>
/// <param name="LoopHz">Rate of the plant loop.</param>
/// <param name="StrokeMm">Stroke to either side.</param>
/// <param name="ForceKN">Rated force.</param>
/// <param name="StrainPercent">Range of the extensometer to either side.</param>
public readonly record struct CommandLimits(double LoopHz, double StrokeMm, double ForceKN, double StrainPercent);
