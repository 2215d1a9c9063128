using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Presets;

public sealed class RigPresetsTests
{
    public static TheoryData<string> Names => new(RigPresets.Names);

    // Blocks/s, base rate, loop; servo channels x points x sensors; temp and ad channels x points; bits; unit of the
    // first command.
    [Theory]
    [InlineData("reference", "300 30000 10000 8x100x8 6x50 16x200 32 32 kN")]
    [InlineData("small", "100 2000 4096 2x20x4 0x0 5x20 8 8 kN")]
    [InlineData("tensile-steel", "100 2000 4096 1x20x4 0x0 3x20 8 8 mm")]
    [InlineData("lcf-strain-1hz", "100 2000 4096 1x20x4 0x0 3x20 8 8 %")]
    [InlineData("hcf-force-20hz", "100 2000 4096 1x20x4 0x0 3x20 8 8 kN")]
    [InlineData("ramp-hold-creep", "100 2000 4096 1x20x4 1x10 3x20 8 8 mm")]
    [InlineData("block-spectrum", "100 2000 4096 1x20x4 0x0 3x20 8 8 kN")]
    [InlineData("sweep", "100 2000 4096 1x20x4 0x0 3x20 8 8 mm")]
    [InlineData("break-now", "100 2000 4096 1x20x4 0x0 3x20 8 8 mm")]
    [InlineData("load-64x4096", "64 4096 4096 64x64x1 0x0 0x0 0 0 kN")]
    public void Find_EachPreset_HasItsShape(string name, string shape)
    {
        RigPreset preset = RigPresets.Find(name)!;
        StreamDescription stream = new SimulatedRig(preset, 1).Description;
        string servo = $"{stream.Servo.Length}x{stream.Servo[0].Points}x{stream.Servo[0].Columns.Length - 2}";
        string groups = $"{servo} {Group(stream.Temp)} {Group(stream.AD)} {stream.BitIn.Length} {stream.BitOut.Length}";

        FormattableString.Invariant(
            $"{stream.BlocksPerSecond} {stream.BaseRateHz} {preset.LoopHz} {groups} {stream.Servo[0].Columns[0].Unit}").ShouldBe(shape);
        (stream.Name, preset.ClockErrorPpm, preset.Name).ShouldBe(("main", 0, name));
    }

    [Fact]
    public void Find_Reference_HasTheColumnsOfTheCatalogue()
    {
        StreamDescription stream = new SimulatedRig(RigPresets.Find("reference")!, 1).Description;

        stream.Servo[0].Columns.Select(Text).ShouldBe(
        [
            "command kN -100 100 24", "output % -100 100 16", "force kN -100 100 24", "stroke mm -75 75 18",
            "strain % -2 2 24",
            "pressure MPa 0 35 16", "spool V -10 10 16", "accel m/s2 -50 50 16", "torque N.m -500 500 18",
            "temperature degC -50 200 16",
        ]);
        stream.Temp[0].Columns.Select(Text).ShouldBe(
        [
            "command degC 0 1000 24", "output % 0 100 16", "upper degC 0 1000 18", "middle degC 0 1000 18",
            "lower degC 0 1000 18",
            "ambient degC -50 200 16",
        ]);
        stream.AD[0].Columns.Select(Text).ShouldBe(["value V -10 10 16"]);
        (stream.Servo[7].Name, stream.Temp[5].Name, stream.AD[15].Name).ShouldBe(("axis8", "zone6", "ad16"));
        (stream.BitIn[0], stream.BitIn[31], stream.BitOut[31]).ShouldBe(("in1", "in32", "out32"));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Fill_TwoSeconds_IsFiniteWithinItsRangesAndNotConstant(string name)
    {
        var rig = new SimulatedRig(RigPresets.Find(name)!, 1);
        var block = new CDataBlock(rig.Layout);
        var seen = new HashSet<double>();
        for (int i = 0; i < 2 * rig.Preset.BlocksPerSecond; i++)
        {
            rig.Fill(block, i);
            rig.Description.CheckFit(block).ToString().ShouldBe("Ok");
            for (int c = 0; c < block.ArrayLengths.Servo; c++)
                seen.Add(CheckControl(block.Channel(BlockGroup.Servo, c), rig.Description.Servo[c]));
            for (int c = 0; c < block.ArrayLengths.Temp; c++)
                CheckControl(block.Channel(BlockGroup.Temp, c), rig.Description.Temp[c]);
            for (int c = 0; c < block.ArrayLengths.AD; c++)
                Check(block.Channel(BlockGroup.AD, c).Values, rig.Description.AD[c].Columns[0]);
        }

        seen.Count.ShouldBeGreaterThan(100);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Document_EachPreset_IsPlainJsonWithItsPurpose(string name)
    {
        using var document = JsonDocument.Parse(RigPresets.Document(name));

        document.RootElement.GetProperty("description").GetString()!.Length.ShouldBeInRange(20, 120);
    }

    [Fact]
    public void Load_UnknownName_NamesTheKnown()
    {
        RigPresets.Load("huge", out string? fault).ShouldBeNull();

        fault.ShouldBe(
            "'huge' is no preset; known are " + string.Join(", ", RigPresets.Names) + ", or the path of a .json file");
    }

    private static double CheckControl(BlockChannel channel, ChannelDescription description)
    {
        Check(channel.Command, description.Columns[0]);
        Check(channel.Output, description.Columns[1]);
        for (int s = 0; s < channel.SensorCount; s++)
            Check(channel.Sensor(s), description.Columns[s + ChannelDescription.ControlColumns]);
        return channel.Sensor(0)[0];
    }

    private static void Check(ReadOnlySpan<double> samples, ColumnDescription column)
    {
        foreach (double value in samples)
            value.ShouldBeInRange(column.Min, column.Max, column.Name);
    }

    private static string Group(IReadOnlyList<ChannelDescription> channels) =>
        channels.Count == 0 ? "0x0" : $"{channels.Count}x{channels[0].Points}";

    private static string Text(ColumnDescription column) => FormattableString.Invariant(
        $"{column.Name} {column.Unit} {column.Min} {column.Max} {Math.Round(Math.Log2((column.Max - column.Min) / column.Scale))}");
}
