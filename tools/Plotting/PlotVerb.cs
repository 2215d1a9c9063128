using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using Simulator.Hosting;
using Simulator.Rig;

namespace Tools.Plotting;

/// <summary>`plot`: how a channel moves, as a drawing for people.</summary>
internal static class PlotVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "plot";

    /// <summary>Runs the rig as fast as possible and draws.</summary>
    public static async Task<int> RunAsync(VerbContext<SimulatorOptions> context)
    {
        PlotOptions plot = context.Extra<PlotOptions>();
        if (context.Options.Faults.Length > 0)
        {
            await context.Streams.Error.WriteLineAsync(
                "plot: Faults are not drawn; leave them out, or play them by run or dump");
            return ExitCodes.CannotStart;
        }

        SimulatedRig rig = SimulatorVerbs.CreateRig(context.Options);
        int channels = rig.Description.Servo.Length;
        if (plot.Channel > channels)
        {
            await context.Streams.Error.WriteLineAsync(
                $"plot: no servo channel {plot.Channel}; the rig has 1 to {channels}");
            return ExitCodes.CannotStart;
        }

        if (rig.Preset.Servo.Sensors.IsEmpty)
        {
            await context.Streams.Error.WriteLineAsync(
                "plot: the servo channels of this preset have no sensor to draw");
            return ExitCodes.CannotStart;
        }

        double samples = plot.Seconds * rig.Preset.BaseRateHz;
        if (samples > RigTrace.MaxSamples)
        {
            await context.Streams.Error.WriteLineAsync(
                $"plot: {samples:0} samples a line; allowed are {RigTrace.MaxSamples}, so choose fewer seconds");
            return ExitCodes.CannotStart;
        }

        RigTrace trace = RigTrace.Record(rig, plot.Channel - 1, plot.From, plot.Seconds);
        await File.WriteAllTextAsync(plot.Out, RigPlot.Draw(trace));
        await context.Streams.Output.WriteLineAsync($"{trace.Title}: {plot.Out}");
        return ExitCodes.Ok;
    }
}

/// <summary>Options of the verb `plot`.</summary>
public sealed class PlotOptions
{
    /// <summary>Seconds that are drawn, above 0 to 3600.</summary>
    [Description("seconds to draw")]
    [Range(0.01, 3600)]
    public double Seconds { get; set; } = 5;

    /// <summary>Second of the run at which the drawing begins, up to a day.</summary>
    [Description("second of the run at which the drawing begins")]
    [Range(0, 86_400)]
    public double From { get; set; }

    /// <summary>Servo channel, from 1.</summary>
    [Description("servo channel to draw, from 1")]
    [Range(1, 64)]
    public int Channel { get; set; } = 1;

    /// <summary>The file; it is replaced.</summary>
    [Description("file for the drawing, SVG")]
    [Required]
    public string Out { get; set; } = "";
}
