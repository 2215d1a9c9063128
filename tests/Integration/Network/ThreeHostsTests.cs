using System.Net;
using Integration.Security;
using Testing;
using Testing.Chaos;
using Testing.Networks;
using Testing.Processes;

namespace Integration.Network;

/// <summary>
/// A connector with keys on one host and a monitor on each of two others, as network namespaces. The far monitor has a
/// round trip of 300 ms, by a proxy, because the kernels of build machines have no netem.
/// </summary>
public sealed class ThreeHostsTests : IDisposable
{
    private static readonly TimeSpan OneWay = TimeSpan.FromMilliseconds(150);

    // At night for as long as a person needs to find the cable.
    private static readonly long BlocksOfAnOutage =
        Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1" ? 60 * Hosts.Rate : Hosts.Rate;

    private readonly TemporaryFolder _folder = new();
    private readonly List<IDisposable> _owned = [];

    [ThreeHostsFact]
    public void TwoMonitors_BadNetworkAndARevokedKey_HaveExactAccountsAfterwards()
    {
        KeyFolder keys = new KeyFolder(_folder.File("keys")).Make("rig1", "near", "far");
        keys.Allow("near");
        keys.Allow("far");
        NetworkLab lab = Own(new NetworkLab());
        NetworkSpace hall = lab.Add();
        NetworkSpace office = lab.Add();
        HostProcess connector = Own(hall.Start(Hosts.Connector, ConnectorWords(hall, keys)));
        string publish = connector.Endpoint("publish");
        string control = connector.Endpoint("control");
        ChaosProxy farData = Own(Delay(lab, publish));
        ChaosProxy farControl = Own(Delay(lab, control));
        MonitorView near = View(office, "near", publish, control, keys);
        MonitorView far = View(lab.Add(), "far", farData.Endpoint, farControl.Endpoint, keys);
        near.WaitForStatus("ok");
        far.WaitForStatus("ok");

        // Partition: nothing is said, everything is lost.
        office.Unplug();
        near.WaitForStatus("stale");
        far.WaitForMore(BlocksOfAnOutage);
        office.Plug();
        IsExact(near);

        // Reject: whoever sends is told so.
        office.Reject(hall);
        near.WaitForStatus("stale");
        far.WaitForMore(BlocksOfAnOutage);
        office.Accept(hall);
        IsExact(near);

        // A line with a tenth of what the stream needs.
        hall.Limit("400kbit");
        Eventually.True(() => near.Status != "ok" || near.Account.Missing > 0, "the line is too slow");
        hall.Unlimit();
        IsExact(near);
        IsExact(far);

        keys.Revoke("near");
        near.WaitForStatus("stale");
        connector.Json("/health").GetProperty("security").GetProperty("cut").GetInt64().ShouldBeGreaterThan(0);
        far.WaitForMore(BlocksOfAnOutage);
        keys.Allow("near");
        IsExact(near);
        IsExact(far);
    }

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

    private IEnumerable<string> ConnectorWords(NetworkSpace hall, KeyFolder keys) =>
    [
        "run", "--State:Folder", _folder.File("connector"), "--Publish:Endpoint", $"tcp://{hall.Address}:0",
        "--Control:Endpoint", $"tcp://{hall.Address}:0", "--Http:Url", Hosts.AnyHttp, "--Source:Type", "simulator",
        "--Source:Preset", "small", "--Source:Seed", "1", "--Source:BlocksPerSecond", $"{Hosts.Rate}",
        "--Security:KeyFile", keys.OwnFile("rig1"), "--Transport:Library", "libzmq", "--Journal:RingMiB", "8",
    ];

    private MonitorView View(NetworkSpace host, string name, string publish, string control, KeyFolder keys) => new(
        Own(host.Start(
            Hosts.Monitor,
            [
                "run", "--State:Folder", _folder.File(name), "--Subscribe:Endpoint", publish, "--Control:Endpoint",
                control, "--Http:Url", Hosts.AnyHttp, "--Security:KeyFile", keys.OwnFile(name),
                "--Connections:0:ServerKey", keys.PublicFile("rig1"), "--Transport:Library", "libzmq",
            ])));

    private static ChaosProxy Delay(NetworkLab lab, string endpoint)
    {
        var target = new Uri(endpoint);
        var proxy = new ChaosProxy(new IPEndPoint(IPAddress.Parse(target.Host), target.Port), lab.Address, seed: 1);
        proxy.Up.Faults = new LineFaults { Latency = OneWay };
        proxy.Down.Faults = new LineFaults { Latency = OneWay };
        return proxy;
    }

    private static void IsExact(MonitorView view)
    {
        view.WaitForStatus("ok");
        Eventually.True(() => view.Account is { Missing: 0, Closes: true }, "what was missed is replayed");
        view.Account.DeclaredLost.ShouldBe(0);
    }
}
