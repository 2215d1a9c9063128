using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.History;
using SignalMonitor.Pyramids;
using SignalMonitor.Recorder;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.History;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Documents;
using Testing;

namespace SignalMonitor.Tests.Pyramids;

/// <summary>
/// A recording that is written by the test, on one thread: its journal, its pyramid, and beside them every sample,
/// which a brute-force fold compares with. A block has 3 points of the base clock at 10 Hz, 4 of the analogue inputs.
/// </summary>
internal sealed class PyramidRig : IDisposable
{
    public const double BaseRateHz = 10;
    public const string Force = "servo1.force";
    private const int BlocksPerTurn = 20;
    private static readonly JournalOptions Options =
        new() { RingBytes = 1 << 20, ReservedBytes = 0, QuotaBytes = long.MaxValue };

    private readonly TemporaryFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private readonly ArrayBufferWriter<byte> _payload = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly Random _random;
    private readonly CDataBlock _block = TestStream.Block();
    private readonly List<Sample> _samples = [];
    private readonly List<StreamDescription> _described = [];
    private VariableCoordinator? _coordinator;
    private StreamVariables? _variables;
    private ulong _describedEpoch;
    private FrameArchive? _archive;
    private long _definitions;
    private ulong _catalogues;
    private int _sinceTurn;

    public PyramidRig(int seed = 1, Func<IDiskFiles, IDiskFiles>? files = null)
    {
        (_random, WrapFiles) = (new Random(seed), files ?? (real => real));
        Directory.CreateDirectory(Folder);
        new RecordingDocument
        {
            Format = RecordingDocument.CurrentFormat,
            Station = "lab/rig1",
            Run = RecordedRun.From(new TestRun
            {
                Station = "lab/rig1",
                Name = "T-1",
                StartedUtc = UtcClock.TimeOf(TestStream.AcquiredNs),
            }),
            Publishers = [new RecordedPublisher(TestStream.Publisher, "journal")],
        }.Write(Folder);
        Open();
    }

    public string Root => _folder.Path;

    public string Folder => _folder.File(Path.Combine("lab", "rig1", "T-1"));

    public string PyramidFolder => Path.Combine(Folder, PyramidIdentity.FolderName);

    public string PyramidPath => Path.Combine(PyramidFolder, "journal.1" + PyramidIdentity.Ending);

    public Func<IDiskFiles, IDiskFiles> WrapFiles { get; set; }

    public JournalPyramids Pyramids { get; private set; } = null!;

    public StreamPyramid Rows => Pyramids.GetOrAdd(TestStream.Id, "main");

    public List<string> Notes { get; } = [];

    public StreamDescription Description { get; set; } = TestStream.Description with { BaseRateHz = BaseRateHz };

    /// <summary>Called with each block, when it is due, and what is calculated of it.</summary>
    public Action<CDataBlock, long, VariablePlan?>? Delivered { get; set; }

    /// <summary>Moves the time of the blocks that follow.</summary>
    public long StepNs { get; set; }

    public ulong Epoch { get; set; } = 1;

    public ulong Sequence { get; private set; }

    /// <summary>True: no one writes what the compute thread hands over.</summary>
    public bool IsStalled { get; set; }

    /// <summary>True: blocks are in the journal, and no compute thread has them.</summary>
    public bool IsNotComputed { get; set; }

    /// <summary>Calculated channels of the blocks that follow; the recording has their definitions.</summary>
    public void Define(params SignalVariable[] variables)
    {
        VariableSet set = new() { Station = "lab/rig1", Revision = ++_definitions, Variables = [.. variables] };
        DocumentFile.Write(Path.Combine(Folder, $"definitions-{_definitions:D8}.json"), VariablesDocument.From(set))
            .ShouldBeNull();
        _coordinator ??= new VariableCoordinator(null);
        _variables ??= _coordinator.NewStream(TestStream.Publisher, TestStream.Id, "main");
        _coordinator.Take(set);
    }

    /// <summary>Delivers blocks: to the journal, the pyramid, and the list of samples.</summary>
    public void Add(int blocks)
    {
        for (int i = 0; i < blocks; i++)
            Deliver(++Sequence, new Random((int)(Sequence + (1000 * Epoch))), isNew: true);
        Turn();
    }

    /// <summary>Blocks that were lost on the way.</summary>
    public void Lose(ulong blocks) => Sequence += blocks;

    /// <summary>Delivers the last blocks again, as after a restart of the monitor.</summary>
    /// <param name="blocks">How many.</param>
    /// <param name="gone">The last of these are not delivered: the publisher does not have them any more.</param>
    public void Again(ulong blocks, ulong gone = 0)
    {
        for (ulong sequence = Sequence - blocks + 1; sequence <= Sequence - gone; sequence++)
            Deliver(sequence, new Random((int)(sequence + (1000 * Epoch))), isNew: false);
    }

    /// <summary>Another run of the connector.</summary>
    public void NextEpoch() => (Epoch, Sequence) = (Epoch + 1, 0);

    public void Turn()
    {
        _sinceTurn = 0;
        _time.Advance(TimeSpan.FromSeconds(6));
        _archive!.Step();
        if (!IsStalled)
            Pyramids.Step(CancellationToken.None);
    }

    /// <summary>The process is killed, and the next one opens the recording.</summary>
    public void Kill(Action? meanwhile = null)
    {
        _archive!.Step();
        _archive.Dispose();
        Pyramids.Dispose();
        meanwhile?.Invoke();
        Open();
    }

    /// <summary>The run is stopped: everything is written.</summary>
    public void Close()
    {
        Pyramids.RequestEnd();
        Rows.End();
        _archive!.Finish();
        Pyramids.Step(CancellationToken.None).ShouldBeTrue(string.Join("; ", Notes));
        Pyramids.Dispose();
        _archive.Dispose();
        _archive = null;
    }

    /// <summary>The process is killed, and none comes back.</summary>
    public void Leave()
    {
        _archive!.Step();
        Pyramids.Dispose();
        _archive.Dispose();
        _archive = null;
    }

    public RecordedHistory OpenHistory()
    {
        RecordedHistory.Open(Folder, out RecordedHistory? history).ShouldBeNull();
        return history!;
    }

    /// <summary>Reads a window of the recording.</summary>
    public HistoryView Read(
        long? fromNs = null, long? toNs = null, int buckets = 2048, string pattern = "*", bool isLive = false)
    {
        using RecordedHistory history = OpenHistory();
        history.IsLive = isLive;
        history.Read(
            new HistoryWindow("main", pattern, fromNs, toNs, buckets), CancellationToken.None, out HistoryView? view)
            .ShouldBeNull();
        return view!;
    }

    /// <summary>Compares every bucket of a view with every sample that was delivered.</summary>
    /// <param name="view">The view.</param>
    /// <param name="comparesEnds">False: first and last are not compared, as where the clock was set back.</param>
    public void ShouldBeEverySample(HistoryView view, bool comparesEnds = true)
    {
        Dictionary<(string, long), Bucket> expected = [];
        foreach (Sample sample in _samples)
        {
            (string, long) key = (sample.Signal, Floor(sample.Ns, view.Table.Grid.WidthNs));
            expected[key] = expected.TryGetValue(key, out Bucket known)
                ? new Bucket(
                    Math.Min(known.Min, sample.Value), Math.Max(known.Max, sample.Value), known.First, sample.Value,
                    known.Count + 1)
                : new Bucket(sample.Value, sample.Value, sample.Value, sample.Value, 1);
        }

        for (int column = 0; column < view.Names.Length; column++)
        {
            for (int row = 0; row < view.Table.Buckets; row++)
            {
                Bucket found = view.Table[row, column];
                Bucket wanted = expected.GetValueOrDefault((view.Names[column], view.Table.First + row));
                if (found.Count == 0)
                    found = default;
                if (!comparesEnds)
                    (found, wanted) = (found with { First = 0, Last = 0 }, wanted with { First = 0, Last = 0 });
                found.ShouldBe(
                    wanted, $"{view.Names[column]}, bucket {view.Table.First + row} of {view.Table.Grid.WidthNs} ns");
            }
        }
    }

    /// <summary>Reads windows of many lengths and widths, and compares them with every sample.</summary>
    public void ShouldBeEverySample(bool comparesEnds = true)
    {
        HistoryView whole = Read();
        ShouldBeEverySample(whole, comparesEnds);
        (long from, long to) = (whole.Table.StartNs, whole.UntilNs);
        foreach (int buckets in (int[])[2, 7, 100, 600])
            ShouldBeEverySample(Read(from, to, buckets), comparesEnds);
        for (int i = 0; i < 12; i++)
        {
            long begin = _random.NextInt64(from, to - 1);
            long end = begin + Math.Max(1, (long)((to - begin) * Math.Pow(10, -3 * _random.NextDouble())));
            ShouldBeEverySample(Read(begin, end, _random.Next(2, 2048), "servo1.*"), comparesEnds);
        }
    }

    public void Dispose()
    {
        _variables?.Dispose();
        Pyramids.Dispose();
        _archive?.Dispose();
        _folder.Dispose();
    }

    private static long Floor(long ns, long width) => (ns / width) - (ns % width < 0 ? 1 : 0);

    private void Open()
    {
        FrameArchive.Open(
            new DiskFiles(Path.Combine(Folder, "journal")), Options, TestStream.Publisher, _time, out _archive)
            .IsOk.ShouldBeTrue();
        Pyramids = new JournalPyramids(
            WrapFiles(new DiskFiles(PyramidFolder)), "journal", _archive!,
            new PyramidOptions(0, _time, Notes.Add));
    }

    private void Deliver(ulong sequence, Random random, bool isNew)
    {
        Fill(sequence, random);
        long acquiredNs = TestStream.AcquiredNs + StepNs + SampleClock.NsOf(_block.FirstSampleIndex, BaseRateHz)
            + ((long)(Epoch - 1) * 3_600_000_000_000);
        _payload.ResetWrittenCount();
        _serializer.Serialize(_block, _payload);
        FrameHeader header = new FrameHeader
        {
            Kind = FrameKind.Data,
            Publisher = TestStream.Publisher,
            Stream = TestStream.Id,
            Content = _serializer.ContentId,
            Epoch = Epoch,
            Sequence = sequence,
            AcquiredNs = acquiredNs,
            PublishedNs = acquiredNs,
            CatalogueRevision = Describe(acquiredNs),
        }.WithPayload(_payload.WrittenSpan);
        header.Write(_header);
        _variables?.Compute(_block, header, Description, acquiredNs);
        if (isNew)
        {
            _archive!.Append(_header, _payload.WrittenSpan).ShouldBeTrue();
            Remember(acquiredNs);
            RememberCalculated(acquiredNs);
        }

        if (!IsNotComputed)
            Rows.Add(_block, header, Description, _variables?.Plan);
        Delivered?.Invoke(_block, acquiredNs, _variables?.Plan);
        if (++_sinceTurn == BlocksPerTurn)
            Turn();
    }

    // A catalogue before the first block of a description, and of an epoch.
    private uint Describe(long acquiredNs)
    {
        int known = _described.IndexOf(Description);
        if (known >= 0 && _describedEpoch == Epoch)
            return (uint)known + 1;
        if (known < 0)
            _described.Add(Description);
        _describedEpoch = Epoch;
        uint revision = (uint)_described.IndexOf(Description) + 1;
        ArrayBufferWriter<byte> payload = new();
        CatalogueCodec.Write(TestStream.Catalogue(revision, Description), payload);
        byte[] header = new byte[FrameHeader.Size];
        new FrameHeader
        {
            Kind = FrameKind.Catalogue,
            Publisher = TestStream.Publisher,
            Stream = FrameHeader.ControlStream,
            Epoch = Epoch,
            Sequence = ++_catalogues,
            AcquiredNs = acquiredNs,
            PublishedNs = acquiredNs,
            CatalogueRevision = revision,
        }.WithPayload(payload.WrittenSpan).Write(header);
        _archive!.Append(header, payload.WrittenSpan).ShouldBeTrue();
        return revision;
    }

    private void Fill(ulong sequence, Random random)
    {
        _block.FirstSampleIndex = (long)(sequence - 1) * 3;
        _block.SampleRateHz = BaseRateHz;
        foreach (BlockGroup group in (BlockGroup[])[BlockGroup.Servo, BlockGroup.Temp])
        {
            for (int c = 0; c < _block.ChannelCount(group); c++)
            {
                BlockChannel channel = _block.Channel(group, c);
                channel.Count.Fill((long)sequence / 10);
                Fill(channel.Command, random);
                Fill(channel.Output, random);
                for (int s = 0; s < channel.SensorCount; s++)
                    Fill(channel.Sensor(s), random);
            }
        }

        for (int c = 0; c < _block.ChannelCount(BlockGroup.AD); c++)
            Fill(_block.Channel(BlockGroup.AD, c).Values, random);
    }

    private static void Fill(Span<double> values, Random random)
    {
        foreach (ref double value in values)
            value = random.Next(1000) == 0 ? 1e6 * random.NextDouble() : random.NextDouble() - 0.5;
    }

    // Not by the code that is tested, but for the times of the samples.
    private void Remember(long acquiredNs)
    {
        foreach (SignalDescription signal in new StreamSignals(Description).All)
        {
            SignalAddress address = signal.Address;
            (int num, int den) = (1, 1);
            double[] values;
            if (address.IsBit)
            {
                BitGroup group = address.Group == SignalGroup.BitIn ? BitGroup.In : BitGroup.Out;
                values = [_block.Bit(group, address.Channel) ? 1 : 0];
            }
            else
            {
                ChannelDescription channel = Description.Channels((BlockGroup)address.Group)[address.Channel];
                (num, den) = (channel.RateNum, channel.RateDen);
                values = SignalColumns.Get(_block, address, new double[8]).ToArray();
            }

            SampleTimes times = new(BaseRateHz, num, den);
            for (int i = 0; i < values.Length; i++)
            {
                long ns = acquiredNs + times.OffsetNs(_block.FirstSampleIndex, i);
                _samples.Add(new Sample(signal.Name, ns, values[i]));
            }
        }
    }

    private void RememberCalculated(long acquiredNs)
    {
        SampleTimes times = new(BaseRateHz, 1, 1);
        foreach (RunningVariable variable in _variables?.Plan?.Variables ?? [])
        {
            ReadOnlySpan<double> values = _variables!.Plan!.Program.Values(variable.Place);
            for (int i = 0; i < values.Length; i++)
                _samples.Add(new Sample(
                    variable.Name, acquiredNs + times.OffsetNs(_block.FirstSampleIndex, i), values[i]));
        }
    }

    private readonly record struct Sample(string Signal, long Ns, double Value);
}
