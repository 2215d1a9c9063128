using FuncLibs.Blocks;
using FuncLibs.GroundTruth.Writing;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using Simulator.Faults.Playing;
using Simulator.Rig;

namespace Simulator.Hosting.Verbs;

/// <summary>`dump`: blocks of a rig as concatenated content 1 documents, policy `columns`, as fast as possible, and the truth beside
/// them. Faults are played; those of the link and of the clock are in the truth alone.</summary>
internal static class DumpVerb
{
    private const long NoClockUtcNs = 0;

    /// <summary>Writes both files.</summary>
    public static async Task<int> RunAsync(VerbContext<SimulatorOptions> context)
    {
        DumpOptions dump = context.Extra<DumpOptions>();
        SimulatorOptions options = context.Options;
        SimulatedRig rig = SimulatorVerbs.CreateRig(options);
        long ticks = dump.BlocksAt(rig.Preset.BlocksPerSecond);
        string truthFile = dump.Out + DumpOptions.TruthExtension;
        string? fault = TruthWriter.Open(
            truthFile,
            RigTruth.FirstLine(rig, options.Seed, SimulatedRig.StreamName, null),
            new TruthWriterOptions { WaitsWhenFull = true, MaxBytes = options.Truth.MaxBytes },
            out TruthWriter? truth);
        if (truth is null)
        {
            await context.Streams.Error.WriteLineAsync($"dump: {fault}");
            return ExitCodes.CannotStart;
        }

        using var file = new DumpFile(dump.Out, rig.Description);
        using (truth)
        {
            FaultRun? faults = SimulatorVerbs.CreateFaults(options, rig, truth);
            rig.Begin(truth);
            Write(rig, faults, file, ticks);
            rig.Finish();
        }

        await context.Streams.Output.WriteLineAsync($"{file.Blocks} blocks, {file.Bytes} bytes: {dump.Out}; truth: {truthFile}");
        if (truth.Dropped > 0)
            await context.Streams.Error.WriteLineAsync($"dump: {truth.Dropped} lines are not in {truthFile}; a larger Truth:MaxBytes keeps them");
        return ExitCodes.Ok;
    }

    private static void Write(SimulatedRig rig, FaultRun? faults, DumpFile file, long ticks)
    {
        var block = new CDataBlock(rig.Layout);
        for (long tick = 0; tick < ticks; tick++)
        {
            if (faults is not null)
            {
                faults.Play(tick, NoClockUtcNs, file);
                continue;
            }

            rig.Fill(block, tick);
            file.Emit(block, default);
        }
    }
}
