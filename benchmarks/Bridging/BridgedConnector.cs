using System.Text.Json;
using FuncLibs.Hosting.Programs;
using Launcher;
using Launcher.Children;

namespace Benchmarks.Bridging;

/// <summary>A connector with the reference rig inside, with a bridge or without one, as a process.</summary>
internal sealed class BridgedConnector : IDisposable
{
    private const string AnyPort = "tcp://127.0.0.1:0";
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(30);
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(10) };
    private readonly Child _child;

    private BridgedConnector(Child child) => _child = child;

    /// <summary>Id of the process.</summary>
    public int Id => _child.Id;

    /// <summary>Starts one.</summary>
    /// <param name="repository">The checkout.</param>
    /// <param name="folder">Its folder, which is there.</param>
    /// <param name="rig">Name of its rig.</param>
    /// <param name="broker">The broker; null = without a bridge.</param>
    public static BridgedConnector Start(
        string repository, string folder, string rig, string? broker) => new(Child.Start(
        rig,
        Binaries.Find(repository).PathOf(ProgramNames.Connector),
        [
            "run", "--Rig", rig, "--State:Folder", Path.Combine(folder, rig), "--Source:Type", "simulator",
            "--Source:Preset", "reference", "--Publish:Content", "columns-packed", "--Publish:Endpoint", AnyPort,
            "--Control:Endpoint", AnyPort, "--Http:Url", "http://127.0.0.1:0", "--Journal:QuotaGB", "20",
            "--Run:Supervised", "true", .. broker is null ? (string[])[] : ["--Bridge:Broker", broker],
        ],
        Path.Combine(folder, rig + ".log")));

    /// <summary>Blocks that it published so far.</summary>
    /// <exception cref="InvalidDataException">It died; the message has the end of its log.</exception>
    public async Task<long> PublishedAsync(CancellationToken stop)
    {
        using JsonDocument health = await HealthAsync(stop);
        return health.RootElement.GetProperty("streams").EnumerateArray()
            .Sum(stream => stream.GetProperty("last").GetInt64());
    }

    /// <summary>How its bridge is.</summary>
    /// <exception cref="InvalidDataException">It died, or the journal lacked a frame.</exception>
    public async Task<BridgeFigures> BridgeAsync(CancellationToken stop)
    {
        using JsonDocument health = await HealthAsync(stop);
        BridgeFigures figures = BridgeFigures.Read(health.RootElement);
        return figures.Missing == 0
            ? figures : throw new InvalidDataException($"frames were missing in the journal: {figures}");
    }

    /// <summary>Ends it cleanly.</summary>
    /// <exception cref="InvalidDataException">It did not end.</exception>
    public async Task StopAsync()
    {
        if (!await _child.StopAsync(StopLimit))
            throw new InvalidDataException($"{_child.Name} did not stop");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _child.Dispose();
        _http.Dispose();
    }

    private async Task<JsonDocument> HealthAsync(CancellationToken stop)
    {
        if (_child.Ended.IsCompleted)
            throw new InvalidDataException(_child.Obituary);
        Uri health = new(await _child.EndpointAsync(ListeningLines.Http, stop) + "/health");
        return JsonDocument.Parse(await _http.GetStringAsync(health, stop));
    }
}
