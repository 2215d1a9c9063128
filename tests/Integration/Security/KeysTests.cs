using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using Testing;
using Testing.Processes;

namespace Integration.Security;

/// <summary>A connector and a monitor with keys, as processes.</summary>
public sealed class KeysTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;
    private readonly MonitorView _view;

    public KeysTests()
    {
        MakeKey("rig1");
        MakeKey("office1");
        Allow();
        _connector =
            Hosts.StartSelfFed(_folder.File("connector"), "--Security:KeyFile", _folder.File("rig1.key"));
        _monitor = Hosts.StartMonitor(
            _folder.File("monitor"),
            _connector,
            "--Security:KeyFile",
            _folder.File("office1.key"),
            "--Connections:0:ServerKey",
            _folder.File("rig1.pub"),
            "--Security:AllowedFolder",
            _folder.File("allowed"),
            "--Viewers:PlotJuggler:Endpoint",
            Hosts.AnyPort);
        _view = new MonitorView(_monitor);
    }

    [Fact]
    public void Revoke_ConnectedMonitor_IsCutAndLosesNothingWhenItIsAllowedAgain()
    {
        _view.WaitForStatus("ok");
        _view.WaitForMore(10);
        Eventually.True(() => ConsumerNames().SequenceEqual(["office1"]), "the consumer has the name of its key");

        File.Delete(_folder.File("allowed/office1.pub"));
        _view.WaitForStatus("stale");
        _connector.Json("/health").GetProperty("security").GetProperty("cut").GetInt64().ShouldBeGreaterThan(0);

        Allow();
        _view.WaitForStatus("ok");
        Eventually.True(() => _view.Account is { Missing: 0, Closes: true }, "what was missed is replayed");
        _view.Account.DeclaredLost.ShouldBe(0);
    }

    [Fact]
    public void PlotJuggler_MonitorThatDemandsKeys_IsHeardByAPlainSubscriber()
    {
        _view.WaitForStatus("ok");
        using ZeroMqTransport plain = new(new SocketLimits { LingerMs = 0 }, TimeProvider.System);
        using IFrameSubscriber viewer = plain.Subscribe(Endpoint.Parse(_monitor.Endpoint("plotjuggler")));
        viewer.Subscribe("telemetry/"u8);
        FrameBuffer buffer = new(FrameLimits.Default);

        // Its messages have two frames, and are no frames of ours.
        Eventually.True(() => viewer.TryReceive(buffer) == ReceiveStatus.Malformed, "the viewer hears the monitor");
    }

    public void Dispose()
    {
        _monitor.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }

    private string[] ConsumerNames() =>
    [
        .. _connector.Json("/health").GetProperty("consumers").EnumerateArray()
            .Select(consumer => consumer.GetProperty("name").GetString()!),
    ];

    private void MakeKey(string name)
    {
        using HostProcess made =
            HostProcess.Start(Hosts.Connector, "keys", "new", "--name", name, "--out", _folder.Path);
        made.WaitForExit().ShouldBe(0);
    }

    private void Allow()
    {
        KeyFile.TryRead(_folder.File("office1.pub"), out KeyFile? key, out string? fault).ShouldBeTrue(fault);
        Directory.CreateDirectory(_folder.File("allowed"));
        File.WriteAllText(_folder.File("allowed/office1.pub"), key.ToString());
    }
}
