using FuncLibs.GroundTruth;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>What a score says.</summary>
/// <param name="Run">The run.</param>
internal sealed record ScoreResult(RunLine Run)
{
    /// <summary>The lines, by kind.</summary>
    public List<Score> Scores { get; } = [];

    /// <summary>What is to be said about them.</summary>
    public List<string> Notes { get; } = [];
}
