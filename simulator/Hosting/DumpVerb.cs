using System.Buffers;
using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.GroundTruth;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Messaging.RigLink;
using Simulator.Faults.Playing;
using Simulator.Rig;

namespace Simulator.Hosting;

/// <summary>`dump`: blocks of a rig as concatenated content 1 documents, policy `columns`, as fast as possible, and the
/// ground truth beside them. Faults are played; those of the link and of the clock are in the ground truth
/// alone.</summary>
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
        string groundTruthFile = dump.Out + DumpOptions.TruthExtension;
        string? fault = GroundTruthWriter.Open(
            groundTruthFile,
            RigGroundTruth.FirstLine(rig, options.Seed, SimulatedRig.StreamName, null),
            new GroundTruthWriterOptions { WaitsWhenFull = true, MaxBytes = options.Truth.MaxBytes },
            out GroundTruthWriter? groundTruth);
        if (groundTruth is null)
        {
            await context.Streams.Error.WriteLineAsync($"dump: {fault}");
            return ExitCodes.CannotStart;
        }

        using var file = new DumpFile(dump.Out, rig.Description);
        using (groundTruth)
        {
            FaultRun? faults = SimulatorVerbs.CreateFaults(options, rig, groundTruth);
            rig.Begin(groundTruth);
            Write(rig, faults, file, ticks);
            rig.Finish();
        }

        await context.Streams.Output.WriteLineAsync(
            $"{file.Blocks} blocks, {file.Bytes} bytes: {dump.Out}; truth: {groundTruthFile}");
        if (groundTruth.Dropped > 0)
            await context.Streams.Error.WriteLineAsync(
                $"dump: {groundTruth.Dropped} lines are not in {groundTruthFile}; a larger Truth:MaxBytes keeps them");
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

/// <summary>Options of the verb `dump`.</summary>
public sealed class DumpOptions
{
    /// <summary>Default of <see cref="Blocks"/>.</summary>
    public const int DefaultBlocks = 10;

    /// <summary>What is added to <see cref="Out"/> for the ground-truth file.</summary>
    public const string TruthExtension = ".truth.jsonl";

    /// <summary>Blocks to write, from block 0 on. Ignored when <see cref="Seconds"/> is given.</summary>
    [Description("blocks to write")]
    [Range(1, 10_000_000)]
    public int Blocks { get; set; } = DefaultBlocks;

    /// <summary>
    /// Seconds of the run to write, in whole blocks, rounded up, up to a week; 0 = as in <see cref="Blocks"/>.
    /// </summary>
    [Description("seconds to write instead of a number of blocks")]
    [Range(0, 604_800)]
    public double Seconds { get; set; }

    /// <summary>The file; it is replaced. The ground truth goes into a file beside it,
    /// <see cref="TruthExtension"/>.</summary>
    [Description("file for the content 1 documents; the truth goes beside it")]
    [Required]
    public string Out { get; set; } = "";

    /// <summary>Blocks of a rig at this pace.</summary>
    public long BlocksAt(double blocksPerSecond) =>
        Seconds > 0 ? (long)Math.Ceiling(Seconds * blocksPerSecond) : Blocks;
}

/// <summary>
/// The blocks of a rig as they are emitted, in a file: what a fault does to the link alone shows in the ground truth
/// only.
/// </summary>
internal sealed class DumpFile : IRigOutlet, IDisposable
{
    private const int BufferBytes = 1 << 20;

    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private readonly ArrayBufferWriter<byte> _document;
    private readonly FileStream _file;

    /// <summary>Makes the file; one that is there is replaced.</summary>
    public DumpFile(string path, StreamDescription stream)
    {
        _document = new ArrayBufferWriter<byte>(stream.MaxDocumentBytes);
        _file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, BufferBytes);
    }

    /// <summary>Blocks written.</summary>
    public long Blocks { get; private set; }

    /// <summary>Bytes written.</summary>
    public long Bytes { get; private set; }

    /// <inheritdoc/>
    public void Emit(CDataBlock block, in BlockStamp stamp)
    {
        _document.ResetWrittenCount();
        _serializer.Serialize(block, _document);
        _file.Write(_document.WrittenSpan);
        Blocks++;
        Bytes += _document.WrittenCount;
    }

    /// <inheritdoc/>
    public void Describe(StreamDescription stream)
    {
        // A document describes its own content.
    }

    /// <inheritdoc/>
    public void Report(LinkEvent happened)
    {
        // It is in the ground-truth file.
    }

    /// <inheritdoc/>
    public void Disconnect(string reason)
    {
        // There is no link; the blocks of its time are not emitted.
    }

    /// <inheritdoc/>
    public void Reconnect()
    {
        // There is no link.
    }

    /// <inheritdoc/>
    public void Restart(string reason)
    {
        // There is no link; the blocks are counted from 0 again.
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
