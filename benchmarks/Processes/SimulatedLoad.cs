using System.Globalization;
using System.Text.Json;
using FuncLibs.Hosting;
using Launcher.Children;
using Simulator.Serving;
using Tools.Load;

namespace Benchmarks.Processes;

/// <summary>`tools load` as a process: many rigs.</summary>
/// <param name="group">Takes the process.</param>
/// <param name="request">What the rigs are.</param>
internal sealed class SimulatedLoad(ProcessGroup group, LoadRequest request)
{
    private const string Tools = "tools";
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(15);

    private readonly Child _process = group.Start(
        Tools,
        [
            "load", "--rigs", Number(request.Rigs), "--Preset", request.Preset, "--rate", Number(request.Rate), "--for",
            Number(request.Seconds), "--wait", Number(request.WaitSeconds), "--out", group.FileOf(ReportName),
            "--Priority", Number(request.Priority), "--Link:QueueBlocks", Number(request.QueueBlocks),
        ],
        mayEnd: true);

    private const string ReportName = "load.json";

    /// <summary>Id of the process.</summary>
    public int Id => _process.Id;

    /// <summary>Where each rig listens.</summary>
    public async Task<IReadOnlyList<string>> EndpointsAsync(CancellationToken stop)
    {
        List<string> endpoints = [];
        for (int rig = 0; rig < request.Rigs; rig++)
            endpoints.Add(await _process.EndpointAsync(NameOf(rig), stop));
        return endpoints;
    }

    /// <summary>Name of a rig, from 0.</summary>
    public static string NameOf(int rig) => $"rig{rig + 1:00}";

    /// <summary>Waits for the end of a load of some seconds, and returns its report.</summary>
    /// <exception cref="InvalidDataException">It did not end well.</exception>
    public async Task<LoadReport> EndAsync(CancellationToken stop)
    {
        if (!await _process.EndsWithinAsync(TimeSpan.FromSeconds(request.Seconds) + StopLimit))
            throw new InvalidDataException("the simulator did not end");
        return await ReadAsync(stop);
    }

    /// <summary>Ends a load after the blocks that are due by now, and returns its report.</summary>
    /// <exception cref="InvalidDataException">It did not end well.</exception>
    public async Task<LoadReport> StopAsync(CancellationToken stop)
    {
        await group.StopAsync(_process);
        return await ReadAsync(stop);
    }

    private async Task<LoadReport> ReadAsync(CancellationToken stop) => _process.ExitCode == ExitCodes.Ok
        ? JsonSerializer.Deserialize(
            await File.ReadAllBytesAsync(group.FileOf(ReportName), stop), LoadJson.Default.LoadReport)!
        : throw new InvalidDataException(_process.Obituary);

    private static string Number(double number) => number.ToString(CultureInfo.InvariantCulture);
}

/// <summary>What `tools load` is to make.</summary>
/// <param name="Preset">What each rig is.</param>
/// <param name="Rigs">How many.</param>
/// <param name="Rate">Blocks a second of each; 0 = as the preset.</param>
/// <param name="Seconds">Length; 0 = until it is stopped.</param>
/// <param name="WaitSeconds">How long the clocks wait until each rig has a client.</param>
/// <param name="Priority">Real-time priority of the threads that make blocks; 0 = ordinary.</param>
/// <param name="QueueBlocks">Blocks that may wait for the client of each.</param>
internal sealed record LoadRequest(
    string Preset,
    int Rigs,
    int Rate,
    double Seconds,
    double WaitSeconds,
    int Priority = 0,
    int QueueBlocks = LinkServerSettings.DefaultQueueBlocks);
