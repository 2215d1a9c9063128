namespace Tools.Scoring.Matching;

/// <summary>Something that is at one sample: of the truth, or found.</summary>
/// <param name="Index">Base sample.</param>
/// <param name="Value">Its value.</param>
internal readonly record struct Mark(long Index, double Value);
