using System.Diagnostics;
using System.Text.Json;
using Benchmarks.Measuring;
using Benchmarks.Outages;
using Benchmarks.Processes;
using FuncLibs.Hosting.Summaries;
using Launcher.Children;
using SignalMonitor.Sharing;

namespace Benchmarks.Sharing;

/// <summary>One bridged rig of the preset small, and two monitors that share its station, as processes.</summary>
/// <param name="repository">The checkout with the Release builds.</param>
/// <param name="folder">Where they write; it is there.</param>
/// <param name="broker">Address of the broker.</param>
internal sealed class SharedRig(string repository, string folder, string broker) : IAsyncDisposable
{
    private const string Rig = "rig1";
    private const string Connector = "connector";
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    private readonly ProcessGroup _group = new(repository, folder);
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(5) };
    private int _monitors;

    // The group ends them.
    private Child ConnectorProcess { get; set; } = null!;

    private Child Holder { get; set; } = null!;

    private Child Other { get; set; } = null!;

    /// <summary>Memory of the process that computes the station, in bytes.</summary>
    public double StationBytes => ProcessTree.MemoryBytes(ProcessTree.Of(Holder.Id).Skip(1));

    /// <summary>Starts all; the station is computed before the first block.</summary>
    public async Task StartAsync(CancellationToken stop)
    {
        new SharedRoot(_group.FileOf("shared")).Prepare();
        Holder = NewMonitor();
        await UntilAsync(async () => await IsComputedByAsync(Holder, stop), "the station is not computed", stop);
        Other = NewMonitor();
        await UntilAsync(async () => await IsOnStandbyAsync(Other, stop), "the second monitor does not wait", stop);
        ConnectorProcess = _group.Start(
            ProgramNames.Connector,
            [
                "run", .. _group.HostWords(Connector, warmUpSeconds: 1), "--Rig", Rig, "--Source:Type", "simulator",
                "--Source:Preset", "small", "--Publish:Content", "columns-packed", "--Publish:Endpoint",
                ProcessGroup.AnyPort, "--Control:Endpoint", ProcessGroup.AnyPort, "--Bridge:Broker", broker,
            ],
            Connector);
        await UntilAsync(async () => await LastOfAsync(Holder, stop) > 0, "no block is computed", stop);
    }

    /// <summary>Takes the station away from its monitor.</summary>
    /// <param name="isKilled">True: that monitor is killed; false: it and its process are suspended.</param>
    /// <param name="stop">Ends the run.</param>
    /// <returns>The time until the other one has computed a block that was published afterwards.</returns>
    public async Task<TimeSpan> TakeOverAsync(bool isKilled, CancellationToken stop)
    {
        IReadOnlyList<int> processes = ProcessTree.Of(Holder.Id);
        long begun = Stopwatch.GetTimestamp();
        long published = await PublishedAsync(stop);
        foreach (int process in processes)
        {
            if (isKilled && process == Holder.Id)
                ProcessControl.Kill(process);
            else if (!isKilled)
                ProcessControl.Stop(process);
        }

        await UntilAsync(async () => await LastOfAsync(Other, stop) > published, "the station is not taken", stop);
        TimeSpan taken = Stopwatch.GetElapsedTime(begun);
        foreach (int process in isKilled ? [] : processes)
            ProcessControl.Continue(process);
        if (!isKilled)
            await _group.StopAsync(Holder);
        (Holder, Other) = (Other, NewMonitor());
        await UntilAsync(async () => await IsOnStandbyAsync(Other, stop), "the next monitor does not wait", stop);
        return taken;
    }

    /// <summary>Ends the rig, and compares what it published with the account of the station.</summary>
    /// <returns>Blocks that were delivered.</returns>
    /// <exception cref="InvalidDataException">The account is not exact.</exception>
    public async Task<long> CheckAsync(CancellationToken stop)
    {
        await _group.StopAsync(ConnectorProcess);
        long published = (long)(SummaryFile.Read(_group.SummaryOf(Connector), RunJson.Default.ConnectorSummary)
            ?? throw new InvalidDataException("the connector wrote no summary")).Streams.Single().Last;
        JsonElement account = default;
        await UntilAsync(
            async () => await StationAsync(Holder, stop) is { } health
                && (account = health.GetProperty("account")).GetProperty("delivered").GetInt64() == published,
            "not all blocks are delivered",
            stop);
        foreach (string name in (string[])["declaredLost", "missing", "silentLoss"])
        {
            if (account.GetProperty(name).GetInt64() != 0)
                throw new InvalidDataException($"the account is not exact: {account}");
        }

        return published;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _group.Dispose();
        _http.Dispose();
        return ValueTask.CompletedTask;
    }

    private Child NewMonitor()
    {
        string name = $"monitor{++_monitors}";
        return _group.Start(
            ProgramNames.Monitor,
            [
                "share", .. _group.HostWords(name, warmUpSeconds: 1), "--Sharing:Folder", _group.FileOf("shared"),
                "--Database:Provider", "none", "--Connections:0:Station", $"lab/{Rig}", "--Connections:0:Amqp:Address",
                broker, "--Connections:0:Amqp:Site", "lab", "--Connections:0:Amqp:Rig", Rig,
            ],
            name,
            mayEnd: true);
    }

    private async Task<bool> IsComputedByAsync(Child monitor, CancellationToken stop) =>
        (await OfStationAsync(monitor, stop)).GetProperty("state").GetString() == "Computing";

    private async Task<bool> IsOnStandbyAsync(Child monitor, CancellationToken stop) =>
        (await OfStationAsync(monitor, stop)).GetProperty("state").GetString() == "Standby";

    private async Task<JsonElement> OfStationAsync(Child monitor, CancellationToken stop) =>
        (await _group.GetAsync(monitor, "/health", stop)).GetProperty("stations")[0];

    private async Task<long> PublishedAsync(CancellationToken stop)
    {
        JsonElement streams = (await _group.GetAsync(ConnectorProcess, "/health", stop)).GetProperty("streams");
        return streams[0].GetProperty("last").GetInt64();
    }

    // The newest block that a monitor has of the station; 0 while it does not compute it.
    private async Task<long> LastOfAsync(Child monitor, CancellationToken stop) =>
        await IsComputedByAsync(monitor, stop) && await StationAsync(monitor, stop) is { } health
            && health.GetProperty("streams") is { } streams && streams.GetArrayLength() > 0
            ? streams[0].GetProperty("lastSequence").GetInt64() : 0;

    // The health of the process that computes the station; null while there is none.
    private async Task<JsonElement?> StationAsync(Child monitor, CancellationToken stop)
    {
        if ((await OfStationAsync(monitor, stop)).GetProperty("page").GetString() is not { } page)
            return null;
        try
        {
            using JsonDocument health =
                JsonDocument.Parse(await _http.GetStringAsync(new Uri(new Uri(page), "/health"), stop));
            return health.RootElement.Clone();
        }
        catch (HttpRequestException)
        {
            return null;
        }
    }

    private async Task UntilAsync(Func<Task<bool>> isSo, string fault, CancellationToken stop)
    {
        if (!await _group.UntilAsync(isSo, Limit, PollInterval, stop))
            throw new InvalidDataException($"{fault} within {Limit.TotalSeconds} s");
    }
}
