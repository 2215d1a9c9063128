using System.Diagnostics;
using Benchmarks.Journal;
using Benchmarks.Measuring;
using Benchmarks.Serialization.Data;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.FullPath;

/// <summary>
/// The reference block as fast as it goes, in turns: the same bytes over a bare PUB and SUB pair, the connector's whole
/// path with its journal in memory, the journal alone there, the path with the journal on the disk, that without a
/// subscriber, and the journal alone.
/// </summary>
internal sealed class FullPathBenchmark(string folder, PathTransport library, MetricReport report)
{
    private const string Memory = "/dev/shm";
    private const int WarmUps = 1;
    private const int Rounds = 10;
    private const int Frames = 6000;

    // The sender waits for the sink in steps: PUB drops what a subscriber does not take.
    private const int Ahead = 64;

    // Whoever waits sleeps: a waiting thread that spins takes a core from those it waits for.
    private const long PauseNs = 200_000;

    private readonly CDataBlock _block = BlockData.Create(DataKind.Decimals, DataShape.Reference);

    /// <summary>Runs it and reports.</summary>
    /// <exception cref="InvalidDataException">A frame got lost.</exception>
    public void Run()
    {
        List<double> bare = [], memory = [], memoryJournal = [], disk = [], alone = [], journal = [];
        string memoryFolder = Directory.Exists(Memory) ? Memory : folder;
        for (int round = -WarmUps; round < Rounds; round++)
        {
            if (round == 0)
                Array.ForEach([bare, memory, memoryJournal, disk, alone, journal], values => values.Clear());
            bare.Add(Bare());
            memory.Add(InFolder(memoryFolder, WholePath));
            memoryJournal.Add(InFolder(memoryFolder, JournalAlone));
            disk.Add(InFolder(folder, WholePath));
            alone.Add(InFolder(folder, PathWithoutSubscriber));
            journal.Add(InFolder(folder, JournalAlone));
        }

        string name = $"full-path{library.Suffix}";
        report.Add($"{name}.bare-pubsub", Median.Get(bare), "blocks/s");
        report.Add($"{name}.journal-in-memory", Median.Get(memory), "blocks/s");
        report.Add($"{name}.journal-in-memory-alone", Median.Get(memoryJournal), "blocks/s");
        report.Add($"{name}.journal-on-disk", Median.Get(disk), "blocks/s");
        report.Add($"{name}.journal-on-disk.no-subscriber", Median.Get(alone), "blocks/s");
        report.Add($"{name}.journal-alone", Median.Get(journal), "blocks/s");
        report.Add($"{name}.in-memory.vs-bare", Median.OfRatios(memory, bare), "x");
        report.Add($"{name}.in-memory.vs-journal", Median.OfRatios(memory, memoryJournal), "x");
        report.Add($"{name}.on-disk.vs-journal", Median.OfRatios(disk, journal), "x");
        report.Add($"{name}.on-disk.no-subscriber.vs-journal", Median.OfRatios(alone, journal), "x");
    }

    private static double InFolder(string where, Func<string, double> run)
    {
        string own = Path.Combine(where, $"full-path-{Guid.NewGuid():N}");
        Directory.CreateDirectory(own);
        try
        {
            return run(own);
        }
        finally
        {
            Directory.Delete(own, recursive: true);
        }
    }

    // The frame is made once; only its sequence changes, so that the sink can see that none is missing.
    private double Bare()
    {
        var payload = new System.Buffers.ArrayBufferWriter<byte>();
        ColumnsSerializer.Standard().Serialize(_block, payload);
        byte[] topic = Topic.Create(FrameKind.Data, "lab", "rig1", "main").Utf8.ToArray();
        byte[] header = new byte[FrameHeader.Size];
        var frame = new FrameHeader
        {
            Kind = FrameKind.Data,
            Publisher = Guid.NewGuid(),
            Stream = 1,
            Content = 1,
            Epoch = 1,
        }.WithPayload(payload.WrittenSpan);
        ulong sequence = 0;
        return Measure(publisher =>
        {
            (frame with { Sequence = ++sequence }).Write(header);
            publisher.TryPublish(topic, header, payload.WrittenSpan);
        });
    }

    private double WholePath(string own)
    {
        ConnectorPath? path = null;
        try
        {
            return Measure(
                publisher => (path ??= new ConnectorPath(own, _block, publisher)).Publish(0),
                () => path!.WaitUntilDurable());
        }
        finally
        {
            path?.Dispose();
        }
    }

    // The connector by itself: on a small machine the subscriber's work takes what the journal could use.
    private double PathWithoutSubscriber(string own)
    {
        using ITransport transport = library.Create();
        using IFramePublisher publisher = transport.Publish(Endpoint.Parse("tcp://127.0.0.1:0"));
        using var path = new ConnectorPath(own, _block, publisher);
        long begun = Stopwatch.GetTimestamp();
        for (int i = 0; i < Frames; i++)
            path.Publish(0);
        path.WaitUntilDurable();
        return Frames / Stopwatch.GetElapsedTime(begun).TotalSeconds;
    }

    private double JournalAlone(string own)
    {
        using var writer = new JournalWriter(own, Guid.NewGuid(), epoch: 1);
        return writer.Flood((long)Frames * writer.RecordBytes) * 1e6 / writer.RecordBytes;
    }

    private double Measure(Action<IFramePublisher> publish, Action? settle = null)
    {
        using ITransport transport = library.Create();
        using IFramePublisher publisher = transport.Publish(Endpoint.Parse("tcp://127.0.0.1:0"));
        using var sink = new FrameSink(publisher.Endpoint, library.Create());
        long sent = Join(publisher, sink, publish);
        long before = sink.Received;
        KernelSleep sleep = new();
        long begun = Stopwatch.GetTimestamp();
        for (int i = 0; i < Frames; i++)
        {
            while (i - (sink.Received - before) > Ahead)
                sleep.Sleep(PauseNs);
            publish(publisher);
        }

        SpinWait.SpinUntil(() => sink.Received - before >= Frames, TimeSpan.FromSeconds(10));
        settle?.Invoke();
        double seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        return sink.Missing == 0 && sink.Received - before == Frames
            ? Frames / seconds
            : throw new InvalidDataException(
                $"{sink.Missing} frames are missing after {sent}, {sink.Received - before} of {Frames} came");
    }

    // Sends until the subscription has arrived, and until nothing is on its way any more.
    private static long Join(IFramePublisher publisher, FrameSink sink, Action<IFramePublisher> publish)
    {
        long sent = 0;
        while (sink.Received == 0)
        {
            publisher.DrainInput();
            publish(publisher);
            sent++;
            SpinWait.SpinUntil(() => sink.Received > 0, millisecondsTimeout: 5);
        }

        for (long seen = -1; seen != sink.Received;)
        {
            seen = sink.Received;
            SpinWait.SpinUntil(() => sink.Received != seen, millisecondsTimeout: 50);
        }

        return sent;
    }
}
