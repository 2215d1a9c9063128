using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Hosting.Running;
using FuncLibs.Serialization;
using FuncLibs.Truth.Writing;
using Simulator.Rig;

namespace Simulator.Hosting.Verbs;

/// <summary>`dump`: blocks of a rig as concatenated content 1 documents, policy `columns`, as fast as possible, and the truth beside
/// them.</summary>
internal static class DumpVerb
{
    private const int BufferBytes = 1 << 20;

    /// <summary>Writes both files.</summary>
    public static async Task<int> RunAsync(VerbContext<SimulatorOptions> context)
    {
        DumpOptions dump = context.Extra<DumpOptions>();
        SimulatedRig rig = SimulatorVerbs.CreateRig(context.Options);
        long blocks = dump.BlocksAt(rig.Preset.BlocksPerSecond);
        string truthFile = dump.Out + DumpOptions.TruthExtension;
        string? fault = TruthWriter.Open(
            truthFile,
            RigTruth.FirstLine(rig, context.Options.Seed, SimulatedRig.StreamName, null),
            new TruthWriterOptions { WaitsWhenFull = true },
            out TruthWriter? truth);
        if (truth is null)
        {
            await context.Streams.Error.WriteLineAsync($"dump: {fault}");
            return ExitCodes.CannotStart;
        }

        long bytes;
        using (truth)
        {
            rig.Begin(truth);
            bytes = Write(rig, dump.Out, blocks);
            rig.Finish();
        }

        await context.Streams.Output.WriteLineAsync($"{blocks} blocks, {bytes} bytes: {dump.Out}; truth: {truthFile}");
        return ExitCodes.Ok;
    }

    private static long Write(SimulatedRig rig, string path, long blocks)
    {
        var block = new CDataBlock(rig.Layout);
        var document = new ArrayBufferWriter<byte>(rig.Description.MaxDocumentBytes);
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
        using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, BufferBytes);
        for (long i = 0; i < blocks; i++)
        {
            rig.Fill(block, i);
            document.ResetWrittenCount();
            serializer.Serialize(block, document);
            file.Write(document.WrittenSpan);
        }

        file.Flush();
        return file.Length;
    }
}
