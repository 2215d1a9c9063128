using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Presets;
using Simulator.Rig;

namespace Tools.Plotting;

/// <summary>What is drawn of a servo channel: its columns over a time, as measured.</summary>
public sealed class RigTrace
{
    /// <summary>Samples of a column at most: five columns of them are held, 160 MB.</summary>
    public const int MaxSamples = 4_000_000;

    private RigTrace(string title, int samples)
    {
        Title = title;
        (Seconds, Command, Feedback) = (new double[samples], new double[samples], new double[samples]);
        (Across, Up) = (new double[samples], new double[samples]);
    }

    /// <summary>Preset, channel, time.</summary>
    public string Title { get; }

    /// <summary>Seconds of the run.</summary>
    public double[] Seconds { get; }

    /// <summary>The command.</summary>
    public double[] Command { get; }

    /// <summary>What the control mode holds.</summary>
    public double[] Feedback { get; }

    /// <summary>Horizontal axis of the loop: stroke, or strain.</summary>
    public double[] Across { get; }

    /// <summary>Vertical axis of the loop: force.</summary>
    public double[] Up { get; }

    /// <summary>Name and unit of the command, in order of the modes that were seen.</summary>
    public string CommandLabel { get; private set; } = "command";

    /// <summary>Name and unit of the feedback.</summary>
    public string FeedbackLabel { get; private set; } = "feedback";

    /// <summary>Name and unit of <see cref="Across"/>.</summary>
    public string AcrossLabel { get; private set; } = "";

    /// <summary>Name and unit of <see cref="Up"/>.</summary>
    public string UpLabel { get; private set; } = "";

    /// <summary>Runs a rig and keeps a channel of it.</summary>
    /// <param name="rig">The rig.</param>
    /// <param name="channel">Servo channel, from 0.</param>
    /// <param name="fromSeconds">Begin.</param>
    /// <param name="seconds">Length; at most <see cref="MaxSamples"/> samples.</param>
    public static RigTrace Record(SimulatedRig rig, int channel, double fromSeconds, double seconds)
    {
        int points = rig.Description.PointsPerBlock;
        double rate = rig.Description.BaseRateHz;
        long first = (long)(fromSeconds * rate) / points;
        int blocks = (int)Math.Max(1, Math.Ceiling(seconds * rate / points));
        string title =
            FormattableString.Invariant($"{rig.Preset.Name} servo{channel + 1}, {first * points / rate:0.###} s");
        var trace = new RigTrace(
            title + FormattableString.Invariant($" to {(first + blocks) * points / rate:0.###} s"), blocks * points);
        int across = AcrossOf(rig, channel);
        int up = Find(rig, channel, AxisQuantity.Force, 0);
        (trace.AcrossLabel, trace.UpLabel) = (SensorLabel(rig, channel, across), SensorLabel(rig, channel, up));
        var block = new CDataBlock(rig.Layout);
        var modes = new List<AxisControlMode>();
        for (int i = 0; i < blocks; i++)
        {
            rig.Fill(block, first + i);
            trace.Append(
                block.Channel(BlockGroup.Servo, channel), i * points, (first + i) * points, rate, rig, channel, modes);
            block.Channel(BlockGroup.Servo, channel).Sensor(across).CopyTo(trace.Across.AsSpan(i * points));
            block.Channel(BlockGroup.Servo, channel).Sensor(up).CopyTo(trace.Up.AsSpan(i * points));
        }

        trace.CommandLabel = "command, " + string.Join(" then ", modes.Select(AxisQuantities.UnitOf));
        trace.FeedbackLabel = string.Join(
            " then ",
            modes.Select(mode => SensorLabel(rig, channel, Find(rig, channel, AxisQuantities.FeedbackOf(mode), up))));
        return trace;
    }

    private void Append(
        BlockChannel channel,
        int at,
        long sample,
        double rate,
        SimulatedRig rig,
        int number,
        List<AxisControlMode> modes)
    {
        channel.Command.CopyTo(Command.AsSpan(at));
        for (int i = 0; i < channel.PointCount; i++)
        {
            var mode = (AxisControlMode)channel.ActiveCtrl[i];
            if (modes.Count == 0 || modes[^1] != mode)
                modes.Add(mode);
            Seconds[at + i] = (sample + i) / rate;
            Feedback[at + i] = channel.Sensor(Find(rig, number, AxisQuantities.FeedbackOf(mode), 0))[i];
        }
    }

    // A specimen that yields shows itself over its strain, where there is such a sensor; an elastic one over the
    // stroke.
    private static int AcrossOf(SimulatedRig rig, int channel)
    {
        AxisPreset axis = rig.Preset.Axes[channel % rig.Preset.PlantCount % rig.Preset.Axes.Length];
        AxisQuantity wanted = axis.Specimen.Model == SpecimenModel.Elastic ? AxisQuantity.Stroke : AxisQuantity.Strain;
        return Find(rig, channel, wanted, Find(rig, channel, AxisQuantity.Stroke, 0));
    }

    private static int Find(SimulatedRig rig, int channel, AxisQuantity quantity, int otherwise)
    {
        int found = -1;
        string name = ServoSensors.NameOf(quantity);
        ChannelDescription description = rig.Description.Servo[channel];
        for (int i = ChannelDescription.ControlColumns; i < description.Columns.Length && found < 0; i++)
            found = description.Columns[i].Name == name ? i - ChannelDescription.ControlColumns : -1;
        return found < 0 ? otherwise : found;
    }

    private static string SensorLabel(SimulatedRig rig, int channel, int sensor)
    {
        ColumnDescription column = rig.Description.Servo[channel].Columns[sensor + ChannelDescription.ControlColumns];
        return $"{column.Name}, {column.Unit}";
    }
}
