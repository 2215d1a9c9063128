using Benchmarks.Measuring;

namespace Benchmarks.Rigs;

/// <summary>One run of many rigs.</summary>
/// <param name="Preset">What each rig is.</param>
/// <param name="Rigs">How many.</param>
/// <param name="Rate">Blocks a second of each; 0 = as the preset.</param>
/// <param name="Seconds">Length of the window that is measured.</param>
/// <param name="HasMonitor">Whether a monitor listens.</param>
/// <param name="Priority">Real-time priority of the rigs' threads that make blocks; 0 = ordinary.</param>
internal sealed record RigsPlan(
    string Preset, int Rigs, int Rate, double Seconds, bool HasMonitor = true, int Priority = 0)
{
    /// <summary>Seconds before the window, for the compiler and for clients to settle.</summary>
    public const double WarmUpSeconds = 6;

    // From the start of the clocks until all processes run, and after the window.
    private const double MarginSeconds = 5;

    /// <summary>Seconds that the simulator runs.</summary>
    public double RunSeconds => WarmUpSeconds + Seconds + MarginSeconds;
}

/// <summary>The questions about many rigs.</summary>
internal sealed class RigsPart(string repository, double seconds, MetricReport report, CancellationToken stop)
{
    private const string Small = "small";
    private const string Large = "load-64x4096";
    private const int MaxRigs = 20;
    private const double Flat = 1.2;
    private static readonly int[] Counts = [1, 2, 5, 10, MaxRigs];
    private static readonly int[] Rates = [100, 200, 300, 400, 500, 600, 800, 1000];

    /// <summary>What a block costs with 1 to 20 rigs of one rate in one connector. What the processes cost without any
    /// block is in it: less of it falls on a block of many.</summary>
    public Task ScaleAsync(int rate) => CompareAsync("scale", _ => rate);

    /// <summary>
    /// What a block costs when 1 to 20 rigs share as many blocks a second: the price of a rig by itself.
    /// </summary>
    public Task ShareAsync(int rate) => CompareAsync("share", rigs => rate * MaxRigs / rigs);

    /// <summary>How fast 20 rigs can be until blocks are late or lost.</summary>
    public async Task LimitAsync()
    {
        (int onTime, int whole) = (0, 0);
        foreach (int rate in Rates)
        {
            RigsFigures figures =
                await MeasureAsync(new RigsPlan(Small, MaxRigs, rate, seconds), $"rigs.limit.{rate}");
            if (figures.Lost == 0)
                whole = rate;
            if (figures.Lost == 0 && figures.IsOnTime)
                onTime = rate;
            if (figures.Lost > 0)
                break;
        }

        report.Add("rigs.limit.on-time", onTime, $"blocks/s of each of {MaxRigs} rigs, at most 0.1 % late, none lost");
        report.Add("rigs.limit.whole", whole, $"blocks/s of each of {MaxRigs} rigs, none lost");
    }

    /// <summary>Whether the load preset holds: nothing lost and at most 0.1 % late.</summary>
    public async Task LoadAsync()
    {
        RigsFigures figures = await MeasureAsync(new RigsPlan(Large, 1, 0, seconds), $"rigs.{Large}");
        report.Add($"rigs.{Large}.holds", figures.Lost == 0 && figures.IsOnTime ? 1 : 0, "of 1");
    }

    private async Task CompareAsync(string name, Func<int, int> rateOf)
    {
        RigsFigures? one = null;
        foreach (int rigs in Counts)
        {
            string run = $"rigs.{name}.{rigs}x{rateOf(rigs)}";
            RigsFigures figures = await MeasureAsync(new RigsPlan(Small, rigs, rateOf(rigs), seconds), run);
            one ??= figures;
            report.Add($"{run}.connector.to-one", figures.ConnectorUs / one.ConnectorUs, $"times (goal: <= {Flat})");
            report.Add($"{run}.monitor.to-one", figures.MonitorUs / one.MonitorUs, $"times (goal: <= {Flat})");
        }
    }

    private async Task<RigsFigures> MeasureAsync(RigsPlan plan, string name)
    {
        RigsFigures figures = await RigsRun.MeasureAsync(plan, repository, stop);
        report.Add($"{name}.blocks", figures.Load.Total.Due, "blocks");
        report.Add($"{name}.lost", figures.Lost, "blocks");
        report.Add($"{name}.late", 100 * figures.LateShare, "%");
        report.Add($"{name}.missed", 100 * figures.MissedShare, "%");
        report.Add($"{name}.lateness.p50", figures.Load.Total.LatenessUs.P50, "us");
        report.Add($"{name}.lateness.p99", figures.Load.Total.LatenessUs.P99, "us");
        report.Add($"{name}.lateness.p999", figures.Load.Total.LatenessUs.P999, "us");
        report.Add(
            $"{name}.simulator",
            1e6 * figures.Load.Total.CpuShare * figures.Load.Seconds / figures.Load.Total.Due,
            "us/block");
        report.Add($"{name}.connector", figures.ConnectorUs, "us/block");
        report.Add($"{name}.monitor", figures.MonitorUs, "us/block");
        report.Add($"{name}.latency.p50", figures.Account!.LatencyUs.P50, "us");
        report.Add($"{name}.latency.p99", figures.Account.LatencyUs.P99, "us");
        report.Add($"{name}.machine-load", MachineLoad.OneMinute(), "threads");
        return figures;
    }
}
