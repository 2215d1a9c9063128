using System.Diagnostics;
using System.Text.Json;
using Benchmarks.Bridging;
using Benchmarks.Measuring;
using Benchmarks.Processes;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;
using Launcher.Children;
using Tools.Load;

namespace Benchmarks.Scaling;

/// <summary>
/// Simulator, connectors with their bridges, and one monitor that reads all queues of a broker, as processes.
/// </summary>
internal sealed class ScaleProcesses(
    ScalePlan plan, BrokerNode broker, string repository, string folder, CancellationToken stop) : IDisposable
{
    private const double LongestStart = 600;

    // While many connectors are compiled, blocks wait for seconds: the rigs do not drop them.
    private const int QueueBlocks = 512;

    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(250);

    private readonly ProcessGroup _group = new(repository, folder);
    private readonly List<Child> _connectors = [];
    private SimulatedLoad _load = null!;
    private long _monitorStartedAt;

    /// <summary>Time since the monitor began to count its warm-up, or a little less.</summary>
    public TimeSpan MonitorAge => Stopwatch.GetElapsedTime(_monitorStartedAt);

    /// <summary>
    /// Starts all. The clocks of the rigs start when each has its connector, so the monitor is there before the first
    /// block.
    /// </summary>
    public async Task StartAsync()
    {
        _load = new SimulatedLoad(
            _group, new LoadRequest(plan.Preset, plan.Rigs, 0, 0, LongestStart, QueueBlocks: QueueBlocks));
        IReadOnlyList<string> rigs = await _load.EndpointsAsync(stop);
        for (int connector = 0; connector < plan.Connectors - 1; connector++)
            StartConnector(connector, rigs);
        await UntilAsync(
            async () => (await BridgesAsync()).All(bridge => bridge.Bridge.State == "live"),
            StartLimit,
            "the first bridges are not live");
        Monitor = StartMonitor();
        await Monitor.EndpointAsync(ListeningLines.Http, stop);
        _monitorStartedAt = Stopwatch.GetTimestamp();
        StartConnector(plan.Connectors - 1, rigs);
    }

    /// <summary>What the processes used and moved up to now.</summary>
    public async Task<ScaleReading> ReadAsync()
    {
        IReadOnlyList<int> node = ProcessTree.Of(broker.Id);
        ByRole Sum(Func<IEnumerable<int>, double> read) => new(
            read([_load.Id]), read(_connectors.Select(child => child.Id)), read(node), read([Monitor.Id]));
        ByRole cpu = Sum(ProcessTree.CpuSeconds);
        long at = Stopwatch.GetTimestamp();
        IReadOnlyList<BridgedConnectorState> bridges = await BridgesAsync();
        RunCertificate certificate = await CertifyAsync();
        return new ScaleReading(
            at,
            cpu,
            Sum(ProcessTree.WrittenBytes),
            Sum(ProcessTree.MemoryBytes),
            bridges.Sum(one => one.Bridge.Confirmed),
            bridges.Sum(one => one.Bridge.ConfirmedBytes),
            certificate.Received,
            bridges.Sum(one => one.Refused) + certificate.Lost.Sum(),
            bridges.Max(one => one.Bridge.LagMs),
            Stopwatch.GetTimestamp());
    }

    /// <summary>How each connector is.</summary>
    public async Task<IReadOnlyList<BridgedConnectorState>> BridgesAsync()
    {
        _group.CheckAlive();
        List<BridgedConnectorState> states = [];
        foreach (Child connector in _connectors)
            states.Add(BridgedConnectorState.Read(
                connector.Name, await _group.GetAsync(connector, "/health", stop)));
        return states;
    }

    /// <summary>What the monitor certifies now.</summary>
    public async Task<RunCertificate> CertifyAsync() =>
        (await _group.GetAsync(Monitor, "/certificate", stop)).Deserialize(CertificateJson.Default.RunCertificate)!;

    /// <summary>Ends the rigs.</summary>
    public Task<LoadReport> StopLoadAsync() => _load.StopAsync(stop);

    /// <summary>Ends the connectors, which publish what is left.</summary>
    public Task StopConnectorsAsync() => Task.WhenAll(_connectors.Select(_group.StopAsync));

    /// <summary>Ends the monitor, and returns its last certificate and its summary.</summary>
    public async Task<(RunCertificate Certificate, MonitorSummary Summary)> StopMonitorAsync()
    {
        await _group.StopAsync(Monitor);
        return (CertificateFile.Read(Path.Combine(_group.StateOf(ProgramNames.Monitor), CertificateFile.Name)),
            SummaryFile.Read(_group.SummaryOf(ProgramNames.Monitor), RunJson.Default.MonitorSummary)
                ?? throw new InvalidDataException("the monitor left no summary"));
    }

    /// <summary>Waits until something is so, or the limit is over.</summary>
    /// <exception cref="InvalidDataException">A process died, or the limit is over and there is a text for that.
    /// </exception>
    public async Task UntilAsync(Func<Task<bool>> isSo, TimeSpan limit, string? fault = null)
    {
        if (!await _group.UntilAsync(isSo, limit, PollInterval, stop) && fault is not null)
            throw new InvalidDataException($"{plan.Name}: {fault}");
    }

    /// <inheritdoc/>
    public void Dispose() => _group.Dispose();

    private Child Monitor { get; set; } = null!;

    private string RigOf(int connector) => plan.IsShared ? "shared" : SimulatedLoad.NameOf(connector);

    private void StartConnector(int connector, IReadOnlyList<string> rigs)
    {
        string name = RigOf(connector);
        string[] sources = plan.IsShared
            ? [.. rigs.SelectMany((rig, i) => (string[])[$"--Sources:{i}:Endpoint", rig])]
            : ["--Source:Endpoint", rigs[connector]];
        _connectors.Add(_group.Start(
            ProgramNames.Connector,
            [
                "run", .. sources, "--Site", ScalePlan.Site, "--Rig", name, "--Publish:Content", "columns-packed",
                "--Publish:Endpoint", ProcessGroup.AnyPort, "--Control:Endpoint", ProcessGroup.AnyPort,
                "--Journal:QuotaGB", "4", "--Bridge:Broker", broker.Address, .. _group.HostWords(name, 0),
            ],
            name));
    }

    private Child StartMonitor()
    {
        IEnumerable<string> connections = Enumerable.Range(0, plan.Connectors).SelectMany(i => (string[])
        [
            $"--Connections:{i}:Station", $"{ScalePlan.Site}/{RigOf(i)}", $"--Connections:{i}:Amqp:Address",
            broker.Address, $"--Connections:{i}:Amqp:Site", ScalePlan.Site, $"--Connections:{i}:Amqp:Rig", RigOf(i),
        ]);
        return _group.Start(
            ProgramNames.Monitor,
            ["run", .. connections, .. _group.HostWords(ProgramNames.Monitor, plan.WarmUpSeconds)]);
    }
}

/// <summary>What a connector with a bridge has done, by its `/health`.</summary>
/// <param name="Name">Name of the process.</param>
/// <param name="Publisher">Its installation.</param>
/// <param name="Streams">Number of its streams.</param>
/// <param name="Numbered">Blocks that it numbered.</param>
/// <param name="Refused">Blocks that its full queues refused.</param>
/// <param name="Bridge">Its bridge.</param>
internal sealed record BridgedConnectorState(
    string Name, Guid Publisher, int Streams, long Numbered, long Refused, BridgeFigures Bridge)
{
    /// <summary>Reads it.</summary>
    public static BridgedConnectorState Read(string name, JsonElement health)
    {
        JsonElement streams = health.GetProperty("streams");
        return new BridgedConnectorState(
            name,
            health.GetProperty("publisher").GetGuid(),
            streams.GetArrayLength(),
            streams.EnumerateArray().Sum(stream => stream.GetProperty("last").GetInt64()),
            health.GetProperty("sources").EnumerateArray().Sum(source => source.GetProperty("dropped").GetInt64()),
            BridgeFigures.Read(health));
    }
}

/// <summary>What the processes of a run used and moved up to a moment.</summary>
/// <param name="At">The moment, a timestamp.</param>
/// <param name="Cpu">Processor time, s.</param>
/// <param name="Written">Bytes written to disk.</param>
/// <param name="Memory">Bytes in RAM now.</param>
/// <param name="Confirmed">Frames that the broker confirmed.</param>
/// <param name="ConfirmedBytes">Their bytes.</param>
/// <param name="Received">Blocks at the monitor.</param>
/// <param name="Lost">Blocks that connectors refused, or the monitor declared lost.</param>
/// <param name="BridgeLagMs">Age of the oldest frame that is not confirmed, of the worst bridge, ms.</param>
/// <param name="CountedAt">When the frames and blocks were read, a timestamp.</param>
internal sealed record ScaleReading(
    long At,
    ByRole Cpu,
    ByRole Written,
    ByRole Memory,
    long Confirmed,
    long ConfirmedBytes,
    long Received,
    long Lost,
    double BridgeLagMs,
    long CountedAt);
