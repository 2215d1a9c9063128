using FuncLibs.GroundTruth.Lines;

namespace Tools.GroundTruth;

/// <summary>Outcome of <see cref="TruthReader.Next"/>.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Line">The line, when there is one.</param>
/// <param name="Fault">Line, column and reason, when it is bad or the disk failed.</param>
public readonly record struct TruthStep(TruthStatus Status, TruthLine? Line = null, string? Fault = null);
