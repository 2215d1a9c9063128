using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.GroundTruth;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using Testing;

namespace Tools.Tests.Scoring;

/// <summary>A real journal of a known signal, and the truth of it beside.</summary>
internal sealed class ScoredRig : IDisposable
{
    public const int RateHz = 5000;
    public const int Points = 50;
    public const long BeganNs = 1_700_000_000_000_000_000;

    public static readonly Guid Publisher = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");

    private static readonly StreamDescription Stream = new(
        1, "main", RateHz, Points,
        [
            new ChannelDescription(
                0, "", 1, 1, Points,
                [
                    new ColumnDescription("command", "kN", -100, 100, 0),
                    new ColumnDescription("output", "%", -100, 100, 0),
                    new ColumnDescription("force", "kN", -100, 100, 0),
                    new ColumnDescription("strain", "%", -25, 25, 0),
                ]),
        ],
        [], [], [], []);

    private readonly TemporaryFolder _folder = new();
    private readonly ArrayBufferWriter<byte> _payload = new();
    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private readonly CDataBlock _block = new(Stream.ToLayout());
    private readonly FrameJournal _journal;
    private ulong _sequence;

    public ScoredRig()
    {
        JournalOptions options = new() { RingBytes = 1 << 22, ReservedBytes = 0, SegmentBytes = 1 << 20 };
        FrameJournal.Open(new DiskFiles(Folder), options, Publisher, 1, new FakeTime(), null, out FrameJournal? journal)
            .IsOk.ShouldBeTrue();
        _journal = journal!;
        CatalogueCodec.Write(new PublisherCatalogue(1, Publisher, "lab", "rig1", [], [Stream]), _payload);
        Append(FrameKind.Catalogue, FrameHeader.ControlStream, 8, 1, 0);
        _block.SetGroup(BlockGroup.Servo, 1);
    }

    public string Folder => _folder.File("journal");

    public string TruthFile => _folder.File("truth.jsonl");

    public static RunLine Run => new("test", 1, "main", RateHz, 10_000, Points, BeganNs);

    /// <summary>The force in kN, of the base sample.</summary>
    public Func<long, double> Force { get; set; } = _ => 0;

    /// <summary>The strain in %, of the base sample.</summary>
    public Func<long, double> Strain { get; set; } = _ => 0;

    /// <summary>Records all blocks of a range, but for those that are lost.</summary>
    public void Record(long from, long to, params (long From, long To)[] lost)
    {
        for (long first = from; first < to; first += Points)
        {
            if (!lost.Any(range => first >= range.From && first < range.To))
                Record(first);
        }

        _journal.Step();
    }

    /// <summary>Writes the truth of a run.</summary>
    public void Write(Action<GroundTruthWriter> lines, RunLine? run = null)
    {
        GroundTruthWriterOptions options = new() { WaitsWhenFull = true };
        GroundTruthWriter.Open(TruthFile, run ?? Run, options, out GroundTruthWriter? writer).ShouldBeNull();
        using (writer)
            lines(writer!);
    }

    /// <summary>Scores the journal.</summary>
    public Task<(int Code, string Output, string Errors)> ScoreAsync(params string[] words) =>
        CommandAsync(["--source", Folder, .. words]);

    /// <summary>Scores, with only what is given.</summary>
    public Task<(int Code, string Output, string Errors)> CommandAsync(params string[] words) => ToolsCommand.RunAsync(
        ["score", "--Database:Provider", "none", "--truth", TruthFile, .. words]);

    /// <summary>The lines of a result as CSV, by kind and name.</summary>
    public async Task<Dictionary<string, string[]>> LinesAsync(params string[] words)
    {
        (int code, string output, string errors) = await ScoreAsync(["--csv", .. words]);
        code.ShouldBe(0, errors);
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1).Select(line => line.Split(','))
            .ToDictionary(cells => $"{cells[0]} {cells[1]}".Trim(), cells => cells);
    }

    public void Dispose()
    {
        _journal.Finish();
        _journal.Dispose();
        _folder.Dispose();
    }

    private void Record(long first)
    {
        _block.FirstSampleIndex = first;
        _block.SampleRateHz = RateHz;
        BlockChannel channel = _block.Channel(BlockGroup.Servo, 0);
        channel.PointCount = Points;
        channel.SensorCount = 2;
        for (int i = 0; i < Points; i++)
        {
            channel.Sensor(0)[i] = Force(first + i);
            channel.Sensor(1)[i] = Strain(first + i);
        }

        _block.Counts = _block.ArrayLengths;
        _block.IsValid = true;
        _payload.ResetWrittenCount();
        _serializer.Serialize(_block, _payload);
        Append(FrameKind.Data, 1, _serializer.ContentId, ++_sequence, first);
    }

    private void Append(FrameKind kind, uint stream, byte content, ulong sequence, long first)
    {
        long due = BeganNs + (first * 1_000_000_000 / RateHz);
        FrameHeader header = new FrameHeader
        {
            Kind = kind,
            Publisher = Publisher,
            Stream = stream,
            Content = content,
            Epoch = _journal.Epoch,
            Sequence = sequence,
            AcquiredNs = due,
            PublishedNs = due,
            CatalogueRevision = 1,
        }.WithPayload(_payload.WrittenSpan);
        byte[] bytes = new byte[FrameHeader.Size];
        header.Write(bytes);
        if (!_journal.Append(bytes, _payload.WrittenSpan))
        {
            _journal.Step();
            _journal.Append(bytes, _payload.WrittenSpan).ShouldBeTrue();
        }
    }
}
