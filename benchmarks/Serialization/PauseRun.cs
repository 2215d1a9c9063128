using System.Diagnostics;
using Benchmarks.Measuring;

namespace Benchmarks.Serialization;

/// <summary>
/// Runs each format that allocates at the pace of its own for a while and looks at what the collector does meanwhile:
/// collections of each generation a second, and how long they stop the program.
/// </summary>
internal sealed class PauseRun(MetricReport report)
{
    private static readonly TimeSpan Duration = TimeSpan.FromSeconds(2);

    public void Run(IEnumerable<Candidate> candidates)
    {
        foreach (Candidate candidate in candidates)
            Run(candidate);
    }

    private void Run(Candidate candidate)
    {
        EmptyHeap.Make();
        int[] before = [.. Collections()];
        List<double> pausesUs = [];
        long lastSeen = GC.GetGCMemoryInfo(GCKind.Any).Index;
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < Duration)
        {
            candidate.Run();
            GCMemoryInfo last = GC.GetGCMemoryInfo(GCKind.Any);
            if (last.Index == lastSeen)
                continue;
            lastSeen = last.Index;
            pausesUs.Add(last.PauseDurations[0].TotalMicroseconds);
        }

        int[] after = [.. Collections()];
        for (int generation = 0; generation < after.Length; generation++)
            report.Add(
                $"{candidate.Name}.gc{generation}",
                (after[generation] - before[generation]) / Duration.TotalSeconds,
                "1/s");
        if (pausesUs.Count == 0)
            return;
        pausesUs.Sort();
        report.Add(candidate.Name + ".pause.p50", pausesUs[pausesUs.Count / 2], "us");
        report.Add(candidate.Name + ".pause.p99", pausesUs[pausesUs.Count * 99 / 100], "us");
        report.Add(candidate.Name + ".pause.max", pausesUs[^1], "us");
    }

    private static IEnumerable<int> Collections() =>
        Enumerable.Range(0, GC.MaxGeneration + 1).Select(GC.CollectionCount);
}
