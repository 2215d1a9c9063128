using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Hosting.Running;
using FuncLibs.Serialization;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Hosting;

/// <summary>Verbs beyond `run`, `check` and `config`.</summary>
public static class SimulatorVerbs
{
    /// <summary>Lists the presets.</summary>
    public static async Task<int> PresetsAsync(VerbContext<SimulatorOptions> context)
    {
        foreach (RigPreset preset in RigPresets.All)
            await context.Streams.Output.WriteLineAsync(Describe(preset));
        return ExitCodes.Ok;
    }

    /// <summary>Writes the first blocks of a rig as concatenated content 1 documents, policy `columns`.</summary>
    public static async Task<int> DumpAsync(VerbContext<SimulatorOptions> context)
    {
        DumpOptions dump = context.Extra<DumpOptions>();
        SimulatedRig rig = CreateRig(context.Options);
        var block = new CDataBlock(rig.Layout);
        var document = new ArrayBufferWriter<byte>(rig.Description.MaxDocumentBytes);
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
        await using FileStream file = File.Create(dump.Out);
        for (int i = 0; i < dump.Blocks; i++)
        {
            rig.Fill(block, i);
            document.ResetWrittenCount();
            serializer.Serialize(block, document);
            await file.WriteAsync(document.WrittenMemory);
        }

        await context.Streams.Output.WriteLineAsync($"{dump.Blocks} blocks, {file.Length} bytes: {dump.Out}");
        return ExitCodes.Ok;
    }

    /// <summary>The rig that valid options describe.</summary>
    public static SimulatedRig CreateRig(SimulatorOptions options) => new(
        PresetChange.Apply(RigPresets.Find(options.Preset)!, options.BlocksPerSecond, options.PointsPerBlock, out _), options.Seed);

    private static string Describe(RigPreset preset) => FormattableString.Invariant(
        $"{preset.Name,-12} {preset.BlocksPerSecond} blocks/s; servo {Describe(preset.Servo)}; temp {Describe(preset.Temp)}; ")
        + FormattableString.Invariant($"ad {Describe(preset.AD)}; ")
        + FormattableString.Invariant($"bits {preset.BitIn} in, {preset.BitOut} out; base clock {preset.BaseRateHz} Hz");

    private static string Describe(GroupPreset group) => group.Channels == 0
        ? "none"
        : FormattableString.Invariant($"{group.Channels} x {group.Points} points")
            + (group.Sensors == 0 ? "" : $" x {group.Sensors} sensors");
}
