using FuncLibs.GroundTruth;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>The result of a score.</summary>
/// <param name="Run">The run.</param>
internal sealed record ScoreResult(RunLine Run)
{
    /// <summary>The lines, by kind.</summary>
    public List<Score> Scores { get; } = [];

    /// <summary>Remarks on them.</summary>
    public List<string> Notes { get; } = [];
}
