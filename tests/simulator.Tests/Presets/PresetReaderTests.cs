using System.Text;
using Simulator.Presets;

namespace Simulator.Tests.Presets;

public sealed class PresetReaderTests
{
    [Fact]
    public void Read_Nothing_IsTheDefaults()
    {
        RigPreset preset = Read("{}").ShouldNotBeNull();

        preset.ShouldBe(new RigPreset { Name = "mine" } with
        {
            Servo = preset.Servo,
            Temp = preset.Temp,
            AD = preset.AD,
            Axes = preset.Axes,
            Notes = preset.Notes,
            Excursions = preset.Excursions,
        });
        preset.Servo.Sensors.ShouldBe(new ServoPreset().Sensors);
        preset.Axes.Length.ShouldBe(1);
        preset.Axes[0].Plant.ShouldBe(new PlantPreset());
    }

    [Fact]
    public void Read_ABase_ChangesOnlyWhatIsGiven()
    {
        RigPreset small = RigPresets.Find("small")!;
        RigPreset preset = Read(
            """{ "base": "small", "axes": [{}, { "plant": { "massKg": 80 } }], "servo": { "sensors": [{ "max": 50 }] }, "ad": { "quantities": ["force", "output"] } }""")!;

        (preset.Name, preset.Base, preset.BaseRateHz, preset.AD.Channels).ShouldBe(("mine", "small", 2000, 5));
        preset.Axes.Length.ShouldBe(2);
        preset.Axes[0].Command.Segments.ShouldBe(small.Axes[0].Command.Segments);
        preset.Axes[1].Command.Segments.ShouldBe(small.Axes[1].Command.Segments);
        preset.Axes[1].Plant.ShouldBe(small.Axes[1].Plant with { MassKg = 80 });
        preset.Servo.Sensors.ShouldBe([small.Servo.Sensors[0] with { Max = 50 }]);
    }

    [Fact]
    public void Read_CommentsAndTrailingCommas_AreAllowed() =>
        Read("{ // a rig\n \"loopHz\": 8000, /* fast */ }").ShouldNotBeNull().LoopHz.ShouldBe(8000);

    [Fact]
    public void Read_BrokenJson_ReportsTheLine() =>
        Faults("{\n  \"loopHz\": 4096,\n  \"servo\" { }\n}")
            .ShouldHaveSingleItem()
            .ShouldStartWith("line 3, byte 11: ");

    [Theory]
    [InlineData("""{ "servo": { "chanels": 2 } }""", "servo.chanels: is no key here (did you mean channels?)")]
    [InlineData("""{ "axes": [{ "plant": { "massKg": -3 } }] }""", "axes[0].plant.massKg: -3; must be above 0 (kg)")]
    [InlineData(
        """{ "axes": [{ "command": { "segments": [{ "frequencyHz": 0 }] } }] }""",
        "axes[0].command.segments[0].frequencyHz: 0; must be")]
    [InlineData(
        """{ "axes": [{ "command": { "mode": "displacement", "segments": [{ "mean": 0, "amplitude": 80 }] } }] }""",
        "axes[0].command.segments[0].amplitude: 80 around 0 reaches 80; allowed are up to 75 mm")]
    [InlineData(
        """{ "temp": { "channels": 1, "points": 7 } , "baseRateHz": 1999 }""",
        "temp.points: 7 points would be 699.65 Hz; a rate must")]
    [InlineData("""{ "loopHz": "fast" }""", "loopHz: \"fast\"; must be a whole number")]
    [InlineData("""{ "loopHz": 4096.5 }""", "loopHz: 4096.5; must be a whole number")]
    [InlineData("""{ "loopHz": 500 }""", "loopHz: 500; allowed are 1024 to 10000 Hz")]
    [InlineData("""{ "clockErrorPpm": 1e999 }""", "clockErrorPpm: 1e999; must be a number")]
    [InlineData("""{ "axes": {} }""", "axes: an object; must be a list [ ]")]
    [InlineData("""{ "axes": [] }""", "axes: is empty; give one or more")]
    [InlineData("""{ "servo": [] }""", "servo: a list; must be an object { }")]
    [InlineData("""{ "servo": null }""", "servo: null; must be an object { }")]
    [InlineData(
        """{ "axes": [{ "command": { "mode": 1 } }] }""",
        "axes[0].command.mode: 1; must be one of displacement, force, strain")]
    [InlineData(
        """{ "axes": [{ "command": { "mode": "torque" } }] }""", "axes[0].command.mode: \"torque\"; must be one of")]
    [InlineData("""{ "loopHz": 4096, "loopHz": 8000 }""", "loopHz: is there twice; give it once")]
    [InlineData("""{ "base": "huge" }""", "base: 'huge' is no built-in preset; known are reference, small")]
    [InlineData(
        """{ "servo": { "sensors": [{ "name": "colour" }] } }""",
        "servo.sensors[0].name: 'colour' is nothing that an axis has")]
    [InlineData(
        """{ "servo": { "sensors": [{}, { "name": "force" }] } }""", "servo.sensors[1].name: 'force' is there twice")]
    [InlineData(
        """{ "excursions": [{ "channel": "servo9" }] }""", "excursions[0].channel: 'servo9' is no servo channel")]
    [InlineData("""{ "base": "small", "axes": [{}, {}, 5] }""", "axes[2]: 5; must be an object { }")]
    [InlineData(
        """{ "axes": [{ "command": { "segments": [{}, null] } }] }""",
        "axes[0].command.segments[1]: null; must be an object { }")]
    [InlineData(
        """{ "base": "small", "ad": { "quantities": ["force", "stroke", "output", "foo"] } }""",
        "ad.quantities[3]: \"foo\"; must be one of")]
    [InlineData("""{ "notes": ["a", 7] }""", "notes[1]: 7; must be a text")]
    [InlineData(
        """{ "base": "ramp-hold-creep", "servo": { "points": 30 } }""",
        "servo.points: 66.667 blocks a second; must be a whole number where a command changes its control mode")]
    [InlineData("[]", "preset: a list; must be an object { }")]
    public void Read_AFault_ReportsWhereAndWhatIsAllowed(string json, string expected) =>
        Faults(json).ShouldContain(
            fault => fault.StartsWith(expected, StringComparison.Ordinal), string.Join('\n', Faults(json)));

    [Fact]
    public void Read_ManyFaults_ReportsAllOfThem()
    {
        IReadOnlyList<string> faults = Faults(
            """
            {
              "loopHz": true,
              "nonsense": 1,
              "servo": { "channels": 65, "points": 0 },
              "axes": [{ "plant": { "massKg": -3, "valveHz": 0 } }, { "specimen": { "areaMm2": "thin" } }]
            }
            """);

        faults.Select(fault => fault[..fault.IndexOf(':', StringComparison.Ordinal)]).ShouldBe(
            [
                "loopHz", "nonsense", "axes[1].specimen.areaMm2", "servo.channels", "servo.points",
                "axes[0].plant.valveHz", "axes[0].plant.massKg",
            ],
            ignoreOrder: true);
    }

    [Fact]
    public void ReadFile_TooLong_IsRefused()
    {
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, "{}" + new string(' ', PresetReader.MaxBytes));
            var faults = new PresetFaults();
            PresetReader.ReadFile(file, faults).ShouldBeNull();
            faults.Lines.ShouldHaveSingleItem().ShouldContain("is too long for a preset; allowed are 1048576 bytes");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void ReadFile_Missing_IsReported()
    {
        var faults = new PresetFaults();

        PresetReader.ReadFile("/nowhere/rig.json", faults).ShouldBeNull();
        faults.Lines.ShouldHaveSingleItem().ShouldStartWith("/nowhere/rig.json: Could not find");
    }

    private static RigPreset? Read(string json) =>
        PresetReader.Read(Encoding.UTF8.GetBytes(json), "mine", new PresetFaults());

    private static IReadOnlyList<string> Faults(string json)
    {
        var faults = new PresetFaults();
        PresetReader.Read(Encoding.UTF8.GetBytes(json), "mine", faults).ShouldBeNull();
        return faults.Lines;
    }
}
