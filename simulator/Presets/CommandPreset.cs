using System.Text.Json.Serialization;
using Simulator.Waveforms;

namespace Simulator.Presets;

/// <summary>
/// The program of a command: segments one after another, all of them as often as configured; then the last value
/// holds.
/// </summary>
public sealed record CommandPreset
{
    /// <summary>Most segments of a program.</summary>
    public const int MaxSegments = 1000;

    /// <summary>Control mode at the start. Force.</summary>
    public AxisControlMode Mode { get; init; } = AxisControlMode.Force;

    /// <summary>Times through the segments; 0 (default 1): without end.</summary>
    public long Repeats { get; init; } = 1;

    /// <summary>The segments; by default a sine of 60 kN around 5 kN at 1 Hz without end.</summary>
    public IReadOnlyList<SegmentPreset> Segments { get; init; } = [new() { Mean = 5, Amplitude = 60 }];

    /// <summary>True when a segment has another control mode than the one before.</summary>
    public bool ChangesMode() => Segments.Any(segment => segment.Mode is { } mode && mode != Mode);

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path, CommandLimits limits)
    {
        if (!Enum.IsDefined(Mode))
            faults.Add($"{path}.mode", $"{Mode}", $"allowed are {string.Join(", ", Enum.GetNames<AxisControlMode>())}");
        if (Repeats < 0)
            faults.Add($"{path}.repeats", FormattableString.Invariant($"{Repeats}"), "must be 0 (without end) or more");
        if (Segments.Count is 0 or > MaxSegments)
        {
            faults.Add(
                $"{path}.segments",
                FormattableString.Invariant($"{Segments.Count} segments"),
                $"allowed are 1 to {MaxSegments}");
            return;
        }

        AxisControlMode mode = Mode;
        for (int i = 0; i < Segments.Count; i++)
        {
            mode = Segments[i].Mode ?? mode;
            var check =
                new SegmentCheck(faults, FormattableString.Invariant($"{path}.segments[{i}]"), Segments[i], limits);
            check.Run(mode);
        }
    }
}

/// <summary>
/// One segment of a command's program. Mean and amplitude are in the unit of the control mode: mm, kN or %.
/// </summary>
public sealed record SegmentPreset
{
    /// <summary>Shape. Sine.</summary>
    public CommandShape Shape { get; init; } = CommandShape.Sine;

    /// <summary>
    /// Control mode from here on; null (default): as before. It changes at the next whole second of the run.
    /// </summary>
    public AxisControlMode? Mode { get; init; }

    /// <summary>Mean. 0.</summary>
    public double Mean { get; init; }

    /// <summary>Amplitude; Ramp, Dwell and File also take a negative one. 1.</summary>
    public double Amplitude { get; init; } = 1;

    /// <summary>
    /// Cycles a second, to a millionth; the first frequency of a sweep. 1. Ignored by Hold, Ramp, Dwell, Random, File.
    /// </summary>
    public double FrequencyHz { get; init; } = 1;

    /// <summary>Last frequency of a sweep, top of the band of Random, Hz. 10.</summary>
    public double ToFrequencyHz { get; init; } = 10;

    /// <summary>Bottom of the band of Random, Hz. 0.5.</summary>
    public double FromFrequencyHz { get; init; } = 0.5;

    /// <summary>Whether a sweep passes octaves, not Hz, at constant speed. False.</summary>
    public bool IsLogarithmic { get; init; }

    /// <summary>Fall of the amplitude of Random with frequency, dB an octave; 0 (default): flat.</summary>
    public double SlopeDbPerOctave { get; init; }

    /// <summary>Cycles; of a Dwell and a File, times through. 0 (default): as long as <see cref="Seconds"/>.
    /// Sweep, Random, Hold and Ramp have none.</summary>
    public long Cycles { get; init; }

    /// <summary>
    /// Length in seconds where <see cref="Cycles"/> is 0; 0 (default): without end. A sweep and a Random need one; a
    /// Ramp lasts rise and hold, and has none.
    /// </summary>
    public double Seconds { get; init; }

    /// <summary>
    /// Seconds from where the command is to the mean, before the segment begins. 1. None are taken when it is there.
    /// </summary>
    public double RampSeconds { get; init; } = 1;

    /// <summary>Seconds in which the amplitude grows at the start. 0. Ignored by Hold, Ramp and Dwell.</summary>
    public double TaperInSeconds { get; init; }

    /// <summary>
    /// Seconds in which the amplitude falls at the end. 0. Ignored without an end, and by Hold, Ramp and Dwell.
    /// </summary>
    public double TaperOutSeconds { get; init; }

    /// <summary>Rise of a Ramp, rise and fall of a Dwell, s. 10.</summary>
    public double RiseSeconds { get; init; } = 10;

    /// <summary>Hold at the end of a Ramp and at the top of a Dwell, s. 10.</summary>
    public double HoldSeconds { get; init; } = 10;

    /// <summary>Hold at the mean after a Dwell, s. 0.</summary>
    public double RestSeconds { get; init; }

    /// <summary>Part of a Trapezoid's cycle that is hold, 0 to 0.95. 0.5.</summary>
    public double HoldPart { get; init; } = 0.5;

    /// <summary>Time history: CSV or one number a line. Used by File.</summary>
    public string File { get; init; } = "";

    /// <summary>Column of the time history, from 1. 1.</summary>
    public int FileColumn { get; init; } = 1;

    /// <summary>The values of <see cref="File"/>; null where they were not read. Shared by all plants.</summary>
    [JsonIgnore]
    public TimeHistory? History { get; init; }

    /// <summary>Values a second of the time history, to a millionth. 100.</summary>
    public double FileRateHz { get; init; } = 100;
}

/// <summary>
/// Shape of a segment; each moves between mean - amplitude and mean + amplitude by default.
/// </summary>
public enum CommandShape
{
    /// <summary>Stays at the mean.</summary>
    Hold,

    /// <summary>
    /// Goes to mean + amplitude at constant speed within <see cref="SegmentPreset.RiseSeconds"/> and stays there.
    /// </summary>
    Ramp,

    /// <summary>Sine.</summary>
    Sine,

    /// <summary>Triangle.</summary>
    Triangle,

    /// <summary>Square.</summary>
    Square,

    /// <summary>From the mean to mean + amplitude and back, as a sine of its speed: never below the mean.</summary>
    Haversine,

    /// <summary>Triangle cut at both ends.</summary>
    Trapezoid,

    /// <summary>Sine whose frequency moves from one to another.</summary>
    Sweep,

    /// <summary>Ramp and hold: up to mean + amplitude, hold, back to the mean, hold.</summary>
    Dwell,

    /// <summary>
    /// Random within a band of frequencies; the greatest value is the amplitude, three times the deviation.
    /// </summary>
    Random,

    /// <summary>Time history of a file, its values times the amplitude.</summary>
    File,
}

/// <summary>What a command must stay within.</summary>
/// <param name="LoopHz">Rate of the plant loop.</param>
/// <param name="StrokeMm">Stroke to either side.</param>
/// <param name="ForceKN">Rated force.</param>
/// <param name="StrainPercent">Range of the extensometer to either side.</param>
public readonly record struct CommandLimits(double LoopHz, double StrokeMm, double ForceKN, double StrainPercent);

/// <summary>Finds what is wrong with one segment.</summary>
/// <param name="faults">Target.</param>
/// <param name="path">Key path of the segment.</param>
/// <param name="segment">The segment.</param>
/// <param name="limits">What it must stay within.</param>
internal readonly struct SegmentCheck(PresetFaults faults, string path, SegmentPreset segment, CommandLimits limits)
{
    private const double MaxSeconds = 1e9;

    /// <summary>Adds every fault.</summary>
    /// <param name="mode">Control mode of the segment.</param>
    public void Run(AxisControlMode mode)
    {
        if (!Enum.IsDefined(segment.Shape))
        {
            faults.Add(
                $"{path}.shape", $"{segment.Shape}", $"allowed are {string.Join(", ", Enum.GetNames<CommandShape>())}");
            return;
        }

        if (!Enum.IsDefined(mode))
            faults.Add($"{path}.mode", $"{mode}", $"allowed are {string.Join(", ", Enum.GetNames<AxisControlMode>())}");
        Times();
        Frequencies();
        Reach(mode);
    }

    private void Times()
    {
        foreach ((string name, double value) in new[]
        {
            ("seconds", segment.Seconds), ("rampSeconds", segment.RampSeconds),
            ("taperInSeconds", segment.TaperInSeconds),
            ("taperOutSeconds", segment.TaperOutSeconds), ("riseSeconds", segment.RiseSeconds),
            ("holdSeconds", segment.HoldSeconds),
            ("restSeconds", segment.RestSeconds),
        })
        {
            faults.Within($"{path}.{name}", value, 0, MaxSeconds, "s");
        }

        if (segment.Cycles is < 0 or > 1_000_000_000_000)
            faults.Add(
                $"{path}.cycles", FormattableString.Invariant($"{segment.Cycles}"), "allowed are 0 to 1000000000000");
        if (segment.Shape is CommandShape.Sweep or CommandShape.Random && segment.Seconds == 0)
            faults.Add($"{path}.seconds", "0", $"a {segment.Shape} needs its length, above 0 (s)");
        if (segment.Shape is CommandShape.Sweep or CommandShape.Random or CommandShape.Hold or CommandShape.Ramp
            && segment.Cycles != 0)
            faults.Add(
                $"{path}.cycles",
                FormattableString.Invariant($"{segment.Cycles}"),
                $"a {segment.Shape} has no cycles: 0");
        if (segment.Shape == CommandShape.Ramp && segment.Seconds != 0)
            faults.Add(
                $"{path}.seconds",
                FormattableString.Invariant($"{segment.Seconds}"),
                "a Ramp lasts riseSeconds and holdSeconds: 0");
        if (segment.Shape is CommandShape.Ramp or CommandShape.Dwell)
            faults.Positive($"{path}.riseSeconds", segment.RiseSeconds, "s");
        faults.Within($"{path}.holdPart", segment.HoldPart, 0, 0.95, "of a cycle");
    }

    private void Frequencies()
    {
        double max = limits.LoopHz / 2;
        switch (segment.Shape)
        {
            case CommandShape.Sine or CommandShape.Triangle or CommandShape.Square or CommandShape.Haversine
                or CommandShape.Trapezoid:
                Frequency("frequencyHz", segment.FrequencyHz, max);
                break;
            case CommandShape.Sweep:
                Frequency("frequencyHz", segment.FrequencyHz, max);
                Frequency("toFrequencyHz", segment.ToFrequencyHz, max);
                break;
            case CommandShape.Random:
                Frequency("fromFrequencyHz", segment.FromFrequencyHz, max);
                Frequency("toFrequencyHz", segment.ToFrequencyHz, max);
                faults.Within($"{path}.slopeDbPerOctave", segment.SlopeDbPerOctave, -60, 60, "dB an octave");
                if (segment.ToFrequencyHz <= segment.FromFrequencyHz)
                {
                    string what = FormattableString.Invariant($"{segment.ToFrequencyHz}");
                    faults.Add($"{path}.toFrequencyHz", what, "must be above fromFrequencyHz (Hz)");
                }

                break;
            case CommandShape.File:
                Frequency("fileRateHz", segment.FileRateHz, limits.LoopHz);
                break;
            default:
                break;
        }
    }

    // Below a millionth of a Hz the rational phase has no step.
    private void Frequency(string name, double value, double max)
    {
        if (!(value >= RationalPhase.MinHz && value < max))
        {
            faults.Add(
                $"{path}.{name}",
                FormattableString.Invariant($"{value}"),
                FormattableString.Invariant($"must be from {RationalPhase.MinHz} to below {max} Hz"));
        }
    }

    private void Reach(AxisControlMode mode)
    {
        double max = mode switch
        {
            AxisControlMode.Displacement => limits.StrokeMm,
            AxisControlMode.Force => limits.ForceKN,
            _ => limits.StrainPercent,
        };
        double history = 1;
        if (segment.Shape == CommandShape.File)
        {
            if (segment.History is null)
            {
                // What stopped the reading of a document's files has been reported.
                if (faults.IsEmpty)
                    faults.Add($"{path}.file", $"'{segment.File}' was not read", "set History beside it");
                return;
            }

            history = segment.History.Max;
        }

        bool takesNegative = segment.Shape is CommandShape.Ramp or CommandShape.Dwell or CommandShape.File;
        if (segment.Amplitude < 0 && !takesNegative)
            faults.Add($"{path}.amplitude", FormattableString.Invariant($"{segment.Amplitude}"), "must be 0 or more");
        double reach = Math.Abs(segment.Mean)
            + (segment.Shape == CommandShape.Hold ? 0 : Math.Abs(segment.Amplitude) * history);
        if (!(reach <= max))
        {
            faults.Add(
                $"{path}.amplitude",
                FormattableString.Invariant($"{segment.Amplitude} around {segment.Mean} reaches {reach:0.######}"),
                FormattableString.Invariant($"allowed are up to {max} {AxisQuantities.UnitOf(mode)}"));
        }
    }
}
