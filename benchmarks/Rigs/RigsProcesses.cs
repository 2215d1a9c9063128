using System.Globalization;
using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;
using Launcher;
using Launcher.Children;
using Tools.Load;

namespace Benchmarks.Rigs;

/// <summary>Simulator with many rigs, one connector of them all, and one monitor, as processes.</summary>
internal sealed class RigsProcesses(
    RigsPlan plan, string repository, string folder, CancellationToken stop) : IDisposable
{
    private const string Tools = "tools";
    private const string AnyPort = "tcp://127.0.0.1:0";
    private const string AnyHttpPort = "http://127.0.0.1:0";
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(15);

    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(10) };
    private readonly List<Child> _children = [];
    private Uri _connectorHealth = null!;
    private Uri? _monitorHealth;

    /// <summary>Starts all; the clocks of the rigs start when the connector has them all.</summary>
    public async Task StartAsync()
    {
        string rate = plan.Rate.ToString(CultureInfo.InvariantCulture);
        string seconds = plan.RunSeconds.ToString(CultureInfo.InvariantCulture);
        Simulator = Launch(
            Tools,
            [
                "load", "--rigs", plan.Rigs.ToString(CultureInfo.InvariantCulture), "--Preset", plan.Preset, "--rate",
                rate, "--for", seconds,
                "--wait", "60", "--out", ReportFile, "--Priority", plan.Priority.ToString(CultureInfo.InvariantCulture),
            ]);
        List<string> words = [];
        for (int rig = 0; rig < plan.Rigs; rig++)
            words.AddRange([$"--Sources:{rig}:Endpoint", await Simulator.EndpointAsync($"rig{rig + 1:00}", stop)]);
        Connector = Launch(
            ProgramNames.Connector,
            [
                "run", .. words, "--Publish:Endpoint", AnyPort, "--Control:Endpoint", AnyPort, "--Http:Url",
                AnyHttpPort, "--Journal:QuotaGB", "4", .. Kept("connector"),
            ]);
        _connectorHealth = new Uri(await Connector.EndpointAsync(ListeningLines.Http, stop) + "/health");
        if (plan.HasMonitor)
            await StartMonitorAsync();
    }

    /// <summary>Processor time so far.</summary>
    public async Task<ProcessTime> TimeAsync() => new(
        ProcessTime.SecondsOf(Connector.Id),
        Monitor is null ? 0 : ProcessTime.SecondsOf(Monitor.Id),
        (await NumberedAsync()).Values.Sum());

    /// <summary>Waits for the simulator's own end and returns its report.</summary>
    public async Task<LoadReport> EndOfLoadAsync()
    {
        if (!await Simulator.EndsWithinAsync(TimeSpan.FromSeconds(plan.RunSeconds) + StopLimit)
            || Simulator.ExitCode != ExitCodes.Ok)
            throw new InvalidDataException(
                Simulator.Ended.IsCompleted ? Simulator.Obituary : "the simulator did not end");
        return JsonSerializer.Deserialize(await File.ReadAllBytesAsync(ReportFile, stop), LoadJson.Default.LoadReport)!;
    }

    /// <summary>Last number of each stream at the connector.</summary>
    public async Task<Dictionary<string, long>> NumberedAsync() => await StreamsAsync(_connectorHealth, "last");

    /// <summary>Last number of each stream that the monitor has.</summary>
    public async Task<Dictionary<string, long>> DeliveredAsync() =>
        _monitorHealth is null ? await NumberedAsync() : await StreamsAsync(_monitorHealth, "lastSequence");

    /// <summary>Blocks that full queues of the connector's sources refused.</summary>
    public async Task<long> RefusedAsync()
    {
        using JsonDocument document = JsonDocument.Parse(await _http.GetStringAsync(_connectorHealth, stop));
        return document.RootElement
            .GetProperty("sources")
            .EnumerateArray()
            .Sum(source => source.GetProperty("dropped").GetInt64());
    }

    /// <summary>Reports which process died, if one did.</summary>
    /// <exception cref="InvalidDataException">One did; the message has the end of its log.</exception>
    public void CheckAlive()
    {
        foreach (Child child in _children)
        {
            if (child != Simulator && child.Ended.IsCompleted)
                throw new InvalidDataException(child.Obituary);
        }
    }

    /// <summary>Stops connector and monitor and returns their summaries.</summary>
    public async Task<(ConnectorSummary? Connector, MonitorSummary? Monitor)> StopAsync()
    {
        foreach (Child child in _children)
        {
            if (!await child.StopAsync(StopLimit))
                throw new InvalidDataException($"{child.Name} did not stop");
        }

        return (SummaryFile.Read(SummaryOf("connector"), RunJson.Default.ConnectorSummary),
            SummaryFile.Read(SummaryOf("monitor"), RunJson.Default.MonitorSummary));
    }

    public void Dispose()
    {
        _children.ForEach(child => child.Dispose());
        _http.Dispose();
    }

    private Child Simulator { get; set; } = null!;

    private Child Connector { get; set; } = null!;

    private Child? Monitor { get; set; }

    private string ReportFile => Path.Combine(folder, "load.json");

    private async Task StartMonitorAsync()
    {
        string publish = await Connector.EndpointAsync(ListeningLines.Publish, stop);
        string control = await Connector.EndpointAsync(ListeningLines.Control, stop);
        Monitor = Launch(
            ProgramNames.Monitor,
            [
                "run", "--Subscribe:Endpoint", publish, "--Control:Endpoint", control, "--Http:Url", AnyHttpPort,
                "--State:Resume", "false", .. Kept("monitor"),
            ]);
        _monitorHealth = new Uri(await Monitor.EndpointAsync(ListeningLines.Http, stop) + "/health");
    }

    private Child Launch(string program, IEnumerable<string> words)
    {
        Child child = Child.Start(
            program,
            Binaries.Find(repository).PathOf(program),
            [.. words, "--Run:Supervised", "true"],
            Path.Combine(folder, program + ".log"));
        _children.Add(child);
        return child;
    }

    private string[] Kept(string name) =>
    [
        "--State:Folder", Path.Combine(folder, name), "--Run:SummaryFile", SummaryOf(name),
        "--Run:WarmupSeconds", RigsPlan.WarmUpSeconds.ToString(CultureInfo.InvariantCulture),
    ];

    private string SummaryOf(string name) => Path.Combine(folder, name + ".summary.json");

    private async Task<Dictionary<string, long>> StreamsAsync(Uri health, string number)
    {
        using JsonDocument document = JsonDocument.Parse(await _http.GetStringAsync(health, stop));
        return document.RootElement.GetProperty("streams").EnumerateArray()
            .ToDictionary(
                stream => stream.GetProperty("name").GetString()!,
                stream => stream.GetProperty(number).GetInt64(),
                StringComparer.Ordinal);
    }
}
