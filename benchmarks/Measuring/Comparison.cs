using System.Diagnostics;

namespace Benchmarks.Measuring;

/// <summary>
/// Times candidates against each other in one process: warm-up over the whole mix, then interleaved samples, so that whatever the
/// machine does meanwhile happens to all of them, and medians.
/// </summary>
internal static class Comparison
{
    private const double SampleUs = 1000;
    private const int AllocationRuns = 16;
    private const int Trials = 5;

    /// <summary>Runs all candidates for about so long after the warm-up.</summary>
    public static void Run(IReadOnlyList<Candidate> candidates, TimeSpan warmUp, TimeSpan duration)
    {
        Heat(candidates, warmUp);
        foreach (Candidate candidate in candidates)
        {
            // The least of a few: one that was interrupted would leave samples of a single run, and those find their data in no cache.
            for (int i = 0; i < Trials; i++)
                Sample(candidate);
            candidate.RunsPerSample = Math.Max(1, (int)(SampleUs / candidate.SamplesUs.Min()));
            candidate.SamplesUs.Clear();
            candidate.AllocatedBytes = Allocated(candidate);
        }

        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < duration)
        {
            foreach (Candidate candidate in candidates)
                Sample(candidate);
        }
    }

    // Tiered compilation counts calls and then waits for quiet: many rounds, not many runs of one candidate.
    private static void Heat(IReadOnlyList<Candidate> candidates, TimeSpan warmUp)
    {
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < warmUp)
        {
            foreach (Candidate candidate in candidates)
                candidate.Run();
        }
    }

    private static void Sample(Candidate candidate)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < candidate.RunsPerSample; i++)
            candidate.Run();
        candidate.SamplesUs.Add(Stopwatch.GetElapsedTime(start).TotalMicroseconds / candidate.RunsPerSample);
    }

    private static long Allocated(Candidate candidate)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < AllocationRuns; i++)
            candidate.Run();
        return (GC.GetAllocatedBytesForCurrentThread() - before) / AllocationRuns;
    }
}
