using Simulator.Commands;

namespace Simulator.Plant;

/// <summary>
/// How far the controlled feedback must come back before the truth counts a turn, so that ringing is none: a tenth of the smallest
/// amplitude that the program has in a control mode. One number a mode for the whole run, so that a monitor can be given the same.
/// </summary>
public static class TurnBands
{
    private const double PartOfAmplitude = 0.1;

    /// <summary>The bands of a program, by the number of the control mode, each in its unit; 0 in a mode without any amplitude, where
    /// nothing turns.</summary>
    public static double[] Of(CommandPreset command)
    {
        double[] bands = new double[Enum.GetValues<ControlMode>().Length];

        // The second time through begins in the mode that the first one ended in.
        ControlMode mode = command.Mode;
        int rounds = command.Repeats == 1 ? 1 : 2;
        for (int i = 0; i < rounds * command.Segments.Count; i++)
        {
            SegmentPreset segment = command.Segments[i % command.Segments.Count];
            mode = segment.Mode ?? mode;
            double band = segment.Shape == CommandShape.Hold ? 0 : PartOfAmplitude * Math.Abs(segment.Amplitude);
            if (band > 0 && (bands[(int)mode] == 0 || band < bands[(int)mode]))
                bands[(int)mode] = band;
        }

        return bands;
    }
}
