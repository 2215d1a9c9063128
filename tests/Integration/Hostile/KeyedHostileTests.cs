using System.Net.Sockets;
using System.Text.Json;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using Integration.Security;
using Testing;

namespace Integration.Hostile;

/// <summary>
/// Hostile peers on every port of a connector and a monitor with keys. The connector may open the fewest files with
/// which it starts. One system for all facts, with good consumers beside them; each fact ends with their account.
/// </summary>
[Collection(KeyedSystem.Collection)]
public sealed class KeyedHostileTests(KeyedSystem system)
{
    private const int Crowd = 1000;
    private const long GrowthLimit = 100 << 20;
    private static readonly byte[] PlainReady =
        [4, 25, 5, .. "READY"u8, 11, .. "Socket-Type"u8, 0, 0, 0, 3, .. "SUB"u8, 0, 1, 1];

    public static TheoryData<string> EveryPort =>
        ["publish", "control", "derived", "connector http", "monitor http", "plotjuggler", "foxglove"];

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
    [InlineData("derived")]
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
    [InlineData("derived")]
    public void KeyedPort_BrokenHandshakeOfCurve_IsRefusedBeforeAnyFrame(string port)
    {
        using Socket peer = Attacks.Connect(system.PortOf(port));
        peer.Send([.. CurvePeer.Greeting, 4, 200, 5, .. "HELLO"u8, 1, 0, .. new byte[192]]);
        BytesUntilEnd(peer).ShouldBeLessThanOrEqualTo(Attacks.Greeting.Length);
        NoGap();
    }

    [Theory]
    [InlineData("publish")]
    [InlineData("derived")]
    public void KeyedPort_UnknownKey_IsRefusedAndCounted(string port)
    {
        long before = system.Security(port, "refused");
        using ZeroMqTransport stranger = KeyedSystem.Client(KeyFolder.Create("stranger"));
        using IFrameSubscriber subscriber = Subscribe(stranger, port);
        Eventually.True(() => system.Security(port, "refused") > before, "the refusal is counted");
        subscriber.TryReceive(new FrameBuffer(FrameLimits.Default)).ShouldBe(ReceiveStatus.Empty);
        NoGap();
    }

    [Theory]
    [InlineData("publish")]
    [InlineData("derived")]
    public void KeyedPort_SubscriptionsWithoutEndByAnAllowedKey_AreCutAndCounted(string port)
    {
        long before = system.Security(port, "floods");
        using ZeroMqTransport flooder = KeyedSystem.Client(system.SpareKey);
        using IFrameSubscriber subscriber = Subscribe(flooder, port);
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
                return system.Security(port, "floods") > before;
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

    private void NoGap() => system.NoGap();

    private long BeyondLimit(string port)
    {
        JsonElement health = system.Connector.Json("/health");
        string part = port == "connector http" ? "web" : "security";
        return health.TryGetProperty(part, out JsonElement found) ? found.GetProperty("beyondLimit").GetInt64() : 0;
    }

    private int Warnings() =>
        system.Connector.Json("/health").GetProperty("security").GetProperty("warnings").GetArrayLength();

    private IFrameSubscriber Subscribe(ZeroMqTransport client, string port)
    {
        IFrameSubscriber subscriber = client.Subscribe(system.EndpointOf(port), system.KeyOf(port));
        subscriber.Subscribe("D"u8);
        subscriber.Subscribe("S"u8);
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
