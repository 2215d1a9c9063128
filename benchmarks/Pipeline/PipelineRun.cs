using Benchmarks.Measuring;
using FuncLibs.Hosting.Summaries;
using Launcher;
using Launcher.Reporting;

namespace Benchmarks.Pipeline;

/// <summary>One run of the main job at a rate that has goals.</summary>
/// <param name="Preset">Preset of the simulator.</param>
/// <param name="Rate">Blocks a second.</param>
/// <param name="LinkBytes">Bytes of a block on the controller link.</param>
/// <param name="FrameBytes">Bytes of a published frame.</param>
internal sealed record PipelineRun(string Preset, double Rate, int LinkBytes, int FrameBytes)
{
    /// <summary>The runs whose figures are in docs/performance.md.</summary>
    public static IReadOnlyList<PipelineRun> All { get; } =
        [new("reference", 300, 110_000, 127_500), new("small", 1000, 2_700, 3_230)];

    /// <summary>ZeroMQ library of connector and monitor.</summary>
    public string Transport { get; init; } = "auto";

    /// <summary>Seconds before the figures begin.</summary>
    public double WarmupSeconds { get; init; } = RunOptions.DefaultWarmupSeconds;

    /// <summary>Its name in the names of figures.</summary>
    public string Name => $"{Preset}-{Rate}{(Transport == "auto" ? "" : "." + Transport)}";

    /// <summary>
    /// Runs it and reports the figures. A run that lost a block silently, or in which a process died, is no
    /// measurement.
    /// </summary>
    public async Task<bool> MeasureAsync(string repository, double seconds, MetricReport report, CancellationToken stop)
    {
        RunReport run = await RunAsync(repository, seconds, stop);
        Report(run, $"pipeline.{Name}", report);
        return run.Failures.Count == 0;
    }

    /// <summary>Runs it; what failed is printed.</summary>
    public async Task<RunReport> RunAsync(string repository, double seconds, CancellationToken stop)
    {
        RunReport run = await MainJob.RunAsync(
            new MainJobOptions
            {
                Preset = Preset,
                Rate = Rate,
                ForSeconds = seconds,
                WarmupSeconds = WarmupSeconds,
                RunFolder = Path.Combine(repository, ".run", "pipeline"),
                Binaries = Binaries.Find(repository),
                Transport = Transport,
                ShowTable = false,
            },
            stop);
        foreach (string failure in run.Failures)
            await Console.Error.WriteLineAsync($"{Preset} at {Rate}/s: {failure}");
        return run;
    }

    private static void Report(RunReport run, string name, MetricReport report)
    {
        report.Add($"{name}.published", run.Published, "blocks");
        report.Add($"{name}.delivered", run.Delivered, "blocks");
        report.Add($"{name}.declared-lost", run.DeclaredLost, "blocks");
        report.Add($"{name}.silent-loss", run.SilentLoss, "blocks");
        report.Add($"{name}.rate", run.BlocksPerSecond, "blocks/s");
        report.Add($"{name}.latency.p50", run.LatencyUs.P50, "us");
        report.Add($"{name}.latency.p99", run.LatencyUs.P99, "us");
        report.Add($"{name}.latency.p999", run.LatencyUs.P999, "us");
        report.Add($"{name}.latency.max", run.LatencyUs.Max, "us");
        report.Add($"{name}.alloc.connector", run.AllocatedBytesPerBlock.Connector, "B/block");
        report.Add($"{name}.alloc.monitor", run.AllocatedBytesPerBlock.Monitor, "B/block");
        report.Add($"{name}.process-alloc.connector", run.ProcessAllocatedBytesPerBlock.Connector, "B/block");
        report.Add($"{name}.process-alloc.monitor", run.ProcessAllocatedBytesPerBlock.Monitor, "B/block");
        report.Add($"{name}.gen2.connector", run.Gen2.Connector, "collections");
        report.Add($"{name}.gen2.monitor", run.Gen2.Monitor, "collections");
        report.Add($"{name}.late-ticks", run.LateTicks, "ticks");
    }
}
