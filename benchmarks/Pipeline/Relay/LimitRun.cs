using Benchmarks.Measuring;
using FuncLibs.Runtime.Timing;
using Launcher.Reporting;

namespace Benchmarks.Pipeline.Relay;

/// <summary>
/// The pipeline beside the limit of the machine: rounds of the bare relay and of the product in turns, the relay first
/// and last, and the percentiles of all rounds of each together. Their ratio says how far the product is from what
/// sockets allow; it varies less than the times do.
/// </summary>
internal sealed class LimitRun(PipelineRun run, MetricReport report)
{
    /// <summary>Rounds of the product; the relay has one more.</summary>
    public const int Rounds = 5;

    private readonly LatencyHistogram _relay = new();
    private readonly LatencyHistogram _product = new();
    private readonly UsageSum _relayUsage = new();
    private readonly UsageSum _productUsage = new();

    /// <summary>Runs all rounds; false when a run of the product was no measurement.</summary>
    /// <param name="repository">The checkout.</param>
    /// <param name="seconds">Seconds of the product, for all rounds together.</param>
    /// <param name="stop">Ends it.</param>
    public async Task<bool> MeasureAsync(string repository, double seconds, CancellationToken stop)
    {
        double each = Math.Max(1, seconds / Rounds);
        BareRelay relay = new((int)run.Rate, run.LinkBytes, run.FrameBytes);
        bool good = true;
        for (int round = 0; round <= Rounds; round++)
        {
            RelayRound bare = await relay.RunAsync(each, stop);
            Pool(_relay, bare.Result.Latencies);
            _relayUsage.Add(bare.Usage, run.Rate * each);
            if (round == Rounds)
                break;
            RunReport product = await run.RunAsync(repository, each, stop);
            good &= product.Failures.Count == 0;
            Pool(_product, product.Latencies);
            _productUsage.Add(product.Usage, run.Rate * each);
        }

        string name = $"limit.{run.Name}";
        Report($"{name}.relay", _relay, _relayUsage);
        Report($"{name}.product", _product, _productUsage);
        foreach ((string label, double percent) in Percentiles)
            report.Add(
                $"{name}.ratio.{label}", (double)_product.PercentileNs(percent) / _relay.PercentileNs(percent), "ratio");
        return good;
    }

    private static (string Label, double Percent)[] Percentiles { get; } =
        [("p50", 50), ("p99", 99), ("p999", 99.9)];

    private static void Pool(LatencyHistogram pool, IReadOnlyList<LatencyBucket> buckets)
    {
        foreach (LatencyBucket bucket in buckets)
            pool.Record(bucket.UpToNs, bucket.Count);
    }

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
