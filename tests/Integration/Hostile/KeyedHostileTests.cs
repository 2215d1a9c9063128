using System.Net.Sockets;
using System.Text.Json;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using Integration.Security;
using Testing;
using Testing.Processes;

namespace Integration.Hostile;

/// <summary>
/// Hostile peers on every port of a connector and a monitor with keys. The connector may open the fewest files with
/// which it starts. One system for all facts, with a good consumer beside them; each fact ends with its account.
/// </summary>
public sealed class KeyedHostileTests(KeyedSystem system) : IClassFixture<KeyedSystem>
{
    private const int Blocks = 10;
    private const int Crowd = 1000;
    private const long GrowthLimit = 100 << 20;
    private static readonly byte[] PlainReady =
        [4, 25, 5, .. "READY"u8, 11, .. "Socket-Type"u8, 0, 0, 0, 3, .. "SUB"u8, 0, 1, 1];

    private static readonly byte[] CurveGreeting =
        [.. Attacks.Greeting.AsSpan(0, 12), .. "CURVE"u8, .. new byte[47]];

    public static TheoryData<string> EveryPort =>
        ["publish", "control", "connector http", "monitor http", "plotjuggler", "foxglove"];

    [Theory]
    [MemberData(nameof(EveryPort))]
    public void Port_EveryAttack_TheConsumerHasNoGap(string port)
    {
        foreach (string attack in Attacks.All.Keys)
        {
            using Socket peer = Attacks.Connect(system.PortOf(port));
            if (port == "foxglove")
                peer.Send(Upgrade(system.PortOf(port)));
            Attacks.Send(peer, attack);
        }

        NoGap();
    }

    [Theory]
    [InlineData("publish")]
    [InlineData("control")]
    public void KeyedPort_PeerWithoutCurve_IsRefusedBeforeAnyFrame(string port)
    {
        using Socket peer = Attacks.Connect(system.PortOf(port));
        peer.Send([.. Attacks.Greeting, .. PlainReady]);
        BytesUntilEnd(peer).ShouldBeLessThanOrEqualTo(Attacks.Greeting.Length);
        NoGap();
    }

    [Theory]
    [InlineData("publish")]
    [InlineData("control")]
    public void KeyedPort_BrokenHandshakeOfCurve_IsRefusedBeforeAnyFrame(string port)
    {
        using Socket peer = Attacks.Connect(system.PortOf(port));
        peer.Send([.. CurveGreeting, 4, 200, 5, .. "HELLO"u8, 1, 0, .. new byte[192]]);
        BytesUntilEnd(peer).ShouldBeLessThanOrEqualTo(Attacks.Greeting.Length);
        NoGap();
    }

    [Fact]
    public void KeyedPort_UnknownKey_IsRefusedAndCounted()
    {
        long before = Security("refused");
        using ZeroMqTransport stranger = system.Client(KeyFolder.Create("stranger"));
        using IFrameSubscriber subscriber = Subscribe(stranger);
        Eventually.True(() => Security("refused") > before, "the refusal is counted");
        subscriber.TryReceive(new FrameBuffer(FrameLimits.Default)).ShouldBe(ReceiveStatus.Empty);
        NoGap();
    }

    [Fact]
    public void KeyedPort_SubscriptionsWithoutEndByAnAllowedKey_AreCutAndCounted()
    {
        long before = Security("floods");
        using ZeroMqTransport flooder = system.Client(system.SpareKey);
        using IFrameSubscriber subscriber = Subscribe(flooder);
        FrameBuffer buffer = new(FrameLimits.Default);
        int topic = 0;
        Eventually.True(
            () =>
            {
                // As many as its queue takes. libzmq notes that there is room again when it is read.
                while (subscriber.TryReceive(buffer) == ReceiveStatus.Frame)
                {
                }

                for (int end = topic + 500; topic < end; topic++)
                    subscriber.Subscribe([(byte)'x', (byte)topic, (byte)(topic >> 8)]);
                return Security("floods") > before;
            },
            "the flood is counted");
        NoGap();
    }

    [Theory]
    [InlineData("publish")]
    [InlineData("control")]
    [InlineData("connector http")]
    public void Port_MorePeersThanDescriptors_TheConsumerKeepsItsConnection(string port)
    {
        long[] before = system.Memory();
        long told = BeyondLimit(port);
        Socket[] peers = [.. Enumerable.Range(0, Crowd).Select(_ => Begin(system.PortOf(port)))];
        NoGap();
        Array.ForEach(peers, peer => peer.Dispose());
        Eventually.True(() => BeyondLimit(port) > told, "the connections beyond the limit are counted");
        Eventually.True(() => Warnings() == 0, "nothing is short once they are gone");
        NoGap();
        system.Memory().Zip(before, (now, then) => now - then).ShouldAllBe(growth => growth < GrowthLimit);
    }

    private void NoGap()
    {
        system.View.WaitForMore(Blocks);
        system.View.Account.ShouldSatisfyAllConditions(
            a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
        system.View.Stream.GetProperty("replayed").GetInt64().ShouldBe(0);
    }

    private long Security(string member) =>
        system.Connector.Json("/health").GetProperty("security").GetProperty(member).GetInt64();

    private long BeyondLimit(string port)
    {
        JsonElement health = system.Connector.Json("/health");
        string part = port == "connector http" ? "web" : "security";
        return health.TryGetProperty(part, out JsonElement found) ? found.GetProperty("beyondLimit").GetInt64() : 0;
    }

    private int Warnings() =>
        system.Connector.Json("/health").GetProperty("security").GetProperty("warnings").GetArrayLength();

    private IFrameSubscriber Subscribe(ZeroMqTransport client)
    {
        IFrameSubscriber subscriber = client.Subscribe(
            Endpoint.Parse(system.Connector.Endpoint("publish")), system.ConnectorKey);
        subscriber.Subscribe("D"u8);
        return subscriber;
    }

    // What follows it is read as frames of the WebSocket.
    private static byte[] Upgrade(int port) => System.Text.Encoding.ASCII.GetBytes(
        $"GET /foxglove HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + "Sec-WebSocket-Protocol: foxglove.sdk.v1\r\n\r\n");

    // The backlog of the port takes those that it has no descriptor for.
    private static Socket Begin(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false };
        try
        {
            socket.Connect(new System.Net.IPEndPoint(System.Net.IPAddress.Loopback, port));
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
        {
            // It connects, or waits, in the kernel.
        }

        return socket;
    }

    private static int BytesUntilEnd(Socket peer)
    {
        peer.ReceiveTimeout = 30_000;
        byte[] buffer = new byte[4096];
        int sum = 0;
        try
        {
            for (int got = peer.Receive(buffer); got > 0; got = peer.Receive(buffer))
                sum += got;
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionReset)
        {
            // The end, too.
        }

        return sum;
    }
}

/// <summary>A connector and a monitor with keys, every port open, up and delivering.</summary>
public sealed class KeyedSystem : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public KeyedSystem()
    {
        KeyFolder keys = new KeyFolder(_folder.File("keys")).Make("rig1", "office1", "spare");
        keys.Allow("office1");
        keys.Allow("spare");
        SpareKey = Read(keys.OwnFile("spare"));
        ConnectorKey = Read(keys.OwnFile("rig1")).Public;
        try
        {
            Connector = StartConnector(keys);
            Monitor = StartMonitor(keys);
            View = new MonitorView(Monitor);
            View.WaitForStatus("ok");
            View.WaitForValues();
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
        "plotjuggler" => Monitor.Port("plotjuggler"),
        _ => Connector.Port(port),
    };

    public long[] Memory() => [ProcessSignals.ResidentBytes(Connector.Id), ProcessSignals.ResidentBytes(Monitor.Id)];

    public void Dispose()
    {
        Monitor?.Dispose();
        Connector?.Dispose();
        _folder.Dispose();
    }

    internal ZeroMqTransport Client(KeyFile own) => new(
        new SocketLimits { LingerMs = 0 }, TimeProvider.System, keys: new TransportKeys { Own = own });

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
        "--Transport:Library", "libzmq", "--Viewers:Foxglove:Enabled", "true",
        "--Viewers:PlotJuggler:Endpoint", Hosts.AnyPort);

    private static KeyFile Read(string path)
    {
        KeyFile.TryReadOwn(path, out KeyFile? key, out string? fault).ShouldBeTrue(fault);
        return key;
    }
}
