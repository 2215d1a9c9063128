namespace FuncLibs.Truth.Lines;

/// <summary>The controller changed its control mode.</summary>
/// <param name="Channel">Channel.</param>
/// <param name="Mode">Mode from then on, for example force.</param>
/// <param name="Index">First sample in it.</param>
public sealed record ModeLine(string Channel, string Mode, long Index) : TruthLine;
