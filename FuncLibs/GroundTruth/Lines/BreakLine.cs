namespace FuncLibs.GroundTruth.Lines;

/// <summary>The specimen broke.</summary>
/// <param name="Channel">Channel whose specimen it is.</param>
/// <param name="Index">Sample of the break.</param>
/// <param name="Force">Force it broke at, kN.</param>
public sealed record BreakLine(string Channel, long Index, double Force) : TruthLine;
