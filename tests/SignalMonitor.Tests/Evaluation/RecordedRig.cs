using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Signals.Stateful;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Evaluation;

/// <summary>
/// A real journal of small test blocks with random forces, and a live stream of variables that gets the same blocks.
/// </summary>
internal sealed class RecordedRig : IDisposable
{
    public const ulong FirstEpoch = 1000;

    private readonly TemporaryFolder _folder = new();
    private readonly Random _random = new(1);
    private readonly CDataBlock _block = TestStream.Block();
    private readonly ArrayBufferWriter<byte> _payload = new();
    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private VariableCoordinator _coordinator = new(null);
    private FrameJournal _journal = null!;
    private ulong _controlSequence;
    private uint _revision;

    public RecordedRig()
    {
        Live = _coordinator.NewStream(TestStream.Publisher, TestStream.Id, "main");
        _block.FirstSampleIndex = 1000;
        Begin(FirstEpoch);
    }

    public StreamVariables Live { get; private set; }

    public string StateFolder => _folder.Path;

    public string Folder => _folder.File("journal");

    public ulong Sequence { get; private set; }

    /// <summary>What <see cref="Live"/> computes from the next block on.</summary>
    public void Define(params SignalVariable[] variables) =>
        _coordinator.Take(new VariableSet { Station = "lab/rig1", Revision = 1, Variables = [.. variables] });

    /// <summary>A new run of the publisher.</summary>
    public void Begin(ulong epoch)
    {
        _journal?.Finish();
        _journal?.Dispose();
        JournalOptions options = new() { RingBytes = 1 << 20, ReservedBytes = 0, SegmentBytes = 16 * 1024 };
        FrameJournal.Open(
            new DiskFiles(Folder),
            options,
            TestStream.Publisher,
            epoch,
            new FakeTime(),
            null,
            out FrameJournal? journal)
            .IsOk.ShouldBeTrue();
        _journal = journal!;
        (Sequence, _controlSequence) = (0, 0);
        Describe(TestStream.Description);
    }

    /// <summary>A new revision of the catalogue.</summary>
    public void Describe(params StreamDescription[] streams)
    {
        _payload.ResetWrittenCount();
        CatalogueCodec.Write(
            new PublisherCatalogue(++_revision, TestStream.Publisher, "lab", "rig1", [], [.. streams]), _payload);
        Append(FrameKind.Catalogue, FrameHeader.ControlStream, 8, ++_controlSequence);
    }

    /// <summary>Blocks, each of which goes into the journal and through <see cref="Live"/>.</summary>
    public void Record(int blocks, bool isHeard = true)
    {
        for (int i = 0; i < blocks; i++)
        {
            foreach (ref double value in _block.Channel(BlockGroup.Servo, 0).Sensor(0))
                value = (_random.NextDouble() * 200) - 100;
            _payload.ResetWrittenCount();
            _serializer.Serialize(_block, _payload);
            FrameHeader header = Append(FrameKind.Data, TestStream.Id, _serializer.ContentId, ++Sequence);
            if (isHeard)
            {
                Live.Compute(_block, header, TestStream.Description, header.AcquiredNs);
                Computed?.Invoke(Live.Plan!);
            }

            _block.FirstSampleIndex += BlockTime.PointsOf(_block, TestStream.Description);
        }
    }

    /// <summary>Called after each block of <see cref="Record"/>.</summary>
    public Action<VariablePlan>? Computed { get; set; }

    /// <summary>A block that nobody can read.</summary>
    public void RecordRubbish()
    {
        _payload.ResetWrittenCount();
        _payload.Write("rubbish!"u8);
        Append(FrameKind.Data, TestStream.Id, _serializer.ContentId, ++Sequence);
        _block.FirstSampleIndex += BlockTime.PointsOf(_block, TestStream.Description);
    }

    /// <summary>A block of another stream.</summary>
    public void RecordOther(uint stream) => Append(FrameKind.Data, stream, _serializer.ContentId, 1);

    /// <summary>The monitor ends and continues where it stopped.</summary>
    public void Restart(params SignalVariable[] variables)
    {
        ArrayBufferWriter<byte> memory = new();
        Live.Plan!.Program.Save(new StateWriter(memory));
        StreamVariables before = Live;
        _coordinator = new VariableCoordinator(null);
        Live = _coordinator.NewStream(TestStream.Publisher, TestStream.Id, "main");
        Live.Resume(before.Epoch, before.NextSample, memory.WrittenMemory);
        before.Dispose();
        Define(variables);
    }

    /// <summary>The log of this run, as the report writes it.</summary>
    public void WriteLog()
    {
        using EvaluationLog log = new(StateFolder);
        while (_coordinator.TryTakeSwitch(out PlanSwitch? made))
            log.Add(EvaluationLogEntry.From(made)).ShouldBeNull();
        while (_coordinator.TryTakeGap(out SampleGap? gap))
            log.Add(EvaluationLogEntry.From(gap)).ShouldBeNull();
    }

    /// <summary>Samples that were never published.</summary>
    public void Skip(int samples) => _block.FirstSampleIndex += samples;

    /// <summary>All that was recorded is on disk; the journal continues being written.</summary>
    public void Flush() => _journal.Step();

    public Task<(int Code, string Output, string Errors)> Eval(string expression, params string[] more)
    {
        Flush();
        return EvalCommand.RunAsync(["--expr", expression, "--source", Folder, .. more]);
    }

    public void Dispose()
    {
        _journal.Finish();
        _journal.Dispose();
        Live.Dispose();
        _folder.Dispose();
    }

    private FrameHeader Append(FrameKind kind, uint stream, byte content, ulong sequence)
    {
        FrameHeader header = new FrameHeader
        {
            Kind = kind,
            Publisher = TestStream.Publisher,
            Stream = stream,
            Content = content,
            Epoch = _journal.Epoch,
            Sequence = sequence,
            AcquiredNs = TestStream.AcquiredNs + ((long)sequence * 100_000),
            PublishedNs = TestStream.AcquiredNs + ((long)sequence * 100_000),
            CatalogueRevision = _revision,
        }.WithPayload(_payload.WrittenSpan);
        byte[] bytes = new byte[FrameHeader.Size];
        header.Write(bytes);
        _journal.Append(bytes, _payload.WrittenSpan).ShouldBeTrue();
        return header;
    }
}
