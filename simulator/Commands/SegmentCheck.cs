using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Commands;

/// <summary>Finds what is wrong with one segment.</summary>
/// <param name="faults">Target.</param>
/// <param name="path">Key path of the segment.</param>
/// <param name="segment">The segment.</param>
/// <param name="limits">What it must stay within.</param>
internal readonly struct SegmentCheck(PresetFaults faults, string path, SegmentPreset segment, CommandLimits limits)
{
    private const double MostSeconds = 1e9;

    /// <summary>Adds every fault.</summary>
    /// <param name="mode">Control mode of the segment.</param>
    public void Run(ControlMode mode)
    {
        if (!Enum.IsDefined(segment.Shape))
        {
            faults.Add($"{path}.shape", $"{segment.Shape}", $"allowed are {string.Join(", ", Enum.GetNames<CommandShape>())}");
            return;
        }

        if (!Enum.IsDefined(mode))
            faults.Add($"{path}.mode", $"{mode}", $"allowed are {string.Join(", ", Enum.GetNames<ControlMode>())}");
        Times();
        Frequencies();
        Reach(mode);
    }

    private void Times()
    {
        foreach ((string name, double value) in new[]
        {
            ("seconds", segment.Seconds), ("rampSeconds", segment.RampSeconds), ("taperInSeconds", segment.TaperInSeconds),
            ("taperOutSeconds", segment.TaperOutSeconds), ("riseSeconds", segment.RiseSeconds), ("holdSeconds", segment.HoldSeconds),
            ("restSeconds", segment.RestSeconds),
        })
        {
            faults.Within($"{path}.{name}", value, 0, MostSeconds, "s");
        }

        if (segment.Cycles is < 0 or > 1_000_000_000_000)
            faults.Add($"{path}.cycles", FormattableString.Invariant($"{segment.Cycles}"), "allowed are 0 to 1000000000000");
        if (segment.Shape is CommandShape.Sweep or CommandShape.Random && segment.Seconds == 0)
            faults.Add($"{path}.seconds", "0", $"a {segment.Shape} needs its length, above 0 (s)");
        if (segment.Shape is CommandShape.Sweep or CommandShape.Random or CommandShape.Hold or CommandShape.Ramp && segment.Cycles != 0)
            faults.Add($"{path}.cycles", FormattableString.Invariant($"{segment.Cycles}"), $"a {segment.Shape} has no cycles: 0");
        if (segment.Shape == CommandShape.Ramp && segment.Seconds != 0)
            faults.Add($"{path}.seconds", FormattableString.Invariant($"{segment.Seconds}"), "a Ramp lasts riseSeconds and holdSeconds: 0");
        if (segment.Shape is CommandShape.Ramp or CommandShape.Dwell)
            faults.Positive($"{path}.riseSeconds", segment.RiseSeconds, "s");
        faults.Within($"{path}.holdPart", segment.HoldPart, 0, 0.95, "of a cycle");
    }

    private void Frequencies()
    {
        double most = limits.LoopHz / 2;
        switch (segment.Shape)
        {
            case CommandShape.Sine or CommandShape.Triangle or CommandShape.Square or CommandShape.Haversine or CommandShape.Trapezoid:
                Frequency("frequencyHz", segment.FrequencyHz, most);
                break;
            case CommandShape.Sweep:
                Frequency("frequencyHz", segment.FrequencyHz, most);
                Frequency("toFrequencyHz", segment.ToFrequencyHz, most);
                break;
            case CommandShape.Random:
                Frequency("fromFrequencyHz", segment.FromFrequencyHz, most);
                Frequency("toFrequencyHz", segment.ToFrequencyHz, most);
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
    private void Frequency(string name, double value, double most)
    {
        if (!(value >= RationalPhase.LeastHz && value < most))
        {
            faults.Add(
                $"{path}.{name}",
                FormattableString.Invariant($"{value}"),
                FormattableString.Invariant($"must be from {RationalPhase.LeastHz} to below {most} Hz"));
        }
    }

    private void Reach(ControlMode mode)
    {
        double most = mode switch
        {
            ControlMode.Displacement => limits.StrokeMm,
            ControlMode.Force => limits.ForceKN,
            _ => limits.StrainPercent,
        };
        double history = 1;
        if (segment.Shape == CommandShape.File)
        {
            if (segment.History is null)
            {
                // What stopped the reading of a document's files has been said.
                if (faults.IsEmpty)
                    faults.Add($"{path}.file", $"'{segment.File}' was not read", "set History beside it");
                return;
            }

            history = segment.History.Greatest;
        }

        bool takesNegative = segment.Shape is CommandShape.Ramp or CommandShape.Dwell or CommandShape.File;
        if (segment.Amplitude < 0 && !takesNegative)
            faults.Add($"{path}.amplitude", FormattableString.Invariant($"{segment.Amplitude}"), "must be 0 or more");
        double reach = Math.Abs(segment.Mean)
            + (segment.Shape == CommandShape.Hold ? 0 : Math.Abs(segment.Amplitude) * history);
        if (!(reach <= most))
        {
            faults.Add(
                $"{path}.amplitude",
                FormattableString.Invariant($"{segment.Amplitude} around {segment.Mean} reaches {reach:0.######}"),
                FormattableString.Invariant($"allowed are up to {most} {AxisQuantities.UnitOf(mode)}"));
        }
    }
}
