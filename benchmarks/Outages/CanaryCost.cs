using System.Diagnostics;
using System.Text.Json;
using Benchmarks.Measuring;

namespace Benchmarks.Outages;

/// <summary>
/// What a canary costs a connector of the reference rig: processor time of the canary's thread, and of the threads on
/// the path of a block with it and without, in turns.
/// </summary>
internal static class CanaryCost
{
    private const int Rounds = 5;
    private const string Candidate = "columns-packed";
    private const string Share = "10";

    // More than come while it is measured: a canary that is decided on ends.
    private const string Blocks = "10000000";

    private static readonly string[] PathThreads = ["source", "publish", "direct i/o"];
    private static readonly TimeSpan Warmup = TimeSpan.FromSeconds(20);

    // A request is followed within a second.
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan CompareLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs all rounds and reports.</summary>
    /// <exception cref="InvalidDataException">The canary did not compare, found an error, or a block is
    /// lost.</exception>
    public static async Task RunAsync(RunningRig rig, double seconds, MetricReport report, CancellationToken stop)
    {
        int process = rig.Connector.Id;
        TimeSpan window = TimeSpan.FromSeconds(seconds / (2 * Rounds));
        List<double> with = [];
        List<double> without = [];
        List<double> canary = [];
        long compared = 0;
        await Task.Delay(Warmup, stop);
        for (int round = 0; round < Rounds; round++)
        {
            without.Add((await MeasureAsync(process, window, stop)).Path);
            await rig.RunConnectorVerbAsync(
                "format", "canary", Candidate, "--share", Share, "--blocks", Blocks, "--keep-format");

            // Its first blocks are not those of a codec that is compiled.
            long begun = await WaitAsync(rig, 200, stop);
            (double path, double aside) = await MeasureAsync(process, window, stop);
            compared += await WaitAsync(rig, begun + 1, stop) - begun;
            with.Add(path);
            canary.Add(aside);
            await rig.RunConnectorVerbAsync("format", "reset");
            await Task.Delay(Settling, stop);
        }

        MonitorAccount account = await rig.AccountAsync(rig.Monitors[0]);
        if (account.DeclaredLost > 0)
            throw new InvalidDataException($"{account.DeclaredLost} blocks are lost");
        report.Add("canary.compared", compared, "blocks");
        report.Add("canary.thread", 100 * Median.Get(canary), "% of a core");
        report.Add("canary.path.with", 100 * Median.Get(with), "% of a core");
        report.Add("canary.path.without", 100 * Median.Get(without), "% of a core");
        report.Add("canary.path.ratio", Median.OfRatios(with, without), "ratio");
    }

    private static async Task<(double Path, double Canary)> MeasureAsync(
        int process, TimeSpan window, CancellationToken stop)
    {
        (double path, double canary, long begun) = (PathSeconds(), CanarySeconds(), Stopwatch.GetTimestamp());
        await Task.Delay(window, stop);
        double elapsed = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        return ((PathSeconds() - path) / elapsed, (CanarySeconds() - canary) / elapsed);

        double PathSeconds() => PathThreads.Sum(thread => ThreadTimes.SecondsOf(process, thread));
        double CanarySeconds() => ThreadTimes.SecondsOf(process, "canary");
    }

    // Blocks that the canary has compared, once there are as many.
    private static async Task<long> WaitAsync(RunningRig rig, long blocks, CancellationToken stop)
    {
        long begun = Stopwatch.GetTimestamp();
        while (true)
        {
            using JsonDocument health = await rig.ConnectorHealthAsync();
            if (health.RootElement.GetProperty("format").TryGetProperty("canary", out JsonElement canary)
                && canary.ValueKind == JsonValueKind.Object && canary.GetProperty("state").GetString() == "comparing")
            {
                if (canary.GetProperty("errors").GetInt64() > 0)
                    throw new InvalidDataException($"the canary found errors: {canary}");
                if (canary.GetProperty("compared").GetInt64() is var compared && compared >= blocks)
                    return compared;
            }

            if (Stopwatch.GetElapsedTime(begun) > CompareLimit)
                throw new InvalidDataException(
                    $"the canary did not compare {blocks} blocks within {CompareLimit.TotalSeconds} s");
            await Task.Delay(Pause, stop);
        }
    }
}
