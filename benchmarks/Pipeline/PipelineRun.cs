using Benchmarks.Measuring;
using Launcher;
using Launcher.Reporting;

namespace Benchmarks.Pipeline;

/// <summary>One run of the main job at a rate that has goals.</summary>
/// <param name="Preset">Preset of the simulator.</param>
/// <param name="Rate">Blocks a second.</param>
internal sealed record PipelineRun(string Preset, double Rate)
{
    /// <summary>The runs whose figures are in docs/performance.md.</summary>
    public static IReadOnlyList<PipelineRun> All { get; } = [new("reference", 300), new("small", 1000)];

    /// <summary>ZeroMQ library of connector and monitor.</summary>
    public string Transport { get; init; } = "auto";

    /// <summary>
    /// Runs it and reports the figures. A run that lost a block silently, or in which a process died, is no
    /// measurement.
    /// </summary>
    public async Task<bool> MeasureAsync(string repository, double seconds, MetricReport report, CancellationToken stop)
    {
        RunReport run = await MainJob.RunAsync(
            new MainJobOptions
            {
                Preset = Preset,
                Rate = Rate,
                ForSeconds = seconds,
                RunFolder = Path.Combine(repository, ".run", "pipeline"),
                Binaries = Binaries.Find(repository),
                Transport = Transport,
                ShowTable = false,
            },
            stop);
        foreach (string failure in run.Failures)
            await Console.Error.WriteLineAsync($"{Preset} at {Rate}/s: {failure}");
        Report(run, $"pipeline.{Preset}-{Rate}{(Transport == "auto" ? "" : "." + Transport)}", report);
        return run.Failures.Count == 0;
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
