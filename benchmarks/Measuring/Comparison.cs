using System.Diagnostics;
using System.Runtime;

namespace Benchmarks.Measuring;

/// <summary>
/// Times candidates against each other in one process: warm-up over the whole mix, then interleaved samples, so that
/// whatever the machine does meanwhile happens to all of them, and medians.
/// </summary>
internal static class Comparison
{
    private const double SampleUs = 1000;
    private const int AllocationRuns = 16;
    private const int Trials = 5;
    private const int MostWarmUps = 5;

    // Longer than tiered compilation waits.
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(500);

    /// <summary>Runs all candidates for about so long after the warm-up.</summary>
    public static void Run(IReadOnlyList<Candidate> candidates, TimeSpan warmUp, TimeSpan duration)
    {
        Prepare(candidates, warmUp);
        SampleFor(candidates, duration);
    }

    /// <summary>
    /// Runs all candidates <see cref="Repeats.Count"/> times, for about so long together: each repeat gives its median.
    /// </summary>
    public static void Repeat(IReadOnlyList<Candidate> candidates, TimeSpan warmUp, TimeSpan duration)
    {
        Prepare(candidates, warmUp);
        for (int repeat = 0; repeat < Repeats.Count; repeat++)
        {
            foreach (Candidate candidate in candidates)
                candidate.SamplesUs.Clear();
            SampleFor(candidates, duration / Repeats.Count);
            foreach (Candidate candidate in candidates)
                candidate.MediansUs.Add(candidate.MedianUs);
        }
    }

    private static void Prepare(IReadOnlyList<Candidate> candidates, TimeSpan warmUp)
    {
        Heat(candidates, warmUp);
        foreach (Candidate candidate in candidates)
        {
            // The least of a few: one that was interrupted would leave samples of a single run, and those find their
            // data in no cache.
            for (int i = 0; i < Trials; i++)
                Sample(candidate);
            candidate.RunsPerSample = Math.Max(1, (int)(SampleUs / candidate.SamplesUs.Min()));
            candidate.SamplesUs.Clear();
            candidate.AllocatedBytes = Allocated(candidate);
        }
    }

    // One round at least, however short.
    private static void SampleFor(IReadOnlyList<Candidate> candidates, TimeSpan duration)
    {
        long start = Stopwatch.GetTimestamp();
        do
        {
            foreach (Candidate candidate in candidates)
                Sample(candidate);
        }
        while (Stopwatch.GetElapsedTime(start) < duration);
    }

    /// <summary>
    /// Runs all candidates in turns for so long, untimed, and on until nothing more is compiled: on a busy machine the
    /// compiler comes late.
    /// </summary>
    public static void Heat(IReadOnlyList<Candidate> candidates, TimeSpan warmUp)
    {
        long start = Stopwatch.GetTimestamp();
        HeatFor(candidates, warmUp);
        long compiled;
        do
        {
            compiled = JitInfo.GetCompiledMethodCount();
            HeatFor(candidates, Quiet);
        }
        while (compiled != JitInfo.GetCompiledMethodCount()
            && Stopwatch.GetElapsedTime(start) < (warmUp * MostWarmUps) + Quiet);
    }

    // Tiered compilation counts calls and then waits for quiet: many rounds, not many runs of one candidate.
    private static void HeatFor(IReadOnlyList<Candidate> candidates, TimeSpan duration)
    {
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < duration)
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

/// <summary>One thing that is timed.</summary>
/// <param name="Name">Name of its figures.</param>
/// <param name="Run">Does it once.</param>
internal sealed record Candidate(string Name, Action Run)
{
    /// <summary>Microseconds of one run, one a sample.</summary>
    public List<double> SamplesUs { get; } = [];

    /// <summary>The median of each repeat, where there are several.</summary>
    public List<double> MediansUs { get; } = [];

    /// <summary>Runs in one sample, so that a sample takes about a millisecond.</summary>
    public int RunsPerSample { get; set; } = 1;

    /// <summary>Bytes one run takes from the managed heap once warm.</summary>
    public long AllocatedBytes { get; set; }

    /// <summary>Median of the samples in microseconds.</summary>
    public double MedianUs
    {
        get
        {
            double[] sorted = [.. SamplesUs.Order()];
            int middle = sorted.Length / 2;
            return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
    }
}

/// <summary>The middle of what several rounds gave.</summary>
internal static class Median
{
    /// <summary>The upper one of the middle two when their number is even; not of nothing.</summary>
    public static double Get(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    /// <summary>Of the quotients of each round.</summary>
    public static double OfRatios(IEnumerable<double> values, IEnumerable<double> limits) =>
        Get(values.Zip(limits, (value, limit) => value / limit));
}
