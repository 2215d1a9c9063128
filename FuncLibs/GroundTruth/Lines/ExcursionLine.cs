namespace FuncLibs.GroundTruth.Lines;

/// <summary>A time in which a true value was beyond a limit.</summary>
/// <param name="Channel">Channel.</param>
/// <param name="Sensor">Quantity.</param>
/// <param name="Limit">Side of the limit.</param>
/// <param name="Value">The limit, in the unit of the sensor.</param>
/// <param name="From">First sample beyond it.</param>
/// <param name="To">First sample within it again.</param>
public sealed record ExcursionLine(string Channel, string Sensor, TruthLimit Limit, double Value, long From, long To) : TruthLine;
