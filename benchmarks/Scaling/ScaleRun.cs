using Benchmarks.Bridging;
using Benchmarks.Processes;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Summaries;
using Tools.Load;

namespace Benchmarks.Scaling;

/// <summary>
/// Runs the processes of one plan at a broker of its own, takes the figures of its window, and checks the account of
/// the whole run.
/// </summary>
internal static class ScaleRun
{
    private static readonly TimeSpan FirstBlockLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan CatchUpLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(10);

    /// <summary>Does it.</summary>
    /// <exception cref="InvalidDataException">A process died, or an account does not close: nothing was
    /// measured.</exception>
    public static async Task<ScaleFigures> MeasureAsync(ScalePlan plan, string repository, CancellationToken stop)
    {
        using RunFolder folder = new(repository, "scale");
        using BrokerNode broker = BrokerNode.StartNew();
        using ScaleProcesses processes = new(plan, broker, repository, folder.Path, stop);
        await processes.StartAsync();
        ScaleFigures figures = await MeasureAsync(plan, processes, stop);
        return figures.Paths.Select(path => path.Fault).FirstOrDefault(fault => fault is not null) is { } fault
            ? throw new InvalidDataException($"{plan.Name}: {fault}")
            : figures;
    }

    private static async Task<ScaleFigures> MeasureAsync(
        ScalePlan plan, ScaleProcesses processes, CancellationToken stop)
    {
        await processes.UntilAsync(
            async () => (await processes.CertifyAsync()).Streams.Count == plan.Rigs,
            FirstBlockLimit,
            "not every rig has a block at the monitor");
        TimeSpan rest = TimeSpan.FromSeconds(plan.WarmUpSeconds) - processes.MonitorAge;
        if (rest.TotalSeconds < ScalePlan.SettledSeconds)
            throw new InvalidDataException($"{plan.Name}: it started too slowly for its warm-up");
        await Task.Delay(rest, stop);
        ScaleReading from = await processes.ReadAsync();
        await Task.Delay(TimeSpan.FromSeconds(plan.Seconds), stop);
        ScaleReading to = await processes.ReadAsync();
        LoadReport load = await processes.StopLoadAsync();
        await processes.UntilAsync(
            async () => HasAll(await processes.BridgesAsync(), await processes.CertifyAsync()), CatchUpLimit);
        IReadOnlyList<BridgedConnectorState> connectors = await processes.BridgesAsync();
        await processes.StopConnectorsAsync();
        await processes.UntilAsync(
            async () => (await processes.CertifyAsync()).Streams.All(stream => stream.End != StreamEnd.Open), EndLimit);
        (RunCertificate certificate, MonitorSummary summary) = await processes.StopMonitorAsync();
        return new ScaleFigures(
            plan,
            load,
            [
                .. connectors.Select((connector, i) =>
                    PathOf(connector, plan.IsShared ? load.Rigs : [load.Rigs[i]], certificate)),
            ],
            LagFigures.From(summary.Latencies, summary.LatenciesLeftOut),
            from,
            to);
    }

    // Blocks that the connector numbered are confirmed, and the monitor waits for none.
    private static bool HasAll(IReadOnlyList<BridgedConnectorState> connectors, RunCertificate certificate) =>
        connectors.All(connector => connector.Bridge.Behind == 0
            && certificate.Streams.Where(stream => stream.Publisher == connector.Publisher).Sum(SettledOf)
                >= connector.Numbered);

    private static long SettledOf(CertifiedStream stream) => stream.Received + stream.Lost.Sum();

    private static ScalePath PathOf(
        BridgedConnectorState connector, IReadOnlyList<RigLoad> rigs, RunCertificate certificate)
    {
        CertifiedStream[] streams =
            [.. certificate.Streams.Where(stream => stream.Publisher == connector.Publisher)];
        return new ScalePath
        {
            Name = connector.Name,
            Rigs = rigs,
            Numbered = connector.Numbered,
            Refused = connector.Refused,
            Confirmed = connector.Bridge.Confirmed,
            Behind = connector.Bridge.Behind,
            NotInJournal = connector.Bridge.Missing,
            Streams = streams.Length,
            First = streams.Select(stream => stream.First).DefaultIfEmpty().Max(),
            Delivered = streams.Sum(stream => stream.Received),
            DeclaredLost = streams.Sum(stream => stream.Lost.Sum()),
            Missing = streams.Sum(stream => stream.Missing),
            IsEnded = streams.All(stream => stream.End != StreamEnd.Open),
        };
    }
}
