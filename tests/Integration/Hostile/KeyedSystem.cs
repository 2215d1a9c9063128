using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using Integration.Security;
using Testing;
using Testing.Processes;

namespace Integration.Hostile;

/// <summary>
/// A connector and a monitor with keys, every port open, up and delivering; a good consumer of the blocks, which is
/// that monitor, and one of the monitor's own values.
/// </summary>
public sealed class KeyedSystem : IDisposable
{
    /// <summary>Name of the collection whose classes attack one and the same system.</summary>
    public const string Collection = "keyed hostile";

    private const int Blocks = 10;

    private readonly TemporaryFolder _folder = new();
    private readonly CurveKey _monitorKey;
    private readonly DerivedConsumer _derived = null!;

    public KeyedSystem()
    {
        KeyFolder keys = new KeyFolder(_folder.File("keys")).Make("rig1", "office1", "spare", "viewer1");
        keys.Allow("office1");
        keys.Allow("spare");
        keys.Allow("viewer1");
        SpareKey = Read(keys.OwnFile("spare"));
        ConnectorKey = Read(keys.OwnFile("rig1")).Public;
        _monitorKey = Read(keys.OwnFile("office1")).Public;
        try
        {
            Connector = StartConnector(keys);
            Monitor = StartMonitor(keys);
            View = new MonitorView(Monitor);
            View.WaitForStatus("ok");
            View.WaitForValues();
            ZeroMqTransport client = Client(Read(keys.OwnFile("viewer1")));
            _derived = new DerivedConsumer(client, client.Subscribe(EndpointOf("derived"), _monitorKey));
            _derived.WaitForMore(1);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public HostProcess Connector { get; } = null!;

    public HostProcess Monitor { get; } = null!;

    public MonitorView View { get; } = null!;

    internal KeyFile SpareKey { get; }

    internal CurveKey ConnectorKey { get; }

    public int PortOf(string port) => port switch
    {
        "connector http" => Connector.Port("http"),
        "monitor http" or "foxglove" => Monitor.Port("http"),
        "plotjuggler" or "derived" => Monitor.Port(port),
        _ => Connector.Port(port),
    };

    /// <summary>A counter of refusals in the health of the host that opens a port.</summary>
    public long Security(string port, string member) => (port is "plotjuggler" or "derived" ? Monitor : Connector)
        .Json("/health").GetProperty("security").GetProperty(member).GetInt64();

    public long[] Memory() => [ProcessSignals.ResidentBytes(Connector.Id), ProcessSignals.ResidentBytes(Monitor.Id)];

    /// <summary>Both consumers get on, on the connections that they had, and lack nothing.</summary>
    public void NoGap()
    {
        View.WaitForMore(Blocks);
        View.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
        View.Stream.GetProperty("replayed").GetInt64().ShouldBe(0);
        _derived.WaitForMore(Blocks);
        (_derived.Gaps, _derived.Disconnected).ShouldBe((0, 0));
    }

    public void Dispose()
    {
        _derived?.Dispose();
        Monitor?.Dispose();
        Connector?.Dispose();
        _folder.Dispose();
    }

    internal static ZeroMqTransport Client(KeyFile own) => new(
        new SocketLimits { LingerMs = 0 }, TimeProvider.System, keys: new TransportKeys { Own = own });

    internal Endpoint EndpointOf(string port) => Endpoint.Parse($"tcp://127.0.0.1:{PortOf(port)}");

    internal CurveKey KeyOf(string port) => port == "derived" ? _monitorKey : ConnectorKey;

    private HostProcess StartConnector(KeyFolder keys) => HostProcess.StartUnder(
        "prlimit",
        ["--nofile=1024:1024"],
        Hosts.Connector,
        [
            "run", "--State:Folder", _folder.File("connector"), "--Publish:Endpoint", Hosts.AnyPort,
            "--Control:Endpoint", Hosts.AnyPort, "--Http:Url", Hosts.AnyHttp, "--Source:Type", "simulator",
            "--Source:Preset", "small", "--Source:Seed", "1", "--Source:BlocksPerSecond", $"{Hosts.Rate}",
            "--Security:KeyFile", keys.OwnFile("rig1"), "--Transport:Library", "libzmq", "--Journal:RingMiB", "8",
        ]);

    private HostProcess StartMonitor(KeyFolder keys) => Hosts.StartMonitor(
        _folder.File("monitor"),
        Connector,
        "--Security:KeyFile", keys.OwnFile("office1"), "--Connections:0:ServerKey", keys.PublicFile("rig1"),
        "--Security:AllowedFolder", keys.AllowedFolder, "--Derived:Endpoint", Hosts.AnyPort,
        "--Transport:Library", "libzmq", "--Viewers:Foxglove:Enabled", "true",
        "--Viewers:PlotJuggler:Endpoint", Hosts.AnyPort);

    private static KeyFile Read(string path)
    {
        KeyFile.TryReadOwn(path, out KeyFile? key, out string? fault).ShouldBeTrue(fault);
        return key;
    }
}

/// <summary>The classes that attack one system with keys, one after the other.</summary>
[CollectionDefinition(KeyedSystem.Collection)]
public sealed class KeyedSystemGroup : ICollectionFixture<KeyedSystem>;
