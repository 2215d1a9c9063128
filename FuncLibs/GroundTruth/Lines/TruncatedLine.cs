namespace FuncLibs.GroundTruth.Lines;

/// <summary>The file reached its limit: nothing follows but the end.</summary>
/// <param name="AtBytes">Bytes before this line.</param>
public sealed record TruncatedLine(long AtBytes) : TruthLine;
