using System.Diagnostics;
using System.Text.Json;
using FuncLibs.Hosting.Programs;
using Launcher;
using Launcher.Children;

namespace Benchmarks.Outages;

/// <summary>Simulator, connector and monitors as processes that can be stopped, killed and started again.</summary>
internal sealed class RunningRig : IAsyncDisposable
{
    private const string AnyPort = "tcp://127.0.0.1:0";
    private const string AnyHttpPort = "http://127.0.0.1:0";
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(5) };
    private readonly List<Child> _children = [];
    private readonly Binaries _programs;
    private readonly string _folder;
    private readonly CancellationToken _stop;
    private string _link = "";
    private string _publish = AnyPort;
    private string _control = AnyPort;

    private RunningRig(string repository, string folder, CancellationToken stop)
    {
        _programs = Binaries.Find(repository);
        _folder = folder;
        _stop = stop;
    }

    /// <summary>The connector that runs now.</summary>
    public Child Connector { get; private set; } = null!;

    /// <summary>The monitors, in the order of their start.</summary>
    public List<RunningMonitor> Monitors { get; } = [];

    /// <summary>Starts everything and waits until each monitor has blocks.</summary>
    public static async Task<RunningRig> StartAsync(
        string repository,
        string folder,
        string preset,
        int monitors,
        CancellationToken stop,
        string[]? monitorOptions = null)
    {
        Directory.CreateDirectory(folder);
        RunningRig rig = new(repository, folder, stop);
        Child simulator =
            rig.Start(ProgramNames.Simulator, "simulator", ["--Link:Listen", AnyPort, "--Preset", preset]);
        rig._link = await simulator.EndpointAsync(ListeningLines.Link, stop);
        await rig.StartConnectorAsync();
        for (int i = 0; i < monitors; i++)
            await rig.StartMonitorAsync(i, monitorOptions ?? []);
        foreach (RunningMonitor monitor in rig.Monitors)
            await rig.WaitAsync(monitor, account => account.Delivered > 0, TimeSpan.FromSeconds(30));
        return rig;
    }

    /// <summary>Starts the connector, again on the ports it had.</summary>
    public async Task StartConnectorAsync()
    {
        Connector = Start(
            ProgramNames.Connector,
            "connector",
            [
                "--Source:Type", "link", "--Source:Endpoint", _link, "--Publish:Endpoint", _publish,
                "--Control:Endpoint", _control,
                "--Http:Url", AnyHttpPort, "--Journal:QuotaGB", "8",
            ]);
        _publish = await Connector.EndpointAsync(ListeningLines.Publish, _stop);
        _control = await Connector.EndpointAsync(ListeningLines.Control, _stop);
    }

    /// <summary>The present `/health` of the connector.</summary>
    public async Task<JsonDocument> ConnectorHealthAsync() => JsonDocument.Parse(
        await _http.GetStringAsync(
            new Uri(await Connector.EndpointAsync(ListeningLines.Http, _stop) + "/health"), _stop));

    /// <summary>The present account of a monitor.</summary>
    public async Task<MonitorAccount> AccountAsync(RunningMonitor monitor)
    {
        using JsonDocument health = JsonDocument.Parse(await _http.GetStringAsync(monitor.Health, _stop));
        return MonitorAccount.Parse(health.RootElement);
    }

    /// <summary>Looks until a monitor's account is as wanted, and returns it.</summary>
    /// <exception cref="InvalidDataException">It never was.</exception>
    public async Task<MonitorAccount> WaitAsync(
        RunningMonitor monitor, Func<MonitorAccount, bool> isWanted, TimeSpan limit)
    {
        long begun = Stopwatch.GetTimestamp();
        while (true)
        {
            MonitorAccount account = await AccountAsync(monitor);
            if (isWanted(account))
                return account;
            if (Stopwatch.GetElapsedTime(begun) > limit)
                throw new InvalidDataException(
                    $"monitor {monitor.Number} is not as it should be after {limit.TotalSeconds} s: {account}");
            await Task.Delay(Pause, _stop);
        }
    }

    /// <summary>Reports which process died, if one did that was not killed.</summary>
    /// <exception cref="InvalidDataException">One did; the message has the end of its log.</exception>
    public void CheckAlive()
    {
        foreach (Child child in _children)
        {
            if (child.Ended.IsCompleted)
                throw new InvalidDataException(child.Obituary);
        }
    }

    /// <summary>Stops the connector cleanly: its last heartbeat reports how far it got.</summary>
    public async Task StopConnectorAsync()
    {
        if (!await Connector.StopAsync(StopLimit))
            throw new InvalidDataException("the connector did not stop");
    }

    /// <summary>State folder of a monitor.</summary>
    public string StateOf(RunningMonitor monitor) => Path.Combine(_folder, $"monitor{monitor.Number}");

    /// <summary>Runs a verb of the monitor program with the state folder of a monitor; what it prints.</summary>
    /// <exception cref="InvalidDataException">It failed.</exception>
    public Task<string> RunVerbAsync(RunningMonitor monitor, params string[] words) =>
        RunVerbAsync(ProgramNames.Monitor, StateOf(monitor), words);

    /// <summary>Runs a verb of the connector program with its state folder; what it prints.</summary>
    /// <exception cref="InvalidDataException">It failed.</exception>
    public Task<string> RunConnectorVerbAsync(params string[] words) =>
        RunVerbAsync(ProgramNames.Connector, Path.Combine(_folder, "connector"), words);

    public ValueTask DisposeAsync()
    {
        _children.ForEach(child => child.Dispose());
        _http.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task<string> RunVerbAsync(string program, string state, string[] words)
    {
        ProcessStartInfo start = new("dotnet")
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string word in (string[])
            [_programs.PathOf(program), .. words, "--State:Folder", state])
            start.ArgumentList.Add(word);
        using Process verb = Process.Start(start)!;
        Task<string> errors = verb.StandardError.ReadToEndAsync(_stop);
        string output = await verb.StandardOutput.ReadToEndAsync(_stop);
        await verb.WaitForExitAsync(_stop);
        return verb.ExitCode == 0
            ? output
            : throw new InvalidDataException($"{string.Join(' ', words)}: {output} {await errors}");
    }

    private async Task StartMonitorAsync(int number, string[] more)
    {
        Child monitor = Start(
            ProgramNames.Monitor,
            $"monitor{number}",
            ["--Subscribe:Endpoint", _publish, "--Control:Endpoint", _control, "--Http:Url", AnyHttpPort, .. more]);
        string http = await monitor.EndpointAsync(ListeningLines.Http, _stop);
        Monitors.Add(new RunningMonitor(number, monitor, new Uri(http + "/health")));
    }

    private Child Start(string program, string name, IEnumerable<string> words)
    {
        string state = Path.Combine(_folder, name);
        Child child = Child.Start(
            name,
            _programs.PathOf(program),
            [
                "run",
                .. words,
                .. program == ProgramNames.Simulator ? (string[])[] : ["--State:Folder", state],
                "--Run:Supervised",
                "true",
            ],
            Path.Combine(_folder, name + ".log"));
        _children.Add(child);
        return child;
    }
}

/// <summary>A monitor that runs.</summary>
/// <param name="Number">From 0.</param>
/// <param name="Process">The process.</param>
/// <param name="Health">Where it reports how it is.</param>
internal sealed record RunningMonitor(int Number, Child Process, Uri Health);
