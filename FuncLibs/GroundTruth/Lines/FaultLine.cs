namespace FuncLibs.GroundTruth.Lines;

/// <summary>A fault that was put into the run.</summary>
/// <param name="Fault">Kind of the fault, for example gap; it is told from others by this word alone.</param>
/// <param name="From">First sample it touches.</param>
/// <param name="To">First sample behind it.</param>
/// <param name="Channel">Channel it touches; null when all of them.</param>
/// <param name="Sensor">Sensor it touches; null when all of them.</param>
/// <param name="Detail">More, for people; may be empty.</param>
public sealed record FaultLine(string Fault, long From, long To, string? Channel, string? Sensor, string Detail) : TruthLine;
