namespace FuncLibs.GroundTruth.Lines;

/// <summary>The last line of a run that was ended.</summary>
/// <param name="Blocks">Blocks of the run.</param>
/// <param name="Samples">Base samples of the run.</param>
/// <param name="Dropped">Lines that are missing: the ring was full, or the file.</param>
public sealed record EndLine(long Blocks, long Samples, long Dropped) : TruthLine;
