using System.Diagnostics;
using FuncLibs.Messaging.Keys;
using Integration.Security;
using Testing;

namespace Integration.Hostile;

/// <summary>
/// Peers that know CURVE: they stop in its handshake, send it a byte at a time, or hold an allowed key and turn hostile
/// once they are in.
/// </summary>
[Collection(KeyedSystem.Collection)]
public sealed class KeyedPeerTests(KeyedSystem system)
{
    private const int Rounds = 10;
    private const int AtOnceBytes = 1 << 20;
    private const long GrowthLimit = 100 << 20;

    public static TheoryData<string> KeyedPorts => ["publish", "control", "derived"];

    [Theory]
    [MemberData(nameof(KeyedPorts))]
    public void KeyedPort_HandshakesThatStopInEachCommand_AreEnded(string port)
    {
        (string Stage, Action<CurvePeer> Begin)[] stages =
        [
            ("half a greeting", peer => peer.Send(CurvePeer.Greeting.AsSpan(0, 11))),
            ("the greeting", peer => peer.Send(CurvePeer.Greeting)),
            ("half a HELLO", peer => peer.Send([.. CurvePeer.Greeting, .. peer.Hello().AsSpan(0, 100)])),
            ("the HELLO", peer => peer.Send([.. CurvePeer.Greeting, .. peer.Hello()])),
            ("half an INITIATE", peer => peer.Send(UntilInitiate(peer, port).AsSpan(0, 100))),
        ];
        CurvePeer[] peers = [.. stages.Select(_ => Connect(port, system.SpareKey))];
        for (int i = 0; i < peers.Length; i++)
            stages[i].Begin(peers[i]);

        for (int i = 0; i < peers.Length; i++)
            Eventually.True(peers[i].IsEnded, $"a handshake that stops after {stages[i].Stage} is ended");
        Array.ForEach(peers, peer => peer.Dispose());
        system.NoGap();
    }

    // Each byte is one that the host waits for; only a limit of the whole handshake ends it.
    [Theory]
    [MemberData(nameof(KeyedPorts))]
    public void KeyedPort_HandshakeAByteAtATime_IsEndedBeforeItsEnd(string port)
    {
        using CurvePeer inHello = Connect(port, system.SpareKey);
        using CurvePeer inInitiate = Connect(port, system.SpareKey);
        using CurvePeer unknown = Connect(port, KeyFolder.Create("stranger"));
        inHello.Send(CurvePeer.Greeting);
        Drip[] drips =
        [
            new(inHello, inHello.Hello()), new(inInitiate, UntilInitiate(inInitiate, port)),
            new(unknown, UntilInitiate(unknown, port)),
        ];

        foreach (Drip drip in drips)
            Eventually.True(() => drips.All(one => one.SendNext()) && drip.IsEnded, "the slow peer is ended");
        drips.ShouldAllBe(drip => drip.Sent > 1 && drip.Sent < drip.Length);
        system.NoGap();
    }

    [Theory]
    [MemberData(nameof(KeyedPorts))]
    public void KeyedPort_PingsInTheHandshakeOfPeersThatReset_HurtNobody(string port)
    {
        byte[] pings = [.. Enumerable.Repeat((byte[])[4, 7, 4, .. "PING"u8, 0, 0], 1000).SelectMany(ping => ping)];
        for (int i = 0; i < Rounds; i++)
        {
            using CurvePeer peer = Connect(port, KeyFolder.Create("stranger"));
            peer.Send(CurvePeer.Greeting);
            if (i % 2 == 0)
                peer.Send(peer.Hello());
            peer.Send(pings);
            peer.Reset();
        }

        system.NoGap();
    }

    // What ended the process before decision 29: it is read with PINGs among it, and the peer is gone.
    [Theory]
    [MemberData(nameof(KeyedPorts))]
    public void KeyedPort_PingsOfAnAllowedPeerThatResets_HurtNobody(string port)
    {
        for (int i = 0; i < Rounds; i++)
        {
            using CurvePeer peer = Connect(port, system.SpareKey);
            peer.Handshake(TypeFor(port));
            peer.SendTimeoutMs = 200;
            byte[] flood = MessagesAndPings(peer, port);
            while (peer.Send(flood) && i % 2 == 0)
                flood = MessagesAndPings(peer, port);
            peer.Reset();
        }

        system.NoGap();
    }

    [Theory]
    [MemberData(nameof(KeyedPorts))]
    public void KeyedPort_PingsWithoutEndOfAnAllowedPeer_AreCutAndCounted(string port) =>
        IsCutAndCounted(port, peer => peer.Ping());

    [Theory]
    [MemberData(nameof(KeyedPorts))]
    public void KeyedPort_MessageWithoutEndOfAnAllowedPeer_IsCutAndCountedAndMemoryIsBounded(string port)
    {
        long[] before = system.Memory();
        byte[] frame = new byte[port == "control" ? 60_000 : 900];
        IsCutAndCounted(port, peer => peer.Message(frame, more: true));
        system.Memory().Zip(before, (now, then) => now - then).ShouldAllBe(growth => growth < GrowthLimit);
    }

    private void IsCutAndCounted(string port, Func<CurvePeer, byte[]> next)
    {
        long before = system.Security(port, "floods");
        using CurvePeer peer = Connect(port, system.SpareKey);
        peer.Handshake(TypeFor(port));
        Eventually.True(
            () =>
            {
                // Faster than any budget allows.
                bool isOpen = true;
                for (int sent = 0; sent < AtOnceBytes && isOpen;)
                {
                    byte[] bytes = [.. Enumerable.Range(0, 20).SelectMany(_ => next(peer))];
                    isOpen = peer.Send(bytes) && !peer.IsEnded();
                    sent += bytes.Length;
                }

                return !isOpen;
            },
            "the peer is cut");
        Eventually.True(() => system.Security(port, "floods") > before, "the flood is counted");
        system.NoGap();
    }

    private CurvePeer Connect(string port, KeyFile key) => new(system.PortOf(port), key, system.KeyOf(port));

    private static byte[] UntilInitiate(CurvePeer peer, string port)
    {
        peer.Send(CurvePeer.Greeting);
        peer.Send(peer.Hello());
        return peer.Initiate(TypeFor(port));
    }

    private static byte[] MessagesAndPings(CurvePeer peer, string port)
    {
        byte first = port == "control" ? (byte)0x80 : (byte)1;
        var bytes = new List<byte>();
        for (int i = 0; i < 300; i++)
        {
            bytes.AddRange(peer.Message([first, (byte)'x', (byte)i, (byte)(i >> 8)], more: false));
            if (i % 20 == 0)
                bytes.AddRange(peer.Ping());
        }

        return [.. bytes, .. peer.Ping()];
    }

    private static string TypeFor(string port) => port == "control" ? "DEALER" : "SUB";

    /// <summary>Sends bytes one by one, each when it is due.</summary>
    private sealed class Drip(CurvePeer peer, byte[] bytes)
    {
        private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
        private long _lastSent;

        public int Length => bytes.Length;

        public int Sent { get; private set; }

        public bool IsEnded { get; private set; }

        /// <summary>Always true, so that a condition can have it.</summary>
        public bool SendNext()
        {
            IsEnded |= peer.IsEnded();
            if (IsEnded || Sent == bytes.Length || (_lastSent != 0 && Stopwatch.GetElapsedTime(_lastSent) < Pause))
                return true;
            IsEnded |= !peer.Send(bytes.AsSpan(Sent++, 1));
            _lastSent = Stopwatch.GetTimestamp();
            return true;
        }
    }
}
