using Simulator.Commands;
using Simulator.Presets;

namespace Simulator.Tests.Commands;

/// <summary>Runs a command without an axis.</summary>
internal static class Course
{
    public const int LoopHz = 1024;

    public static double[] Of(CommandPreset preset, int ticks, ulong key = 1)
    {
        var generator = new CommandGenerator(preset, LoopHz, key);
        double[] values = new double[ticks];
        for (int i = 0; i < ticks; i++)
        {
            generator.Next(i, default(AxisFeedback));
            values[i] = generator.Value;
        }

        return values;
    }

    public static double[] Of(SegmentPreset segment, int ticks, ulong key = 1) =>
        Of(new CommandPreset { Segments = [segment] }, ticks, key);
}
