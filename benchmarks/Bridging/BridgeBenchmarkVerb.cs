using System.CommandLine;
using System.Diagnostics;
using Benchmarks.Measuring;
using Benchmarks.Processes;
using Benchmarks.Rigs;

namespace Benchmarks.Bridging;

/// <summary>
/// <c>benchmarks bridge [--for SECONDS] [--outage SECONDS] [--json FILE]</c>: what a bridge to RabbitMQ costs a
/// connector of the reference rig at 300 packed blocks a second, beside one without, in the same windows; and how fast
/// it drains after the broker was away. The broker is started here.
/// </summary>
internal static class BridgeBenchmarkVerb
{
    private const string Name = "bridge";
    private const int Rounds = 5;
    private static readonly string[] PathThreads = ["source", "publish", "direct i/o"];
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    public static Command Create()
    {
        var seconds = new Option<double>("--for")
        {
            Description = "Seconds of all windows together.",
            DefaultValueFactory = _ => 60,
        };
        var outage = new Option<double>("--outage")
        {
            Description = "Seconds for which the broker is away; the goal is for 600.",
            DefaultValueFactory = _ => 60,
        };
        var json = new Option<FileInfo?>("--json")
        {
            Description = "Also writes the figures to this file, as [{name, value, unit}].",
        };
        var verb = new Command(Name, "Cost of the bridge to RabbitMQ, and how fast it drains after an outage.")
        {
            seconds, outage, json,
        };
        verb.SetAction((words, stop) => CheckoutBenchmark.RunAsync(
            Name,
            words.GetValue(json),
            (repository, report) => MeasureAsync(
                repository, words.GetValue(seconds), words.GetValue(outage), report, stop)));
        return verb;
    }

    private static async Task MeasureAsync(
        string repository, double seconds, double outage, MetricReport report, CancellationToken stop)
    {
        using RunFolder folder = new(repository, Name);
        using BrokerNode broker = BrokerNode.StartNew();
        using BridgedConnector bridged =
            BridgedConnector.Start(repository, folder.Path, "bridged", broker.Address);
        using (BridgedConnector plain = BridgedConnector.Start(repository, folder.Path, "plain", broker: null))
        {
            await CostAsync(bridged, plain, seconds, report, stop);
            await plain.StopAsync();
        }

        await DrainAsync(broker, bridged, outage, report, stop);
        await bridged.StopAsync();
    }

    private static async Task CostAsync(
        BridgedConnector bridged, BridgedConnector plain, double seconds, MetricReport report, CancellationToken stop)
    {
        await UntilAsync(bridged, figures => figures is { State: "live", Confirmed: > 0 }, stop);
        await Task.Delay(WarmUp, stop);
        List<double> cost = [];
        List<double> ofPublish = [];
        List<double> ofPath = [];
        long published = await bridged.PublishedAsync(stop);
        long confirmed = (await bridged.BridgeAsync(stop)).Confirmed;
        for (int round = 0; round < Rounds; round++)
        {
            (Times with, Times without) = (Times.Of(bridged), Times.Of(plain));
            long begun = Stopwatch.GetTimestamp();
            await Task.Delay(TimeSpan.FromSeconds(seconds / Rounds), stop);
            double window = Stopwatch.GetElapsedTime(begun).TotalSeconds;
            (with, without) = (Times.Of(bridged).Since(with), Times.Of(plain).Since(without));
            cost.Add(100 * (with.Process - without.Process) / window);
            ofPublish.Add(with.Publish / without.Publish);
            ofPath.Add(with.Path / without.Path);
        }

        published = await bridged.PublishedAsync(stop) - published;
        confirmed = (await bridged.BridgeAsync(stop)).Confirmed - confirmed;
        report.Add("bridge.blocks", published / seconds, "blocks/s published in the windows");
        report.Add("bridge.confirmed", confirmed / seconds, "frames/s confirmed in the windows");
        report.Add("bridge.cost", Middle(cost), "% of a core (goal: <= 15)");
        report.Add("bridge.cost.most", cost.Max(), "% of a core, the worst window");
        report.Add("bridge.publish-thread", Middle(ofPublish), "times a connector without a bridge");
        report.Add("bridge.block-path", Middle(ofPath), "times a connector without a bridge");
        report.Add("bridge.machine-load", MachineLoad.OneMinute(), "threads");
        if (confirmed < published * 9 / 10)
            throw new InvalidDataException(
                $"{confirmed} frames were confirmed of {published} blocks: it did not keep up");
    }

    private static async Task DrainAsync(
        BrokerNode broker, BridgedConnector bridged, double outage, MetricReport report, CancellationToken stop)
    {
        broker.Kill();
        await Task.Delay(TimeSpan.FromSeconds(outage), stop);
        broker.Start();
        BridgeFigures away = await bridged.BridgeAsync(stop);
        await UntilAsync(bridged, figures => figures.Confirmed > away.Confirmed, stop);
        BridgeFigures begin = await bridged.BridgeAsync(stop);
        long published = await bridged.PublishedAsync(stop);
        long begun = Stopwatch.GetTimestamp();
        await UntilAsync(bridged, figures => figures is { State: "live", Behind: < 300 }, stop);
        double seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        BridgeFigures end = await bridged.BridgeAsync(stop);
        double live = (await bridged.PublishedAsync(stop) - published) / seconds;
        double drained = (end.Confirmed - begin.Confirmed) / seconds;
        report.Add("bridge.outage", outage, "s without a broker");
        report.Add("bridge.drain.behind", begin.Behind, "blocks that waited when it was connected again");
        report.Add("bridge.drain.time", seconds, "s until it was live again");
        report.Add("bridge.drain.rate", drained, "frames/s");
        report.Add("bridge.drain.to-live", drained / live, "times the rate of the rig (goal: >= 5)");
    }

    private static async Task UntilAsync(
        BridgedConnector connector, Func<BridgeFigures, bool> isSo, CancellationToken stop)
    {
        long begun = Stopwatch.GetTimestamp();
        while (true)
        {
            BridgeFigures figures = await connector.BridgeAsync(stop);
            if (isSo(figures))
                return;
            if (Stopwatch.GetElapsedTime(begun) > Limit)
                throw new InvalidDataException($"the bridge is not as it should be: {figures}");
            await Task.Delay(Pause, stop);
        }
    }

    private static double Middle(List<double> values) => values.Order().ElementAt(values.Count / 2);

    /// <summary>Processor time of a connector, s.</summary>
    private sealed record Times(double Process, double Publish, double Path)
    {
        public Times Since(Times earlier) =>
            new(Process - earlier.Process, Publish - earlier.Publish, Path - earlier.Path);

        public static Times Of(BridgedConnector connector) => new(
            ProcessTime.SecondsOf(connector.Id),
            ThreadTimes.SecondsOf(connector.Id, "publish"),
            PathThreads.Sum(thread => ThreadTimes.SecondsOf(connector.Id, thread)));
    }
}
