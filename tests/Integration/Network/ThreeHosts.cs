using System.Net;
using Integration.Security;
using Testing;
using Testing.Chaos;
using Testing.Networks;
using Testing.Processes;

namespace Integration.Network;

/// <summary>
/// A connector with keys on one host and a monitor on each of two others, as network namespaces, up and delivering. The
/// far monitor has a round trip of 300 ms, by a proxy, because kernels of build machines often lack netem.
/// </summary>
public sealed class ThreeHosts : IDisposable
{
    private const string NearName = "near";
    private const string FarName = "far";
    private static readonly TimeSpan OneWay = TimeSpan.FromMilliseconds(150);

    private readonly TemporaryFolder _folder = new();
    private readonly List<IDisposable> _owned = [];
    private readonly KeyFolder _keys;

    public ThreeHosts()
    {
        _keys = new KeyFolder(_folder.File("keys")).Make("rig1", NearName, FarName);
        _keys.Allow(NearName);
        _keys.Allow(FarName);
        try
        {
            NetworkLab lab = Own(new NetworkLab());
            Hall = lab.Add();
            Office = lab.Add();
            Connector = Own(Hall.Start(Hosts.Connector, ConnectorWords()));
            string publish = Connector.Endpoint("publish");
            string control = Connector.Endpoint("control");
            Near = View(Office, NearName, publish, control);
            Far = View(lab.Add(), FarName, Own(Delay(lab, publish)).Endpoint, Own(Delay(lab, control)).Endpoint);
            Near.WaitForStatus("ok");
            Far.WaitForStatus("ok");
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>The connector's host.</summary>
    public NetworkSpace Hall { get; } = null!;

    /// <summary>The near monitor's host.</summary>
    public NetworkSpace Office { get; } = null!;

    public HostProcess Connector { get; } = null!;

    public MonitorView Near { get; } = null!;

    public MonitorView Far { get; } = null!;

    /// <summary>Connections that the connector cut because their key was revoked.</summary>
    public long Cut => Connector.Json("/health").GetProperty("security").GetProperty("cut").GetInt64();

    public void RevokeNear() => _keys.Revoke(NearName);

    public void AllowNear() => _keys.Allow(NearName);

    public void Dispose()
    {
        for (int i = _owned.Count - 1; i >= 0; i--)
            _owned[i].Dispose();
        _folder.Dispose();
    }

    private T Own<T>(T part)
        where T : IDisposable
    {
        _owned.Add(part);
        return part;
    }

    private string[] ConnectorWords() =>
    [
        "run", "--State:Folder", _folder.File("connector"), "--Publish:Endpoint", $"tcp://{Hall.Address}:0",
        "--Control:Endpoint", $"tcp://{Hall.Address}:0", "--Http:Url", Hosts.AnyHttp, "--Source:Type", "simulator",
        "--Source:Preset", "small", "--Source:Seed", "1", "--Source:BlocksPerSecond", $"{Hosts.Rate}",
        "--Security:KeyFile", _keys.OwnFile("rig1"), "--Transport:Library", "libzmq", "--Journal:RingMiB", "8",
    ];

    private MonitorView View(NetworkSpace host, string name, string publish, string control) => new(
        Own(host.Start(
            Hosts.Monitor,
            [
                "run", "--State:Folder", _folder.File(name), "--Subscribe:Endpoint", publish, "--Control:Endpoint",
                control, "--Http:Url", Hosts.AnyHttp, "--Security:KeyFile", _keys.OwnFile(name),
                "--Connections:0:ServerKey", _keys.PublicFile("rig1"), "--Transport:Library", "libzmq",
            ])));

    private static ChaosProxy Delay(NetworkLab lab, string endpoint)
    {
        var target = new Uri(endpoint);
        var proxy = new ChaosProxy(new IPEndPoint(IPAddress.Parse(target.Host), target.Port), lab.Address, seed: 1);
        proxy.Up.Faults = new LineFaults { Latency = OneWay };
        proxy.Down.Faults = new LineFaults { Latency = OneWay };
        return proxy;
    }
}
