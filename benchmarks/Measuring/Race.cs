using System.Diagnostics;

namespace Benchmarks.Measuring;

/// <summary>
/// Times contenders against each other in one process: warm-up over the whole mix, then interleaved samples, so that whatever the
/// machine does meanwhile happens to all of them, and medians.
/// </summary>
internal static class Race
{
    private const double SampleUs = 1000;
    private const int AllocationRuns = 16;
    private const int Trials = 5;

    /// <summary>Runs all contenders for about so long after the warm-up.</summary>
    public static void Run(IReadOnlyList<Contender> contenders, TimeSpan warmUp, TimeSpan duration)
    {
        Heat(contenders, warmUp);
        foreach (Contender contender in contenders)
        {
            // The least of a few: one that was interrupted would leave samples of a single run, and those find their data in no cache.
            for (int i = 0; i < Trials; i++)
                Sample(contender);
            contender.RunsPerSample = Math.Max(1, (int)(SampleUs / contender.SamplesUs.Min()));
            contender.SamplesUs.Clear();
            contender.AllocatedBytes = Allocated(contender);
        }

        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < duration)
        {
            foreach (Contender contender in contenders)
                Sample(contender);
        }
    }

    // Tiered compilation counts calls and then waits for quiet: many rounds, not many runs of one contender.
    private static void Heat(IReadOnlyList<Contender> contenders, TimeSpan warmUp)
    {
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < warmUp)
        {
            foreach (Contender contender in contenders)
                contender.Run();
        }
    }

    private static void Sample(Contender contender)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < contender.RunsPerSample; i++)
            contender.Run();
        contender.SamplesUs.Add(Stopwatch.GetElapsedTime(start).TotalMicroseconds / contender.RunsPerSample);
    }

    private static long Allocated(Contender contender)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < AllocationRuns; i++)
            contender.Run();
        return (GC.GetAllocatedBytesForCurrentThread() - before) / AllocationRuns;
    }
}
