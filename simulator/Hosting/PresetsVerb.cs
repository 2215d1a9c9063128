using System.ComponentModel;
using System.Globalization;
using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using Simulator.Presets;

namespace Simulator.Hosting;

/// <summary>`presets`: what there is; `presets show NAME`: the document of one.</summary>
internal static class PresetsVerb
{
    private const string Show = "show";

    /// <summary>Prints the list, or a document.</summary>
    public static async Task<int> RunAsync(VerbContext<SimulatorOptions> context)
    {
        PresetsOptions presets = context.Extra<PresetsOptions>();
        TextWriter output = context.Streams.Output;
        if (presets.Do.Length > 0 && presets.Do != Show)
            return await Refuse(context, $"presets {presets.Do}: no such word; allowed is {Show} NAME");
        if (presets.Do == Show && presets.Show.Length == 0)
            return await Refuse(context, $"presets {Show}: no name; {RigPresets.Known}");
        if (presets.Show.Length > 0)
        {
            if (!RigPresets.Names.Contains(presets.Show))
                return await Refuse(context, $"presets: '{presets.Show}' is no built-in preset; {RigPresets.Known}");
            await output.WriteAsync(RigPresets.Document(presets.Show));
            return ExitCodes.Ok;
        }

        if (presets.Json)
            await output.WriteLineAsync(List());
        else
            foreach (RigPreset preset in RigPresets.All)
                await output.WriteLineAsync(Describe(preset));
        return ExitCodes.Ok;
    }

    private static async Task<int> Refuse(VerbContext<SimulatorOptions> context, string why)
    {
        await context.Streams.Error.WriteLineAsync(why);
        return ExitCodes.CannotStart;
    }

    private static string Describe(RigPreset preset)
    {
        string shape =
            Line($"{preset.BlocksPerSecond} blocks/s; servo {preset.Servo.Channels} x {preset.Servo.Points} points")
                + Line($" x {preset.Servo.Sensors.Length} sensors; ");
        string groups = Line(
            $"temp {Group(preset.Temp.Channels, preset.Temp.Points)}; ad {Group(preset.AD.Channels, preset.AD.Points)}; ");
        string rest = Line(
            $"bits {preset.BitIn} in, {preset.BitOut} out; base clock {preset.BaseRateHz} Hz; {preset.Description}");
        return $"{preset.Name,-16} {shape}{groups}{rest}";
    }

    private static string Group(int channels, int points) =>
        channels == 0 ? "none" : Line($"{channels} x {points} points");

    private static string List()
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartArray();
            foreach (RigPreset preset in RigPresets.All)
                Write(json, preset);
            json.WriteEndArray();
        }

        return System.Text.Encoding.UTF8.GetString(bytes.ToArray());
    }

    private static void Write(Utf8JsonWriter json, RigPreset preset)
    {
        json.WriteStartObject();
        json.WriteString("name", preset.Name);
        json.WriteString("description", preset.Description);
        json.WriteNumber("blocksPerSecond", preset.BlocksPerSecond);
        json.WriteNumber("baseRateHz", preset.BaseRateHz);
        json.WriteNumber("loopHz", preset.LoopHz);
        json.WriteNumber("servoChannels", preset.Servo.Channels);
        json.WriteNumber("servoPoints", preset.Servo.Points);
        json.WriteNumber("servoSensors", preset.Servo.Sensors.Length);
        json.WriteNumber("tempChannels", preset.Temp.Channels);
        json.WriteNumber("adChannels", preset.AD.Channels);
        json.WriteEndObject();
    }

    private static string Line(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>Options of the verb `presets`.</summary>
public sealed class PresetsOptions
{
    /// <summary>Key of <see cref="Do"/>: a bare word after the verb.</summary>
    internal const string Argument = nameof(Do);

    /// <summary>Key of <see cref="Show"/>: the second bare word.</summary>
    internal const string NextArgument = nameof(Show);

    /// <summary>Key of <see cref="Json"/>, which may be given without a value.</summary>
    internal const string Flag = nameof(Json);

    /// <summary>`show` or nothing.</summary>
    [Description("show, or nothing for the list")]
    public string Do { get; set; } = "";

    /// <summary>The preset whose document is printed; empty = the list.</summary>
    [Description("name of the preset whose document is printed")]
    public string Show { get; set; } = "";

    /// <summary>The list as JSON.</summary>
    [Description("the list as JSON")]
    public bool Json { get; set; }
}
