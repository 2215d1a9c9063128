using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;
using SignalMonitor.Events;
using SignalMonitor.Recorder;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;
using SignalMonitor.Tests.Receiving;
using Testing;

namespace SignalMonitor.Tests.Recorder.Modes;

/// <summary>
/// A test run that is recorded in modes, of blocks that follow each other: 3 servo points, 2 of a temperature, 4 of an
/// input each. A connector that sends again what was not settled when the monitor was killed is played too.
/// </summary>
internal sealed class ModeRun : IDisposable
{
    public const string Name = "A";
    public const int Points = 3;

    private readonly StreamDescription _stream;
    private readonly SortedDictionary<ulong, Action<CDataBlock>> _sent = [];
    private readonly SortedDictionary<ulong, RecordingProgress> _places = [];
    private uint _revision = 1;

    public ModeRun(
        RecorderOptions options,
        double rateHz = ReferenceBlocks.SampleRateHz,
        Func<string, IDiskFiles>? files = null,
        int ringBytes = 1 << 20)
    {
        Rig = new RecorderRig(files, modes: options, ringBytes: ringBytes);
        _stream = TestStream.Description with { BaseRateHz = rateHz };
        Begin();
    }

    public RecorderRig Rig { get; }

    public string Folder => Rig.PathOf(Name);

    public RecordingSummary Verified => Rig.Verify(Name);

    public static long NsOf(long samples, double rateHz = ReferenceBlocks.SampleRateHz) =>
        (long)((Int128)samples * 1_000_000_000 / (long)rateHz);

    public static long IndexOf(ulong sequence) => ((long)sequence - 1) * Points;

    /// <summary>A block whose samples are 0, but for what is filled in.</summary>
    public void Send(ulong sequence, Action<CDataBlock>? fill = null)
    {
        CDataBlock block = Rig.Intake.Block;
        Clear(block);
        block.SampleRateHz = _stream.BaseRateHz;
        block.FirstSampleIndex = IndexOf(sequence);
        fill?.Invoke(block);
        _sent[sequence] = fill ?? (_ => { });
        Rig.Intake.Data(IntakeRig.DataHeader(sequence, revision: _revision) with
        {
            AcquiredNs = TestStream.AcquiredNs + NsOf(IndexOf(sequence), _stream.BaseRateHz),
        }).ShouldBeTrue();
        Rig.Intake.RunCompute();
        _places[sequence] = Rig.Connection.Progress;
    }

    public void Send(ulong first, ulong last)
    {
        for (ulong sequence = first; sequence <= last; sequence++)
            Send(sequence);
    }

    /// <summary>The stream is another one from here on.</summary>
    public void Describe(StreamDescription stream) => Rig.Intake.Catalogue(++_revision, stream);

    /// <summary>Waits until what was sent is settled up to a block.</summary>
    public void WaitUntilSettled(ulong sequence) =>
        Eventually.True(() => _places[sequence].IsSettled, $"block {sequence} is settled");

    /// <summary>Waits until some of what was sent is settled.</summary>
    public void WaitUntilWrittenDown() =>
        Eventually.True(() => File.Exists(Path.Combine(Folder, ResumeDocument.FileName)), "the modes are written down");

    /// <summary>Waits until the recorder's thread has taken all that was sent.</summary>
    public void WaitUntilTaken()
    {
        string events = Path.Combine(Folder, RecordedEvent.FileName);

        // A note that it reads may have come after the blocks of that turn; one after it has not.
        for (int turn = 0; turn < 2; turn++)
        {
            string note = $"mark {Guid.NewGuid()}";
            Rig.Events.Add(DashboardEventKind.Connection, "", DashboardEventSeverity.Info, 0, note);
            Eventually.True(() => File.Exists(events) && ReadShared(events).Contains(note), "the note is recorded");
        }
    }

    /// <summary>Waits until a trigger was met.</summary>
    public void WaitForTrigger() => Rig.WaitFor(status => status.Triggers > 0);

    /// <summary>What was said in events.</summary>
    public string[] Said() => [.. Rig.Events.ReadAfter(0, int.MaxValue).All.Select(one => one.Text)];

    /// <summary>The monitor is killed, comes back, and gets again what was not settled.</summary>
    public void KillAndResume() => Resume(Rig.Kill);

    /// <summary>The monitor ends and comes back.</summary>
    public void RestartAndResume() => Resume(Rig.Stop);

    /// <summary>The run is stopped.</summary>
    public void End()
    {
        Rig.Take(RecorderRig.Run(Name, stopped: RecorderRig.Started.AddHours(1)));
        Rig.WaitFor(status => status.Run is null && Rig.Certified.Count >= 1);
    }

    public ulong[] Sequences(string folder = "journal") => Rig.Sequences(Name, folder: folder);

    /// <summary>The stored blocks of a journal, and what its catalogue says of them.</summary>
    public List<(CDataBlock Block, StreamDescription Stream, ulong Sequence, long AcquiredNs)> Blocks(string folder)
    {
        JournalFolder journal =
            new(new DiskFiles(Path.Combine(Folder, folder)), JournalOptions.Default, TestStream.Publisher);
        SerializerSet formats = BuiltInSerializers.CreateRegistry().CreateSet();
        List<(CDataBlock, StreamDescription, ulong, long)> found = [];
        using RangeReader reader = journal.NewReader();
        foreach (StreamExtent extent in journal.Report.Extents.Where(extent => extent.Stream == TestStream.Id))
        {
            reader.Begin(new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last));
            for (ReadStep step; (step = reader.Next()) is ReadStep.Frame or ReadStep.Missing;)
            {
                if (step != ReadStep.Frame)
                    continue;
                CDataBlock block = new(BlockLayout.Empty);
                formats.Deserialize(reader.Frame.Content, reader.Payload, block).IsOk.ShouldBeTrue();
                StoredFrame catalogue = journal.FindCatalogue(reader.Frame.CatalogueRevision).ShouldNotBeNull();
                FuncLibs.Blocks.Catalogue.Codec.CatalogueCodec.Read(
                    catalogue.Payload.Span, out PublisherCatalogue? read).IsOk.ShouldBeTrue();
                StreamDescription stream = read!.Stream(TestStream.Id).ShouldNotBeNull();
                stream.CheckFit(block).ShouldBe(CatalogueOutcome.Ok);
                found.Add((block, stream, reader.Frame.Sequence, reader.Frame.AcquiredNs));
            }
        }

        return found;
    }

    public void Dispose() => Rig.Dispose();

    private static void Clear(CDataBlock block)
    {
        foreach (BlockGroup group in (BlockGroup[])[BlockGroup.Servo, BlockGroup.Temp, BlockGroup.AD])
        {
            for (int place = 0; place < block.ChannelCount(group); place++)
            {
                BlockChannel channel = block.Channel(group, place);
                if (group == BlockGroup.AD)
                {
                    channel.Values.Clear();
                    continue;
                }

                channel.Count.Clear();
                channel.Command.Clear();
                channel.Output.Clear();
                for (int sensor = 0; sensor < channel.SensorCount; sensor++)
                    channel.Sensor(sensor).Clear();
            }
        }

        block.BitBytes(BitGroup.In).Clear();
        block.BitBytes(BitGroup.Out).Clear();
    }

    private static string ReadShared(string path)
    {
        using StreamReader reader = new(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        return reader.ReadToEnd();
    }

    private void Begin()
    {
        Rig.Take(RecorderRig.Run(Name));
        Describe(_stream);
    }

    private void Resume(Action end)
    {
        end();
        ulong settled = _places.TakeWhile(place => place.Value.IsSettled).LastOrDefault().Key;
        Rig.Start();
        Begin();
        foreach ((ulong sequence, Action<CDataBlock> fill) in _sent.Where(sent => sent.Key > settled).ToArray())
            Send(sequence, fill);
    }
}
