using Benchmarks.Measuring;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Objects;

/// <summary>
/// Round trips on 16 threads: how many a second, how long one takes, and what the collector does meanwhile. There are
/// more threads than cores: a round trip in which the scheduler gave the core to others takes as long as their turns.
/// That is one in thousands of short ones, and most of the long ones, so p99 compares formats of one run alone.
/// </summary>
/// <param name="name">Begin of the names of figures.</param>
/// <param name="pace">How long.</param>
/// <param name="report">Receives the figures.</param>
internal sealed class ObjectLoad(string name, ObjectPace pace, MetricReport report)
{
    /// <summary>As published.</summary>
    public const int Threads = 16;

    // The published comparison counts collections in so many.
    private const double PublishedOperations = 10_000;

    private const long FirstOperations = 64;
    private static readonly TimeSpan Trial = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs each, in turns.</summary>
    /// <exception cref="InvalidDataException">A round trip failed, or operations are missing.</exception>
    public void Run(IReadOnlyList<IObjectSubject> subjects)
    {
        using GcPauses pauses = new();
        Case[] cases = [.. subjects.Select(subject => new Case(subject))];
        Comparison.Heat([.. cases.Select(one => new Candidate(one.Name, one.Workers[0].Run))], pace.WarmUp);
        foreach (Case one in cases)
            one.Operations = Calibrate(one);
        for (int repeat = 0; repeat < Repeats.Count; repeat++)
        {
            foreach (Case one in cases)
                one.Add(ThreadLoad.Run(one.Workers, one.Operations, isTimed: true), pauses);
        }

        foreach (Case one in cases)
            Report(one);
        Case best = Fastest(cases.Where(one => ObjectSubject.IsMessagePack(one.Name)));
        Case json = Fastest(cases.Where(one => ObjectSubject.IsJson(one.Name)));
        Claim.OfRates($"{name}: {best.Name}", best.Rates, json.Name, json.Rates)
            .AddTo(report, $"{name}.best-messagepack.vs-best-json");
        Claim.OfTimes($"{name}, cpu: {best.Name}", best.Of(run => run.CpuUs), json.Name, json.Of(run => run.CpuUs))
            .AddTo(report, $"{name}.best-messagepack.cpu.vs-best-json");
        Claim.OfTimes($"{name}, p99: {best.Name}", best.Of(run => run.P99Us), json.Name, json.Of(run => run.P99Us))
            .AddTo(report, $"{name}.best-messagepack.p99.vs-best-json");
    }

    // By processor time, which other programs disturb least.
    private static Case Fastest(IEnumerable<Case> cases) => cases.MinBy(one => one.Of(run => run.CpuUs).Median)!;

    private long Calibrate(Case one)
    {
        long operations = FirstOperations;
        LoadFigures trial = ThreadLoad.Run(one.Workers, operations, isTimed: true);
        while (trial.Seconds < Trial.TotalSeconds)
            trial = ThreadLoad.Run(one.Workers, operations *= 2, isTimed: true);
        return Math.Max(FirstOperations, (long)(trial.OpsPerSecond * pace.Case.TotalSeconds / Repeats.Count));
    }

    private void Report(Case one)
    {
        string prefix = $"{name}.{one.Name}";
        report.Add($"{prefix}.bytes", one.Bytes, "B");
        one.Rates.AddTo(report, $"{prefix}.opsPerSecond", "1/s");
        one.Of(run => run.CpuUs).AddTo(report, $"{prefix}.cpuUs", "us");
        one.Of(run => run.P50Us).AddTo(report, $"{prefix}.p50us", "us");
        one.Of(run => run.P99Us).AddTo(report, $"{prefix}.p99us", "us");
        report.Add($"{prefix}.alloc", one.Of(run => run.AllocatedBytes).Median, "B");
        one.Of(run => run.Collections).AddTo(report, $"{prefix}.gcCount", "/10k");
        one.Of(run => run.PauseMs).AddTo(report, $"{prefix}.pauseMs", "ms/10k");
        if (one.Pauses.Count == 0)
            return;
        double[] sorted = [.. one.Pauses.Order()];
        report.Add($"{prefix}.pauseP50Ms", sorted[sorted.Length / 2], "ms");
        report.Add($"{prefix}.pauseP99Ms", sorted[sorted.Length * 99 / 100], "ms");
        report.Add($"{prefix}.pauseMaxMs", sorted[^1], "ms");
    }

    private sealed class Case(IObjectSubject subject)
    {
        private readonly List<Figures> _runs = [];

        public string Name => subject.Name;

        public int Bytes => subject.Bytes;

        public ObjectWorker[] Workers { get; } = [.. Enumerable.Range(0, Threads).Select(_ => subject.CreateWorker())];

        public long Operations { get; set; }

        public List<double> Pauses { get; } = [];

        public Repeats Rates => Of(run => run.OpsPerSecond);

        public Repeats Of(Func<Figures, double> figure) => new([.. _runs.Select(figure)]);

        public void Add(LoadFigures run, GcPauses pauses)
        {
            IReadOnlyList<double> single = pauses.Get(run.CollectionsBefore, run.CollectionsAfter);
            Pauses.AddRange(single);
            double scale = PublishedOperations / run.Operations;
            LatencyHistogram latencies = run.Latencies;
            _runs.Add(new Figures(
                run.OpsPerSecond,
                run.CpuUs,
                latencies.PercentileNs(50) / 1e3,
                latencies.PercentileNs(99) / 1e3,
                (double)run.AllocatedBytes / run.Operations,
                (run.CollectionsAfter - run.CollectionsBefore) * scale,
                run.PauseMs * scale));
        }
    }

    private sealed record Figures(
        double OpsPerSecond,
        double CpuUs,
        double P50Us,
        double P99Us,
        double AllocatedBytes,
        double Collections,
        double PauseMs);
}
