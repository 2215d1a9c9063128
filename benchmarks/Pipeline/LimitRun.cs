using Benchmarks.FullPath;
using Benchmarks.Measuring;
using Benchmarks.Pipeline.Relay;
using FuncLibs.Runtime.Timing;
using Launcher.Children;
using Launcher.Reporting;

namespace Benchmarks.Pipeline;

/// <summary>
/// The pipeline beside the limit of the machine: rounds of the bare relay and of the product in turns, the relay first
/// and last, and the percentiles of all rounds of each together. Their ratio says how far the product is from what
/// sockets allow; it varies less than the times do. The build of another checkout can run in the same rounds.
/// </summary>
internal sealed class LimitRun(PipelineRun run, MetricReport report)
{
    private static readonly string[] Hosts = [ProgramNames.Connector, ProgramNames.Monitor];

    /// <summary>Rounds of the product; the relay has one more.</summary>
    public const int Rounds = 5;

    // The code of a process is compiled again while it runs: for 20 s and more on a slow machine, on one of two cores.
    private const double WarmupSeconds = 25;

    private readonly LatencyHistogram _relay = new();
    private readonly LatencyHistogram _product = new();
    private readonly LatencyHistogram _baseline = new();
    private readonly UsageSum _relayUsage = new();
    private readonly UsageSum _productUsage = new();
    private readonly UsageSum _baselineUsage = new();

    /// <summary>Another checkout, built, which runs with its own default library; null = none.</summary>
    public string? Baseline { get; init; }

    /// <summary>Runs all rounds; false when a run of the product was no measurement.</summary>
    /// <param name="repository">The checkout.</param>
    /// <param name="seconds">Seconds of the product, for all rounds together.</param>
    /// <param name="stop">Ends it.</param>
    public async Task<bool> MeasureAsync(string repository, double seconds, CancellationToken stop)
    {
        double each = Math.Max(1, seconds / Rounds);
        PipelineRun warm = run with { WarmupSeconds = WarmupSeconds };
        BareRelay relay = new((int)run.Rate, run.LinkBytes, run.FrameBytes);
        bool good = true;
        for (int round = 0; round <= Rounds; round++)
        {
            RelayRound bare = await relay.RunAsync(each, stop);
            _relay.Add(bare.Result.Latencies);
            _relayUsage.Add(bare.Usage, run.Rate * each);
            if (round == Rounds)
                break;
            good &= await RunAsync(warm, repository, _product, _productUsage);
            if (Baseline is not null)
                good &= await RunAsync(
                    warm with { Transport = PathTransport.Auto }, Baseline, _baseline, _baselineUsage);
        }

        string name = $"limit.{run.Name}";
        Report($"{name}.relay", _relay, _relayUsage);
        Report($"{name}.product", _product, _productUsage);
        foreach ((string label, double percent) in Percentiles)
        {
            report.Add(
                $"{name}.ratio.{label}",
                (double)_product.PercentileNs(percent) / _relay.PercentileNs(percent),
                "ratio");
        }

        if (Baseline is not null)
        {
            Report($"{name}.baseline", _baseline, _baselineUsage);
            report.Add(
                $"{name}.ratio.cpu-vs-baseline",
                _productUsage.CpuPerBlock(Hosts) / _baselineUsage.CpuPerBlock(Hosts),
                "ratio");
        }

        return good;

        async Task<bool> RunAsync(PipelineRun of, string checkout, LatencyHistogram latencies, UsageSum usage)
        {
            RunReport report = await of.RunAsync(checkout, each, stop);
            latencies.Add(report.Latencies);
            usage.Add(report.Usage, run.Rate * each);
            return report.Failures.Count == 0;
        }
    }

    private static (string Label, double Percent)[] Percentiles { get; } =
        [("p50", 50), ("p99", 99), ("p999", 99.9)];

    private void Report(string name, LatencyHistogram latencies, UsageSum usage)
    {
        report.Add($"{name}.blocks", latencies.Count, "blocks");
        foreach ((string label, double percent) in Percentiles)
            report.Add($"{name}.latency.{label}", latencies.PercentileNs(percent) / 1000.0, "us");
        foreach ((string process, ProcessUsage used) in usage.All)
        {
            report.Add($"{name}.cpu.{process}", used.CpuSeconds * 1e6 / usage.Blocks, "us/block");
            report.Add($"{name}.waits.{process}", used.Waits / usage.Blocks, "1/block");
            report.Add($"{name}.preemptions.{process}", used.Preemptions / usage.Blocks, "1/block");
        }
    }

    /// <summary>What processes used in several rounds.</summary>
    private sealed class UsageSum
    {
        private readonly SortedDictionary<string, ProcessUsage> _all = new(StringComparer.Ordinal);

        public IEnumerable<KeyValuePair<string, ProcessUsage>> All => _all;

        public double Blocks { get; private set; }

        public double CpuPerBlock(IEnumerable<string> processes) =>
            processes.Sum(process => _all[process].CpuSeconds) / Blocks;

        public void Add(IReadOnlyDictionary<string, ProcessUsage> round, double blocks)
        {
            Blocks += blocks;
            foreach ((string name, ProcessUsage used) in round)
            {
                ProcessUsage sum = _all.GetValueOrDefault(name, new ProcessUsage(0, 0, 0));
                _all[name] = new ProcessUsage(
                    sum.CpuSeconds + used.CpuSeconds, sum.Waits + used.Waits, sum.Preemptions + used.Preemptions);
            }
        }
    }
}
