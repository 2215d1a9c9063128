using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Launcher.Reporting;

namespace Benchmarks.Pipeline.Relay;

/// <summary>
/// The least that a pipeline of three processes takes on this machine: source, relay and sink over TCP with blocking
/// sockets, at the rate and sizes of a run of the product. Two wake-ups a block, no work.
/// </summary>
/// <param name="rate">Blocks a second.</param>
/// <param name="linkBytes">Bytes of a block from the source to the relay.</param>
/// <param name="frameBytes">Bytes of a block from the relay to the sink.</param>
internal sealed class BareRelay(int rate, int linkBytes, int frameBytes)
{
    private const int WarmupSeconds = 2;

    // The processes run for so long after their use was read.
    private const int EndSeconds = 1;

    /// <summary>Runs it.</summary>
    /// <param name="seconds">Seconds after warm-up.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="InvalidDataException">Not every block arrived, so the figures are none.</exception>
    public async Task<RelayRound> RunAsync(double seconds, CancellationToken stop)
    {
        int skipped = rate * WarmupSeconds;
        int count = skipped + (int)(rate * (seconds + EndSeconds));
        List<(string Name, Process Process)> all = [];
        try
        {
            Process source = Start(all, "source", rate, count, linkBytes);
            Process relay = Start(all, "relay", await PortAsync(source, stop), linkBytes, frameBytes);
            Process sink = Start(all, "sink", await PortAsync(relay, stop), frameBytes, skipped);
            Task<string> rest = sink.StandardOutput.ReadToEndAsync(stop);
            await Task.Delay(TimeSpan.FromSeconds(WarmupSeconds), stop);
            Dictionary<string, ProcessUsage> before = UsageOf(all);
            await Task.Delay(TimeSpan.FromSeconds(seconds), stop);
            Dictionary<string, ProcessUsage> usage = ProcessUsage.Between(before, UsageOf(all));
            string line = (await rest).Split('\n').LastOrDefault(text => text.StartsWith('{')) ?? "{}";
            RelayResult? result = JsonSerializer.Deserialize(line, RelayJson.Default.RelayResult);
            return result?.Received == count
                ? new RelayRound(result, usage)
                : throw new InvalidDataException(
                    $"the bare relay sent {count} blocks, and {result?.Received} arrived");
        }
        finally
        {
            foreach ((_, Process process) in all)
            {
                if (!process.HasExited)
                    process.Kill();
                process.Dispose();
            }
        }
    }

    private static Dictionary<string, ProcessUsage> UsageOf(List<(string Name, Process Process)> all) =>
        ProcessUsage.Read(all.Select(one => (one.Name, one.Process.Id)));

    private static Process Start(List<(string Name, Process Process)> all, string role, params int[] numbers)
    {
        string own = typeof(BareRelay).Assembly.Location;
        string[] words = [.. numbers.Select(number => number.ToString(CultureInfo.InvariantCulture))];
        Process started = Process.Start(new ProcessStartInfo("dotnet", [own, RelayStage.VerbName, role, .. words])
        {
            RedirectStandardOutput = true,
        })!;
        all.Add((role, started));
        return started;
    }

    private static async Task<int> PortAsync(Process stage, CancellationToken stop)
    {
        while (await stage.StandardOutput.ReadLineAsync(stop) is { } line)
        {
            if (line.StartsWith(RelayStage.ListeningPrefix, StringComparison.Ordinal))
                return int.Parse(line.AsSpan(RelayStage.ListeningPrefix.Length), CultureInfo.InvariantCulture);
        }

        throw new InvalidDataException("a process of the bare relay ended at its start");
    }
}

/// <summary>One run of the bare relay.</summary>
/// <param name="Result">What its sink received.</param>
/// <param name="Usage">What its processes used after warm-up, by their roles.</param>
internal sealed record RelayRound(RelayResult Result, IReadOnlyDictionary<string, ProcessUsage> Usage);
