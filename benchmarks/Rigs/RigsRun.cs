using System.Diagnostics;
using Benchmarks.Processes;
using FuncLibs.Hosting.Summaries;
using Launcher.Reporting;
using Tools.Load;

namespace Benchmarks.Rigs;

/// <summary>
/// Runs the processes of one plan, takes the figures of its window, and checks the account of the whole run.
/// </summary>
internal static class RigsRun
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan CatchUpLimit = TimeSpan.FromSeconds(30);
    private const double UsPerSecond = 1e6;

    /// <summary>Does it.</summary>
    /// <exception cref="InvalidDataException">A process died, or an account does not close: nothing was
    /// measured.</exception>
    public static async Task<RigsFigures> MeasureAsync(RigsPlan plan, string repository, CancellationToken stop)
    {
        using RunFolder folder = new(repository, "rigs");
        using RigsProcesses processes = new(plan, repository, folder.Path, stop);
        await processes.StartAsync();
        RigsFigures figures = await MeasureAsync(plan, processes, stop);
        return figures.Fault is { } fault ? throw new InvalidDataException($"{plan}: {fault}") : figures;
    }

    private static async Task<RigsFigures> MeasureAsync(RigsPlan plan, RigsProcesses processes, CancellationToken stop)
    {
        await UntilAsync(
            processes,
            async () => await processes.DeliveredAsync() is { } streams && streams.Count == plan.Rigs
                && streams.Values.All(last => last > 0),
            StartLimit, stop);
        await Task.Delay(TimeSpan.FromSeconds(RigsPlan.WarmUpSeconds), stop);
        ProcessTime from = await processes.TimeAsync();
        await Task.Delay(TimeSpan.FromSeconds(plan.Seconds), stop);
        ProcessTime to = await processes.TimeAsync();
        LoadReport load = await processes.EndOfLoadAsync();
        await UntilAsync(
            processes,
            async () => Same(await processes.NumberedAsync(), await processes.DeliveredAsync()),
            CatchUpLimit,
            stop);
        long numbered = (await processes.NumberedAsync()).Values.Sum();
        long refused = await processes.RefusedAsync();
        (ConnectorSummary? connector, MonitorSummary? monitor) = await processes.StopAsync();
        RunReport? account = plan.HasMonitor
            ? RunAccounting.Combine(connector, monitor, new SimulatorSummary { Sent = load.Total.Sent })
            : null;
        double blocks = to.Blocks - from.Blocks;
        return new RigsFigures(
            plan, load, numbered, refused, account, UsPerSecond * (to.Connector - from.Connector) / blocks,
            UsPerSecond * (to.Monitor - from.Monitor) / blocks);
    }

    private static bool Same(Dictionary<string, long> numbered, Dictionary<string, long> delivered) =>
        numbered.Count == delivered.Count
            && numbered.All(stream => delivered.GetValueOrDefault(stream.Key) == stream.Value);

    private static async Task UntilAsync(
        RigsProcesses processes, Func<Task<bool>> isThere, TimeSpan limit, CancellationToken stop)
    {
        long begun = Stopwatch.GetTimestamp();
        while (!await isThere())
        {
            processes.CheckAlive();
            if (Stopwatch.GetElapsedTime(begun) > limit)
                return;
            await Task.Delay(PollInterval, stop);
        }
    }
}
