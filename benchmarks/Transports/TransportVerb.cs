using System.CommandLine;
using Benchmarks.Measuring;
using Benchmarks.Pipeline;
using FuncLibs.Hosting;
using FuncLibs.Messaging.Transport;
using Launcher;

namespace Benchmarks.Transports;

/// <summary>
/// <c>benchmarks transport [--only PART] [--seconds S] [--for S] [--json FILE]</c>: libzmq, the direct transport and
/// NetMQ in turns, in one run: messages a second, delay at a steady rate, bytes allocated a message, processor time
/// with 16 subscribers, and the reference pipeline with each.
/// </summary>
internal static class TransportVerb
{
    private const int Rounds = 3;

    public static Command Create()
    {
        var only = new Option<string?>("--only")
        {
            Description = "One part: sockets, fan-out, keys or pipeline (default: all).",
        };
        only.AcceptOnlyFromAmong("sockets", "fan-out", "keys", "pipeline");
        var seconds = new Option<double>("--seconds")
        {
            Description = "Seconds of a measurement of sockets; the delay takes twice as long.",
            DefaultValueFactory = _ => 2,
        };
        var run = new Option<double>("--for")
        {
            Description = "Seconds of a run of the pipeline after warm-up.",
            DefaultValueFactory = _ => 30,
        };
        var json = new Option<FileInfo?>("--json")
        {
            Description = "Also writes the figures to this file, as [{name, value, unit}].",
        };
        var verb = new Command(
            "transport",
            "libzmq, libzmq with keys, the direct transport and NetMQ side by side; every message is counted and its "
                + "content checked.") { only, seconds, run, json };
        verb.SetAction((result, stop) => RunAsync(
            result.GetValue(only),
            TimeSpan.FromSeconds(result.GetValue(seconds)),
            result.GetValue(run),
            result.GetValue(json),
            stop));
        return verb;
    }

    private static async Task<int> RunAsync(
        string? only, TimeSpan window, double seconds, FileInfo? json, CancellationToken stop)
    {
        var report = new MetricReport();
        bool good = true;
        try
        {
            if (only is null or "sockets")
                Sockets(window, report);
            if (only is null or "fan-out")
                new FanOut(report).Run(window);
            if (only is null or "keys")
                new KeyedPath(Path.GetTempPath(), report).Run(2 * seconds);
            if (only is null or "pipeline")
                good = await PipelinesAsync(seconds, report, stop);
        }
        catch (InvalidDataException e)
        {
            await Console.Error.WriteLineAsync($"benchmarks transport: {e.Message}");
            good = false;
        }

        if (json is not null)
            report.WriteTo(json);
        return good ? ExitCodes.Ok : ExitCodes.FatalError;
    }

    // Case for case within a round, so that all libraries meet the same moods of the machine; a warm-up round before
    // those that count.
    private static void Sockets(TimeSpan window, MetricReport report)
    {
        Dictionary<TransportCase, List<PairFigures>> figures =
            TransportCase.All.ToDictionary(c => c, _ => new List<PairFigures>());
        for (int round = -1; round < Rounds; round++)
        {
            foreach (TransportCase @case in TransportCase.All)
            {
                using var pair = new TransportPair(@case);
                PairFigures measured = pair.Measure(window);
                if (round >= 0)
                    figures[@case].Add(measured);
            }
        }

        foreach ((TransportCase @case, List<PairFigures> rounds) in figures)
        {
            Add("rate", "msg/s", round => round.Rate);
            Add("delay.p50", "us", round => round.P50Us);
            Add("delay.p99", "us", round => round.P99Us);
            Add("alloc.process", "B/msg", round => round.ProcessBytes);
            Add("alloc.publisher", "B/msg", round => round.PublisherBytes);
            Add("alloc.subscriber", "B/msg", round => round.SubscriberBytes);

            void Add(string what, string unit, Func<PairFigures, double> read) =>
                report.Add($"{@case.Name}.{what}", Median.Get(rounds.Select(read)), unit);
        }

        foreach (TransportCase keyed in TransportCase.All.Where(@case => @case.ServerKey is not null))
            Compare(keyed, "rate.vs-plain", round => round.Rate);
        foreach (TransportCase direct in TransportCase.All.Where(@case => @case.Library == TransportLibrary.Direct))
        {
            Compare(direct, "rate.vs-libzmq", round => round.Rate);
            Compare(direct, "delay.p50.vs-libzmq", round => round.P50Us);
            Compare(direct, "delay.p99.vs-libzmq", round => round.P99Us);
        }

        void Compare(TransportCase @case, string what, Func<PairFigures, double> read) => report.Add(
            $"{@case.Name}.{what}",
            Median.OfRatios(
                figures[@case].Select(read), figures[@case with { Library = TransportLibrary.Libzmq }].Select(read)),
            "x");
    }

    private static async Task<bool> PipelinesAsync(double seconds, MetricReport report, CancellationToken stop)
    {
        if (Binaries.Repository is not { } repository)
            throw new InvalidDataException("this is not a checkout of the project; run it from there");
        bool good = true;
        for (int round = 0; round < 2; round++)
        {
            foreach (string library in (string[])[
                TransportLibrary.Libzmq, TransportLibrary.Direct, TransportLibrary.Netmq])
                good &= await (PipelineRun.All[0] with { Transport = library }).MeasureAsync(
                    repository, seconds, report, stop);
        }

        return good;
    }
}
