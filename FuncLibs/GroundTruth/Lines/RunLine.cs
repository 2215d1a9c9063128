namespace FuncLibs.GroundTruth.Lines;

/// <summary>The first line: which run the file is of.</summary>
/// <param name="Preset">Name of the preset.</param>
/// <param name="Seed">Seed of the run.</param>
/// <param name="Stream">Name of the stream, as the connector publishes it.</param>
/// <param name="BaseRateHz">Base samples a second, the clock of all indices; above 0.</param>
/// <param name="LoopHz">Ticks of the plant loop a second; above 0.</param>
/// <param name="PointsPerBlock">Base samples of a full block; above 0.</param>
/// <param name="FirstDueUtcNs">When base sample 0 was due, UTC ns; null when the run has no clock, as in a dump.</param>
public sealed record RunLine(
    string Preset, ulong Seed, string Stream, long BaseRateHz, long LoopHz, long PointsPerBlock, long? FirstDueUtcNs) : TruthLine
{
    /// <summary>Version of the format that is written; another one is refused.</summary>
    public const int Version = 1;
}
