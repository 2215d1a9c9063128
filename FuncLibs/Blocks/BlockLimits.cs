namespace FuncLibs.Blocks;

/// <summary>
/// What a block may hold at most. Checked before allocating, in every decoder and in every layout.
/// </summary>
public sealed record BlockLimits
{
    /// <summary>What the sample rate of a block has to be, in words.</summary>
    internal const string ExpectedRate = "a rate within the limits, or 0";

    /// <summary>The limits of the wire (docs/wire-format.md).</summary>
    public static BlockLimits Default { get; } = new();

    /// <summary>Channels of all groups together.</summary>
    public int Channels { get; init; } = 1024;

    /// <summary>Columns of all channels together.</summary>
    public int Columns { get; init; } = 4096;

    /// <summary>Points of one column.</summary>
    public int PointsPerColumn { get; init; } = 65_536;

    /// <summary>Values (points times columns) of a whole block.</summary>
    public int Values { get; init; } = 4_194_304;

    /// <summary>Digital lines of one direction.</summary>
    public int Bits { get; init; } = 4096;

    /// <summary>Nesting of a document.</summary>
    public int Depth { get; init; } = 8;

    /// <summary>
    /// Lowest sample rate in Hz, of a base clock and of a channel: about one sample a day. The duration of the longest
    /// block at this rate is below 2^63 ns.
    /// </summary>
    public double MinRateHz { get; init; } = 1e-5;

    /// <summary>Highest sample rate in Hz, of a base clock and of a channel.</summary>
    public double MaxRateHz { get; init; } = 1e9;

    /// <summary>
    /// True for a sample rate that is finite and within the limits. Every decoder of a rate uses this.
    /// </summary>
    public bool IsRate(double hz) => hz >= MinRateHz && hz <= MaxRateHz;

    /// <summary>
    /// True for a sample rate of a block: as <see cref="IsRate"/>, or 0 for one that is unknown to its writer.
    /// </summary>
    public bool IsRateOrUnknown(double hz) => hz == 0 || IsRate(hz);
}
