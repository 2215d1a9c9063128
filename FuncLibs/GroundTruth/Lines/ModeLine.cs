namespace FuncLibs.GroundTruth.Lines;

/// <summary>The controller changed its control mode.</summary>
/// <param name="Channel">Channel.</param>
/// <param name="Mode">Mode from then on, for example force.</param>
/// <param name="Index">First sample in it.</param>
/// <param name="Band">How far the feedback must come back before the truth counts a turn, in its unit;
/// NaN when the file does not say.</param>
public sealed record ModeLine(string Channel, string Mode, long Index, double Band) : TruthLine;
