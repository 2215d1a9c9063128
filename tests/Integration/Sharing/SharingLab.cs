using System.Text.Json;
using Testing;
using Testing.Brokers;
using Testing.Processes;

namespace Integration.Sharing;

/// <summary>
/// Rigs that are bridged into a broker, and monitors that share their stations. The stations are computed before the
/// first block, so that their accounts begin with it.
/// </summary>
internal sealed class SharingLab : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);
    private static readonly HttpClient Client = new() { Timeout = TimeSpan.FromSeconds(5) };
    private readonly TemporaryFolder _folder = new();
    private readonly RabbitMqServer _broker = RabbitMqServer.StartNew();
    private readonly string[] _rigs;
    private readonly IReadOnlyList<string> _more;
    private readonly Dictionary<string, HostProcess> _connectors = [];
    private readonly Dictionary<string, HostProcess> _monitors = [];

    /// <param name="rigs">Names of the rigs.</param>
    /// <param name="more">Further arguments of each monitor.</param>
    public SharingLab(string[] rigs, params IReadOnlyList<string> more) => (_rigs, _more) = (rigs, more);

    public RabbitMqServer Broker => _broker;

    /// <summary>The folder that the monitors share.</summary>
    public string Shared => _folder.File("shared");

    public HostProcess Monitor(string name) => _monitors[name];

    public void StartMonitor(string name)
    {
        if (!Directory.Exists(Shared))
            Prepare();
        _monitors[name] = HostProcess.Start(
            Hosts.Monitor,
            [
                "share", "--State:Folder", _folder.File(name), "--Http:Url", Hosts.AnyHttp, "--Sharing:Folder", Shared,
                "--Database:Provider", "none", .. _rigs.SelectMany(ArgumentsOf), .. _more,
            ]);
        _monitors[name].Endpoint("http");
    }

    public void StartRigs()
    {
        foreach (string rig in _rigs)
        {
            _connectors[rig] = Hosts.StartSelfFed(
                _folder.File(rig),
                ["--Rig", rig, "--Bridge:Broker", $"amqp://127.0.0.1:{_broker.Port}", .. Hosts.DeepSource]);
        }

        foreach (HostProcess connector in _connectors.Values)
            connector.Endpoint("http");
    }

    /// <summary>What a monitor says of a station.</summary>
    public JsonElement Station(string monitor, string rig) => _monitors[monitor].Json("/health").GetProperty("stations")
        .EnumerateArray().Single(one => one.GetProperty("station").GetString() == $"lab/{rig}");

    public int Computed(string monitor) => _monitors[monitor].Json("/health").GetProperty("stations").EnumerateArray()
        .Count(one => one.GetProperty("state").GetString() == "Computing");

    public void WaitForComputing(string monitor, string rig) => Eventually.True(
        () => Station(monitor, rig).GetProperty("state").GetString() == "Computing",
        $"{monitor} computes {rig}: {_monitors[monitor].Everything}",
        Limit);

    /// <summary>`/health` of the process that computes a station, found by its monitor; null while there is
    /// none.</summary>
    public JsonElement? HealthOf(string monitor, string rig)
    {
        if (Station(monitor, rig).GetProperty("page").GetString() is not { } page)
            return null;
        try
        {
            using HttpRequestMessage request = new(HttpMethod.Get, new Uri(new Uri(page), "/health"));
            using HttpResponseMessage answer = Client.Send(request);
            using StreamReader reader = new(answer.Content.ReadAsStream());
            return JsonDocument.Parse(reader.ReadToEnd()).RootElement;
        }
        catch (Exception e) when (e is HttpRequestException or TaskCanceledException)
        {
            return null;
        }
    }

    /// <summary>Waits until blocks that a rig publishes from now on are delivered by a monitor.</summary>
    public void WaitForBlocks(string monitor, string rig)
    {
        ulong? before = null;
        Eventually.True(
            () =>
            {
                JsonElement streams = _connectors[rig].Json("/health").GetProperty("streams");
                ulong now = streams.GetArrayLength() > 0 ? streams[0].GetProperty("last").GetUInt64() : 0;
                before ??= now;
                return now > before && HealthOf(monitor, rig) is { } health && LastOf(health) > before;
            },
            $"new blocks of {rig} are delivered by {monitor}",
            Limit);
    }

    /// <summary>Waits until the state of a rig is saved after now.</summary>
    public void WaitForPosition(string rig)
    {
        DateTime now = TimeProvider.System.GetUtcNow().UtcDateTime;
        Eventually.True(
            () => Directory.GetFiles(Path.Combine(Shared, $"lab.{rig}"), "position.json", SearchOption.AllDirectories)
                .Any(file => File.GetLastWriteTimeUtc(file) > now),
            $"the position of {rig} is saved",
            Limit);
    }

    /// <summary>Ends a rig, and waits until a monitor has all that it published.</summary>
    /// <returns>Blocks that it published, and the account of the monitor.</returns>
    public (long Published, MonitorAccount Account) ComeToRest(string monitor, string rig)
    {
        using (HostProcess connector = _connectors[rig])
        {
            connector.Signal(ProcessSignals.Terminate);
            connector.WaitForExit();
            _connectors.Remove(rig);
        }

        long published = PublishedBy(rig);
        MonitorAccount? account = null;
        try
        {
            Eventually.True(
                () => HealthOf(monitor, rig) is { } health
                    && (account = new MonitorAccount(health.GetProperty("account"))).Published == published
                    && account.Missing == 0,
                $"{monitor} has the {published} blocks of {rig}",
                Limit);
        }
        catch (TimeoutException e)
        {
            throw new TimeoutException($"{e.Message} It has {account}. {_monitors[monitor].Everything}", e);
        }

        return (published, account!);
    }

    /// <summary>Processes of a monitor that compute stations.</summary>
    public int[] ProcessesOf(string monitor) => [.. ProcessSignals.ChildrenOf(_monitors[monitor].Id).Keys];

    public void Dispose()
    {
        foreach (HostProcess process in _monitors.Values.Concat(_connectors.Values))
            process.Dispose();
        _broker.Dispose();
        _folder.Dispose();
    }

    private void Prepare()
    {
        using HostProcess verb = HostProcess.Start(
            Hosts.Monitor,
            [
                "share", "prepare", "--Sharing:Folder", Shared, "--Database:Provider", "none",
                .. _rigs.SelectMany(ArgumentsOf),
            ]);
        verb.WaitForExit().ShouldBe(0, verb.Everything);
    }

    private static ulong LastOf(JsonElement health) =>
        health.GetProperty("streams") is { } streams && streams.GetArrayLength() > 0
            ? streams[0].GetProperty("lastSequence").GetUInt64() : 0;

    private IEnumerable<string> ArgumentsOf(string rig, int index) =>
    [
        $"--Connections:{index}:Station", $"lab/{rig}",
        $"--Connections:{index}:Amqp:Address", $"amqp://127.0.0.1:{_broker.Port}",
        $"--Connections:{index}:Amqp:Site", "lab",
        $"--Connections:{index}:Amqp:Rig", rig,
    ];

    private long PublishedBy(string rig)
    {
        using HostProcess verb = HostProcess.Start(
            Hosts.Connector, "journal", "verify", "--State:Folder", _folder.File(rig), "--json");
        verb.WaitForExit();
        return JsonDocument.Parse(verb.Output.Last()).RootElement.GetProperty("epochs").EnumerateArray()
            .Where(one => one.GetProperty("stream").GetUInt32() == 1)
            .Sum(one => one.GetProperty("records").GetInt64());
    }
}
