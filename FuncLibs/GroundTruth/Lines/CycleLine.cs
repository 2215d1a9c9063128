namespace FuncLibs.GroundTruth.Lines;

/// <summary>A closed cycle of the true feedback.</summary>
/// <param name="Channel">Channel, for example servo1.</param>
/// <param name="Sensor">Quantity, for example force.</param>
/// <param name="Number">Number of the cycle on its channel, from 1.</param>
/// <param name="Index">Sample at which it closed.</param>
/// <param name="Peak">Greatest value, in the unit of the sensor.</param>
/// <param name="PeakIndex">Its sample.</param>
/// <param name="Valley">Least value.</param>
/// <param name="ValleyIndex">Its sample.</param>
public sealed record CycleLine(
    string Channel, string Sensor, long Number, long Index, double Peak, long PeakIndex, double Valley, long ValleyIndex) : TruthLine;
