using System.Text.Json.Serialization;
using Simulator.Plant;

namespace Simulator.Commands;

/// <summary>One segment of a command's program. Mean and amplitude are in the unit of the control mode: mm, kN or %.</summary>
public sealed record SegmentPreset
{
    /// <summary>Shape. Sine.</summary>
    public CommandShape Shape { get; init; } = CommandShape.Sine;

    /// <summary>Control mode from here on; null (default): as before. It changes at the next whole second of the run.</summary>
    public ControlMode? Mode { get; init; }

    /// <summary>Mean. 0.</summary>
    public double Mean { get; init; }

    /// <summary>Amplitude; Ramp, Dwell and File also take a negative one. 1.</summary>
    public double Amplitude { get; init; } = 1;

    /// <summary>Cycles a second, to a millionth; the first frequency of a sweep. 1. Ignored by Hold, Ramp, Dwell, Random, File.</summary>
    public double FrequencyHz { get; init; } = 1;

    /// <summary>Last frequency of a sweep, top of the band of Random, Hz. 10.</summary>
    public double ToFrequencyHz { get; init; } = 10;

    /// <summary>Bottom of the band of Random, Hz. 0.5.</summary>
    public double FromFrequencyHz { get; init; } = 0.5;

    /// <summary>Whether a sweep passes octaves, not Hz, at constant speed. False.</summary>
    public bool IsLogarithmic { get; init; }

    /// <summary>Fall of the amplitude of Random with frequency, dB an octave; 0 (default): flat.</summary>
    public double SlopeDbPerOctave { get; init; }

    /// <summary>Cycles; of a Dwell and a File, times through. 0 (default): as long as <see cref="Seconds"/> says. Sweep, Random, Hold and
    /// Ramp have none.</summary>
    public long Cycles { get; init; }

    /// <summary>
    /// Length in seconds where <see cref="Cycles"/> is 0; 0 (default): without end. A sweep and a Random need one; a Ramp lasts rise and
    /// hold, and has none.
    /// </summary>
    public double Seconds { get; init; }

    /// <summary>Seconds from where the command is to the mean, before the segment begins. 1. None are taken when it is there.</summary>
    public double RampSeconds { get; init; } = 1;

    /// <summary>Seconds in which the amplitude grows at the start. 0. Ignored by Hold, Ramp and Dwell.</summary>
    public double TaperInSeconds { get; init; }

    /// <summary>Seconds in which the amplitude falls at the end. 0. Ignored without an end, and by Hold, Ramp and Dwell.</summary>
    public double TaperOutSeconds { get; init; }

    /// <summary>Rise of a Ramp, rise and fall of a Dwell, s. 10.</summary>
    public double RiseSeconds { get; init; } = 10;

    /// <summary>Hold at the end of a Ramp and at the top of a Dwell, s. 10.</summary>
    public double HoldSeconds { get; init; } = 10;

    /// <summary>Hold at the mean behind a Dwell, s. 0.</summary>
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
