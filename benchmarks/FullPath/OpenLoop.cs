using Benchmarks.Measuring;
using Benchmarks.Serialization.Data;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Transport;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.FullPath;

/// <summary>
/// 10 KB payloads at 10 kHz, open loop: each block has its time whether or not the one before is through, and its delay
/// counts from then. The connector's whole path with the journal on the disk, to the subscriber's thread.
/// </summary>
internal sealed class OpenLoop(string folder, PathTransport library, MetricReport report)
{
    private const double RateHz = 10_000;
    private const int WarmUpTicks = 20_000;
    private const int Ticks = 200_000;

    /// <summary>Two servo channels of 54 points and 8 sensors: 10 KB as columns.</summary>
    private static readonly DataShape Shape = new(2, 54, 0, 0, 0, 0);

    public void Run()
    {
        string own = Path.Combine(folder, $"open-loop-{Guid.NewGuid():N}");
        Directory.CreateDirectory(own);
        try
        {
            Run(own);
        }
        finally
        {
            Directory.Delete(own, recursive: true);
        }
    }

    private void Run(string own)
    {
        using ITransport transport = library.Create();
        StreamDescription stream = UnknownStream.Describe(1, "main", BlockData.Create(DataKind.Decimals, Shape));
        using IFramePublisher publisher =
            transport.Publish(Endpoint.Parse("tcp://127.0.0.1:0"), stream.MaxDocumentBytes);
        using var sink = new FrameSink(publisher.Endpoint, library.Create());
        using var path = new ConnectorPath(own, BlockData.Create(DataKind.Decimals, Shape), publisher);
        PacedClock clock = new(1, RateHz, TimeProvider.System, new KernelSleep(spinNs: 0));
        clock.Start();
        sink.CountFrom = WarmUpTicks + 1;
        for (long tick = 0; tick < WarmUpTicks + Ticks; tick++)
        {
            clock.WaitFor(tick, CancellationToken.None);
            if (tick % 100 == 0)
                publisher.DrainInput();
            path.Publish(clock.FirstSampleDueUtcNs(tick + 1));
        }

        SpinWait.SpinUntil(() => sink.Delay.Count >= Ticks, TimeSpan.FromSeconds(5));
        if (sink.Missing > 0 || sink.Delay.Count != Ticks)
            throw new InvalidDataException($"{sink.Missing} frames are missing, {sink.Delay.Count} of {Ticks} came");
        path.WaitUntilDurable();
        string name = $"open-loop{library.Suffix}";
        report.Add($"{name}.payload", path.PayloadBytes, "B");
        report.Add($"{name}.rate", RateHz, "blocks/s");
        report.Add($"{name}.delay.p50", sink.Delay.PercentileNs(50) / 1e3, "us");
        report.Add($"{name}.delay.p99", sink.Delay.PercentileNs(99) / 1e3, "us");
        report.Add($"{name}.delay.p999", sink.Delay.PercentileNs(99.9) / 1e3, "us");
        report.Add($"{name}.delay.max", sink.Delay.MaxNs / 1e3, "us");
        report.Add($"{name}.late-ticks", clock.Late, "ticks");
    }
}
