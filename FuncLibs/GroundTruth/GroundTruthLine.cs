namespace FuncLibs.GroundTruth;

/// <summary>
/// One line of a ground-truth file: what really happened in a run, before the measuring chain. Indices are those of
/// base samples, absolute from the start of the run; ranges are [from, to).
/// </summary>
public abstract record GroundTruthLine;

/// <summary>The first line: which run the file is of.</summary>
/// <param name="Preset">Name of the preset.</param>
/// <param name="Seed">Seed of the run.</param>
/// <param name="Stream">Name of the stream, as the connector publishes it.</param>
/// <param name="BaseRateHz">Base samples a second, the clock of all indices; above 0.</param>
/// <param name="LoopHz">Ticks of the plant loop a second; above 0.</param>
/// <param name="PointsPerBlock">Base samples of a full block; above 0.</param>
/// <param name="FirstDueUtcNs">When base sample 0 was due, UTC ns; null when the run has no clock, as in a
/// dump.</param>
public sealed record RunLine(
    string Preset,
    ulong Seed,
    string Stream,
    long BaseRateHz,
    long LoopHz,
    long PointsPerBlock,
    long? FirstDueUtcNs) : GroundTruthLine
{
    /// <summary>Version of the format that is written; another one is refused.</summary>
    public const int Version = 1;
}

/// <summary>A closed cycle of the true feedback.</summary>
/// <param name="Channel">Channel, for example servo1.</param>
/// <param name="Sensor">Quantity, for example force.</param>
/// <param name="Number">Number of the cycle on its channel, from 1.</param>
/// <param name="Index">Sample at which it closed.</param>
/// <param name="Peak">Greatest value, in the unit of the sensor.</param>
/// <param name="PeakIndex">Its sample.</param>
/// <param name="Valley">Least value.</param>
/// <param name="ValleyIndex">Its sample.</param>
public sealed record CycleLine(
    string Channel,
    string Sensor,
    long Number,
    long Index,
    double Peak,
    long PeakIndex,
    double Valley,
    long ValleyIndex) : GroundTruthLine;

/// <summary>A property of the specimen: E, Rp0.2, ReH, ReL, Rm, Ag, A or Nf.</summary>
/// <param name="Channel">Channel whose specimen it is.</param>
/// <param name="Name">Name of the property.</param>
/// <param name="Value">Its value.</param>
/// <param name="Unit">Unit of the value; may be empty.</param>
/// <param name="Index">Sample at which it was known.</param>
public sealed record PropertyLine(string Channel, string Name, double Value, string Unit, long Index) : GroundTruthLine;

/// <summary>The specimen broke.</summary>
/// <param name="Channel">Channel whose specimen it is.</param>
/// <param name="Index">Sample of the break.</param>
/// <param name="Force">Force it broke at, kN.</param>
public sealed record BreakLine(string Channel, long Index, double Force) : GroundTruthLine;

/// <summary>A time in which a true value was beyond a limit.</summary>
/// <param name="Channel">Channel.</param>
/// <param name="Sensor">Quantity.</param>
/// <param name="Limit">Side of the limit.</param>
/// <param name="Value">The limit, in the unit of the sensor.</param>
/// <param name="From">First sample beyond it.</param>
/// <param name="To">First sample within it again.</param>
public sealed record ExcursionLine(
    string Channel, string Sensor, ExcursionLimit Limit, double Value, long From, long To) : GroundTruthLine;

/// <summary>The controller changed its control mode.</summary>
/// <param name="Channel">Channel.</param>
/// <param name="Mode">Mode from then on, for example force.</param>
/// <param name="Index">First sample in it.</param>
/// <param name="Band">How far the feedback must return before the truth counts a turn, in its unit;
/// NaN when the file gives none.</param>
public sealed record ModeLine(string Channel, string Mode, long Index, double Band) : GroundTruthLine;

/// <summary>A fault that was put into the run.</summary>
/// <param name="Fault">Kind of the fault, for example gap; it is distinguished from others by this word alone.</param>
/// <param name="From">First sample it touches.</param>
/// <param name="To">First sample after it.</param>
/// <param name="Channel">Channel it touches; null when all of them.</param>
/// <param name="Sensor">Sensor it touches; null when all of them.</param>
/// <param name="Detail">More, for people; may be empty.</param>
public sealed record FaultLine(
    string Fault, long From, long To, string? Channel, string? Sensor, string Detail) : GroundTruthLine;

/// <summary>The file reached its limit: nothing follows but the end.</summary>
/// <param name="AtBytes">Bytes before this line.</param>
public sealed record TruncatedLine(long AtBytes) : GroundTruthLine;

/// <summary>The last line of a run that was ended.</summary>
/// <param name="Blocks">Blocks of the run.</param>
/// <param name="Samples">Base samples of the run.</param>
/// <param name="Dropped">Lines that are missing: the ring was full, or the file.</param>
public sealed record EndLine(long Blocks, long Samples, long Dropped) : GroundTruthLine;

/// <summary>The words of the member `kind`, and those of an excursion's `limit`.</summary>
public static class GroundTruthKinds
{
    /// <summary>A <see cref="RunLine"/>.</summary>
    public const string Run = "run";

    /// <summary>A <see cref="CycleLine"/>.</summary>
    public const string Cycle = "cycle";

    /// <summary>A <see cref="PropertyLine"/>.</summary>
    public const string Property = "property";

    /// <summary>A <see cref="BreakLine"/>.</summary>
    public const string Break = "break";

    /// <summary>An <see cref="ExcursionLine"/>.</summary>
    public const string Excursion = "excursion";

    /// <summary>A <see cref="ModeLine"/>.</summary>
    public const string Mode = "mode";

    /// <summary>A <see cref="FaultLine"/>.</summary>
    public const string Fault = "fault";

    /// <summary>A <see cref="TruncatedLine"/>.</summary>
    public const string Truncated = "truncated";

    /// <summary>An <see cref="EndLine"/>.</summary>
    public const string End = "end";

    /// <summary>An excursion above its limit.</summary>
    public const string Upper = "upper";

    /// <summary>An excursion below its limit.</summary>
    public const string Lower = "lower";
}

/// <summary>Which side of a limit an excursion is on.</summary>
public enum ExcursionLimit : byte
{
    /// <summary>Above an upper limit.</summary>
    Upper,

    /// <summary>Below a lower limit.</summary>
    Lower,
}
