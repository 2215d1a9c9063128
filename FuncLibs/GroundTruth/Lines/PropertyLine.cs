namespace FuncLibs.GroundTruth.Lines;

/// <summary>A property of the specimen: E, Rp0.2, ReH, ReL, Rm, Ag, A or Nf.</summary>
/// <param name="Channel">Channel whose specimen it is.</param>
/// <param name="Name">Name of the property.</param>
/// <param name="Value">Its value.</param>
/// <param name="Unit">Unit of the value; may be empty.</param>
/// <param name="Index">Sample at which it was known.</param>
public sealed record PropertyLine(string Channel, string Name, double Value, string Unit, long Index) : TruthLine;
