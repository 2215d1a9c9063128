using System.Diagnostics;
using System.Globalization;
using Benchmarks.Measuring;
using Benchmarks.Rigs;
using Tools.Load;

namespace Benchmarks.Scaling;

/// <summary>What a run gave.</summary>
/// <param name="Plan">The run.</param>
/// <param name="Load">The simulator's own report, of the whole run.</param>
/// <param name="Paths">The account of each connector, of the whole run.</param>
/// <param name="Lag">From the end of warm-up to the end of the rigs.</param>
/// <param name="From">Begin of the window.</param>
/// <param name="To">Its end.</param>
internal sealed record ScaleFigures(
    ScalePlan Plan,
    LoadReport Load,
    IReadOnlyList<ScalePath> Paths,
    LagFigures Lag,
    ScaleReading From,
    ScaleReading To)
{
    private const double Million = 1e6;

    /// <summary>Blocks that were due and are not at the monitor, without those that were lost in the warm-up.</summary>
    public long Lost => Paths.Sum(path => path.Lost) - From.Lost;

    /// <summary>Why so many rigs are not held; null when they are.</summary>
    public string? Limit => ScaleRule.FindLimit(Lost, Lag, Load.Total);

    /// <summary>What the window cost.</summary>
    public ScaleCost Cost => new(
        Plan.Rigs,
        Blocks,
        (To.ConfirmedBytes - From.ConfirmedBytes) / CountedSeconds,
        To.Cpu.Rate(From.Cpu, Seconds),
        To.Memory,
        To.Written.Rate(From.Written, Seconds));

    /// <summary>Heads of <see cref="Row"/>, in markdown.</summary>
    public static IEnumerable<string> Heads =>
    [
        "| rigs | due | lost | made late | lag p50 / p99, ms | frames, blocks/s, MB/s | rigs / connectors / broker / monitor, cores | all, cores | disk, MB/s |",
        "|---|---|---|---|---|---|---|---|---|",
    ];

    /// <summary>The run as a row of a table in markdown.</summary>
    public string Row
    {
        get
        {
            ScaleCost cost = Cost;
            return string.Create(
                CultureInfo.InvariantCulture,
                $"| {Plan.Rigs} | {Load.Total.Due:#,0} | {Lost} | {ScaleRule.Missed(Load.Total):P1} | {Lag.P50Ms:0.0} / {Lag.P99Ms:0} | {cost.Blocks:#,0}, {cost.BytesIn / Million:0.00} | {cost.Cpu.Simulator:0.00} / {cost.Cpu.Connectors:0.00} / {cost.Cpu.Broker:0.00} / {cost.Cpu.Monitor:0.00} | {cost.Cpu.Total:0.00} | {cost.Written.Total / Million:0.0} |");
        }
    }

    private double Seconds => Stopwatch.GetElapsedTime(From.At, To.At).TotalSeconds;

    private double CountedSeconds => Stopwatch.GetElapsedTime(From.CountedAt, To.CountedAt).TotalSeconds;

    private double Blocks => (To.Received - From.Received) / CountedSeconds;

    // What the monitor reads are the same frames.
    private double BytesOut =>
        Blocks * (To.ConfirmedBytes - From.ConfirmedBytes) / Math.Max(1, To.Confirmed - From.Confirmed);

    /// <summary>Adds the figures to a report.</summary>
    public void AddTo(MetricReport report)
    {
        string name = Plan.Name;
        ScaleCost cost = Cost;
        report.Add($"{name}.due", Load.Total.Due, "blocks");
        report.Add($"{name}.delivered", Paths.Sum(path => path.Delivered), "blocks");
        report.Add($"{name}.lost", Lost, "blocks after the warm-up");
        report.Add($"{name}.lost.warm-up", From.Lost, "blocks in the warm-up");
        report.Add($"{name}.lost.rigs", Paths.Sum(path => path.LostAtRigs), "blocks of both that the rigs kept");
        report.Add($"{name}.lost.connectors", Paths.Sum(path => path.Refused), "blocks of both that full queues refused");
        report.Add($"{name}.missed", 100 * ScaleRule.Missed(Load.Total), "% a period late or later at the rigs");
        report.Add($"{name}.lateness.p99", Load.Total.LatenessUs.P99 / 1000, "ms at the rigs");
        report.Add($"{name}.blocks", Blocks, "blocks/s in the window");
        report.Add($"{name}.in", cost.BytesIn / Million, "MB/s into the broker");
        report.Add($"{name}.out", BytesOut / Million, "MB/s out of the broker");
        report.Add($"{name}.lag.p50", Lag.P50Ms, "ms");
        report.Add($"{name}.lag.p99", Lag.P99Ms, $"ms (goal: <= {ScaleRule.MaxLagMs})");
        report.Add($"{name}.lag.p999", Lag.P999Ms, "ms");
        report.Add($"{name}.lag.backlog", Lag.LeftOut, "blocks, each counted as 2 s late");
        report.Add($"{name}.lag.blocks", Lag.Blocks, "blocks with a lag");
        report.Add($"{name}.bridge-lag.begin", From.BridgeLagMs, "ms of the worst bridge, at the begin of the window");
        report.Add($"{name}.bridge-lag.end", To.BridgeLagMs, "ms of the worst bridge, at its end");
        Add(report, $"{name}.cpu", cost.Cpu, 1, "cores");
        Add(report, $"{name}.memory", cost.Memory, Million, "MB");
        Add(report, $"{name}.disk", cost.Written, Million, "MB/s");
        report.Add($"{name}.per-core", Plan.Rigs / cost.Cpu.Total, "rigs a core of processor time, the rigs included");
        report.Add($"{name}.machine-load", MachineLoad.OneMinute(), "threads");
        report.Add($"{name}.holds", Limit is null ? 1 : 0, "of 1");
    }

    private static void Add(MetricReport report, string name, ByRole figures, double unit, string text)
    {
        report.Add($"{name}.simulator", figures.Simulator / unit, text);
        report.Add($"{name}.connectors", figures.Connectors / unit, text);
        report.Add($"{name}.broker", figures.Broker / unit, text);
        report.Add($"{name}.monitor", figures.Monitor / unit, text);
        report.Add($"{name}.total", figures.Total / unit, text);
    }
}
