namespace Tools.Scoring.Matching;

/// <summary>Base samples from one on up to another, which is not among them.</summary>
/// <param name="From">First sample.</param>
/// <param name="To">Sample behind the last.</param>
internal readonly record struct SampleRange(long From, long To)
{
    /// <summary>Samples in it.</summary>
    public long Length => To - From;
}
