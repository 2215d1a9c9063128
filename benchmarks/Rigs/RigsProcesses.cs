using Benchmarks.Processes;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;
using Launcher.Children;
using Tools.Load;

namespace Benchmarks.Rigs;

/// <summary>Simulator with many rigs, one connector of them all, and one monitor, as processes.</summary>
internal sealed class RigsProcesses(
    RigsPlan plan, string repository, string folder, CancellationToken stop) : IDisposable
{
    private const double WaitSeconds = 60;

    private readonly ProcessGroup _group = new(repository, folder);
    private SimulatedLoad _load = null!;

    /// <summary>Starts all; the clocks of the rigs start when the connector has them all.</summary>
    public async Task StartAsync()
    {
        _load = new SimulatedLoad(
            _group,
            new LoadRequest(plan.Preset, plan.Rigs, plan.Rate, plan.RunSeconds, WaitSeconds, plan.Priority));
        IReadOnlyList<string> rigs = await _load.EndpointsAsync(stop);
        Connector = _group.Start(
            ProgramNames.Connector,
            [
                "run", .. rigs.SelectMany((rig, i) => (string[])[$"--Sources:{i}:Endpoint", rig]), "--Publish:Endpoint",
                ProcessGroup.AnyPort, "--Control:Endpoint", ProcessGroup.AnyPort, "--Journal:QuotaGB", "4",
                .. _group.HostWords(ProgramNames.Connector, RigsPlan.WarmUpSeconds),
            ]);
        await Connector.EndpointAsync(ListeningLines.Http, stop);
        if (plan.HasMonitor)
            await StartMonitorAsync();
    }

    /// <summary>Processor time so far.</summary>
    public async Task<ProcessTime> TimeAsync() => new(
        ProcessTime.SecondsOf(Connector.Id),
        Monitor is null ? 0 : ProcessTime.SecondsOf(Monitor.Id),
        (await NumberedAsync()).Values.Sum());

    /// <summary>Waits for the simulator's own end and returns its report.</summary>
    public Task<LoadReport> EndOfLoadAsync() => _load.EndAsync(stop);

    /// <summary>Last number of each stream at the connector.</summary>
    public Task<Dictionary<string, long>> NumberedAsync() => StreamsAsync(Connector, "last");

    /// <summary>Last number of each stream that the monitor has.</summary>
    public Task<Dictionary<string, long>> DeliveredAsync() =>
        Monitor is null ? NumberedAsync() : StreamsAsync(Monitor, "lastSequence");

    /// <summary>Blocks that full queues of the connector's sources refused.</summary>
    public async Task<long> RefusedAsync() =>
        (await _group.GetAsync(Connector, "/health", stop)).GetProperty("sources").EnumerateArray()
        .Sum(source => source.GetProperty("dropped").GetInt64());

    /// <summary>Reports which process died, if one did.</summary>
    /// <exception cref="InvalidDataException">One did; the message has the end of its log.</exception>
    public void CheckAlive() => _group.CheckAlive();

    /// <summary>Stops connector and monitor and returns their summaries.</summary>
    public async Task<(ConnectorSummary? Connector, MonitorSummary? Monitor)> StopAsync()
    {
        await _group.StopAsync();
        return (SummaryFile.Read(_group.SummaryOf(ProgramNames.Connector), RunJson.Default.ConnectorSummary),
            SummaryFile.Read(_group.SummaryOf(ProgramNames.Monitor), RunJson.Default.MonitorSummary));
    }

    public void Dispose() => _group.Dispose();

    private Child Connector { get; set; } = null!;

    private Child? Monitor { get; set; }

    private async Task StartMonitorAsync()
    {
        string publish = await Connector.EndpointAsync(ListeningLines.Publish, stop);
        string control = await Connector.EndpointAsync(ListeningLines.Control, stop);
        Monitor = _group.Start(
            ProgramNames.Monitor,
            [
                "run", "--Subscribe:Endpoint", publish, "--Control:Endpoint", control, "--State:Resume", "false",
                .. _group.HostWords(ProgramNames.Monitor, RigsPlan.WarmUpSeconds),
            ]);
        await Monitor.EndpointAsync(ListeningLines.Http, stop);
    }

    private async Task<Dictionary<string, long>> StreamsAsync(Child host, string number) =>
        (await _group.GetAsync(host, "/health", stop)).GetProperty("streams").EnumerateArray()
        .ToDictionary(
            stream => stream.GetProperty("name").GetString()!,
            stream => stream.GetProperty(number).GetInt64(),
            StringComparer.Ordinal);
}
