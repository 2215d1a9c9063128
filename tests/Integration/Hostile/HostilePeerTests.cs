using System.Net.Sockets;
using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Hostile;

/// <summary>
/// Hostile peers on every port of a running system: hosts live, the stream has no gap, memory stays bounded.
/// </summary>
public sealed class HostilePeerTests(OpenSystem system) : IClassFixture<OpenSystem>
{
    private const int Crowd = 50;
    private const int Scans = 200;
    private const int Rounds = 10;
    private const int BlocksAfter = 10;
    private const long GrowthLimit = 100 << 20;

    private static readonly string[] Ports = [
        "link", "publish", "control", "connector http", "monitor http", "derived", "plotjuggler",
    ];

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string port in Ports)
            {
                foreach (string attack in Attacks.All.Keys)
                    cases.Add(port, attack);
            }

            return cases;
        }
    }

    public static TheoryData<string> EveryPort => [.. Ports];

    [Theory]
    [MemberData(nameof(Cases))]
    public void Port_HostilePeer_TheStreamHasNoGap(string port, string attack)
    {
        using Socket peer = Attacks.Connect(PortOf(port));
        Attacks.Send(peer, attack);
        NoGap();
    }

    [Theory]
    [MemberData(nameof(EveryPort))]
    public void Port_FiftyPeersAtOnce_TheStreamHasNoGapAndMemoryIsBounded(string port)
    {
        long[] before = Memory();
        Socket[] peers = [.. Enumerable.Range(0, Crowd).Select(_ => Attacks.Connect(PortOf(port)))];
        string[] attacks = [.. Attacks.All.Keys];
        for (int i = 0; i < peers.Length; i++)
            Attacks.Send(peers[i], attacks[i % attacks.Length]);
        NoGap();
        Array.ForEach(peers, peer => peer.Dispose());
        NoGap();
        Memory().Zip(before, (now, then) => now - then).ShouldAllBe(growth => growth < GrowthLimit);
    }

    [Theory]
    [MemberData(nameof(EveryPort))]
    public void Port_Scanned_TheStreamHasNoGap(string port)
    {
        for (int i = 0; i < Scans; i++)
            Attacks.Connect(PortOf(port)).Close(timeout: 0);
        NoGap();
    }

    // A byte now and then keeps a connection from being idle: only a limit for the whole handshake ends it.
    [Theory]
    [InlineData("link")]
    [InlineData("publish")]
    [InlineData("control")]
    [InlineData("derived")]
    [InlineData("plotjuggler")]
    public void Port_SlowHandshake_IsDroppedAndTheStreamHasNoGap(string port)
    {
        using var peer = new SlowPeer(PortOf(port));
        Eventually.True(() => peer.SendNextAndIsDropped(), "the peer is dropped", SlowPeer.Longest);
        peer.Sent.ShouldBeGreaterThan(1);
        NoGap();
    }

    [Fact]
    public void Link_SecondClient_IsRefusedAsTaken()
    {
        using Socket peer = Attacks.Connect(PortOf("link"));

        // {protocol: 1, client: "second"}: a valid hello, while the connector is connected.
        byte[] hello = [0x82, 0xA8, .. "protocol"u8, 1, 0xA6, .. "client"u8, 0xA6, .. "second"u8];
        peer.Send([(byte)(hello.Length + 1), 0, 0, 0, 1, .. hello]);
        ReadToEnd(peer).ShouldContain("another client is connected");
        NoGap();
    }

    // PINGs among messages, of a peer that does not read the answers and resets.
    [Theory]
    [InlineData("publish")]
    [InlineData("control")]
    [InlineData("derived")]
    [InlineData("plotjuggler")]
    public void Port_PingsOfAPeerThatResets_TheStreamHasNoGap(string port)
    {
        for (int i = 0; i < Rounds; i++)
        {
            using Socket peer = Attacks.Connect(PortOf(port));
            Attacks.Handshake(peer, port == "control" ? "DEALER" : "SUB");
            Attacks.Send(peer, Attacks.Pings);
            peer.Close(timeout: 0);
        }

        NoGap();
    }

    [Theory]
    [InlineData("derived")]
    [InlineData("plotjuggler")]
    public void MonitorsPort_MessageWithoutEnd_IsCutAndCounted(string port)
    {
        long before = MonitorFloods;
        using Socket peer = Attacks.Connect(PortOf(port));
        Attacks.Handshake(peer, "SUB");
        Attacks.Send(peer, Attacks.MessageWithoutEnd);
        Eventually.True(() => MonitorFloods > before, "the flood is counted");
        NoGap();
    }

    private long MonitorFloods => system.View.Health.TryGetProperty("security", out JsonElement security)
        ? security.GetProperty("floods").GetInt64() : 0;

    private void NoGap()
    {
        system.View.WaitForMore(BlocksAfter);
        system.View.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
        system.View.Health.GetProperty("streams").GetArrayLength().ShouldBe(1);
        system.Connector.Json("/health").GetProperty("source").GetProperty("connections").GetInt64().ShouldBe(1);
    }

    private int PortOf(string port) => port switch
    {
        "link" => system.Simulator.Port("link"),
        "connector http" => system.Connector.Port("http"),
        "monitor http" => system.Monitor.Port("http"),
        "derived" or "plotjuggler" => system.Monitor.Port(port),
        _ => system.Connector.Port(port),
    };

    private long[] Memory() =>
        [.. new[] { system.Simulator, system.Connector, system.Monitor }
            .Select(host => ProcessSignals.ResidentBytes(host.Id))];

    private static string ReadToEnd(Socket peer)
    {
        peer.ReceiveTimeout = 5000;
        using var bytes = new MemoryStream();
        byte[] buffer = new byte[4096];
        for (int got = peer.Receive(buffer); got > 0; got = peer.Receive(buffer))
            bytes.Write(buffer, 0, got);
        return System.Text.Encoding.ASCII.GetString(bytes.ToArray());
    }
}

/// <summary>A system whose monitor opens every port that it can.</summary>
public sealed class OpenSystem : IDisposable
{
    private readonly RunningSystem _system = RunningSystem.With(
        "--Derived:Endpoint", Hosts.AnyPort, "--Viewers:PlotJuggler:Endpoint", Hosts.AnyPort);

    public HostProcess Simulator => _system.Simulator;

    public HostProcess Connector => _system.Connector;

    public HostProcess Monitor => _system.Monitor;

    public MonitorView View => _system.View;

    public void Dispose() => _system.Dispose();
}
