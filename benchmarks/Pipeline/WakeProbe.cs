using System.Diagnostics;
using Benchmarks.Measuring;
using FuncLibs.Runtime.Rings;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Pipeline;

/// <summary>
/// What it costs this machine, at this moment, to wake a waiting thread: the unit in which the pipeline's latency has
/// to be read, as a block wakes seven threads on its way and shared machines differ by a factor of two from hour to
/// hour.
/// </summary>
internal static class WakeProbe
{
    private const int Wakes = 600;
    private const long PauseNs = 3_300_000;
    private const int WaitMs = 100;

    public static void Report(MetricReport report)
    {
        using SpscRing<long> ring = new(64);
        LatencyHistogram delays = new();
        double nsPerTick = (double)UtcClock.NanosecondsPerSecond / Stopwatch.Frequency;
        Thread waiter = new(() =>
        {
            for (int taken = 0; taken < Wakes;)
            {
                if (!ring.TryRead(out long sent, WaitMs))
                    continue;
                delays.Record((long)((Stopwatch.GetTimestamp() - sent) * nsPerTick));
                taken++;
            }
        });
        waiter.Start();
        KernelSleep sleep = new();
        for (int i = 0; i < Wakes; i++)
        {
            sleep.Sleep(PauseNs);
            ring.TryWrite(Stopwatch.GetTimestamp());
        }

        waiter.Join();
        report.Add("machine.thread-wake.p50", delays.PercentileNs(50) / 1000.0, "us");
        report.Add("machine.thread-wake.p99", delays.PercentileNs(99) / 1000.0, "us");
    }
}
