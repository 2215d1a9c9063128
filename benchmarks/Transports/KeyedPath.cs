using Benchmarks.FullPath;
using Benchmarks.Measuring;
using Benchmarks.Serialization.Data;
using FuncLibs.Blocks;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Transports;

/// <summary>
/// The reference block at 300 Hz to three consumers, plain and with keys in turns: the connector's whole path with its
/// journal on the disk, to the threads of the consumers. A delay counts from when its block was due.
/// </summary>
internal sealed class KeyedPath(string folder, MetricReport report)
{
    private const double RateHz = 300;
    private const int Consumers = 3;
    private const int Rounds = 4;
    private const int WarmUpTicks = 600;

    private readonly CDataBlock _block = BlockData.Create(DataKind.Decimals, DataShape.Reference);

    /// <summary>Runs it and reports: the median of the rounds, of each round the slowest consumer.</summary>
    /// <param name="seconds">Of all rounds together, without their warm-up.</param>
    /// <exception cref="InvalidDataException">A block got lost.</exception>
    public void Run(double seconds)
    {
        int ticks = (int)Math.Max(RateHz, seconds * RateHz / (2 * Rounds));
        List<Delays> plain = [], keyed = [];
        for (int round = 0; round < Rounds; round++)
        {
            plain.Add(Measure(ticks, hasKeys: false));
            keyed.Add(Measure(ticks, hasKeys: true));
        }

        report.Add("keys.consumers", Consumers, "consumers");
        report.Add("keys.blocks", 2.0 * Rounds * Consumers * ticks, "blocks");
        report.Add("keys.lost", 0, "blocks");
        Add("p50", delays => delays.P50Us);
        Add("p99", delays => delays.P99Us);

        void Add(string what, Func<Delays, double> read)
        {
            report.Add($"keys.plain.delay.{what}", Median.Get(plain.Select(read)), "us");
            report.Add($"keys.curve.delay.{what}", Median.Get(keyed.Select(read)), "us");
            report.Add($"keys.curve.vs-plain.{what}", Median.OfRatios(keyed.Select(read), plain.Select(read)), "x");
        }
    }

    private Delays Measure(int ticks, bool hasKeys)
    {
        string own = Path.Combine(folder, $"keys-{Guid.NewGuid():N}");
        Directory.CreateDirectory(own);
        var sinks = new List<FrameSink>();
        try
        {
            using var transport = Transport(hasKeys ? BenchmarkKeys.OfPublisher() : null);
            using IFramePublisher publisher = transport.Publish(Endpoint.Parse("tcp://127.0.0.1:0"));
            for (int i = 0; i < Consumers; i++)
                sinks.Add(Consumer(publisher.Endpoint, hasKeys));
            using var path = new ConnectorPath(own, _block, publisher);
            Pace(path, publisher, WarmUpTicks + ticks);
            SpinWait.SpinUntil(() => sinks.TrueForAll(sink => sink.Delay.Count >= ticks), TimeSpan.FromSeconds(10));
            if (sinks.Find(sink => sink.Missing > 0 || sink.Delay.Count != ticks) is { } bad)
                throw new InvalidDataException($"{bad.Missing} frames are missing, {bad.Delay.Count} of {ticks} came");
            path.WaitUntilDurable();
            return new Delays(
                sinks.Max(sink => sink.Delay.PercentileNs(50)) / 1e3,
                sinks.Max(sink => sink.Delay.PercentileNs(99)) / 1e3);
        }
        finally
        {
            sinks.ForEach(sink => sink.Dispose());
            Directory.Delete(own, recursive: true);
        }
    }

    private static ZeroMqTransport Transport(TransportKeys? keys) =>
        new(new SocketLimits(), TimeProvider.System, keys: keys);

    private static FrameSink Consumer(Endpoint endpoint, bool hasKeys) => new(
        endpoint,
        Transport(hasKeys ? BenchmarkKeys.OfSubscriber() : null),
        serverKey: hasKeys ? BenchmarkKeys.Publisher.Public : null)
    {
        CountFrom = WarmUpTicks + 1,
    };

    // The consumers connect during the warm-up.
    private static void Pace(ConnectorPath path, IFramePublisher publisher, int ticks)
    {
        PacedClock clock = new(1, RateHz, TimeProvider.System, new KernelSleep(spinNs: 0));
        clock.Start();
        for (long tick = 0; tick < ticks; tick++)
        {
            clock.WaitFor(tick, CancellationToken.None);
            publisher.DrainInput();
            path.Publish(clock.FirstSampleDueUtcNs(tick + 1));
        }
    }

    private readonly record struct Delays(double P50Us, double P99Us);
}
