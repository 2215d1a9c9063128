using System.Net.Sockets;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>Peers that break the protocol in every way that a port scan, an old library or an attacker does.</summary>
public abstract class HostilePeerContract<TLibrary> : TransportContract<TLibrary>
    where TLibrary : ITransportUnderTest
{
    private static readonly SocketLimits Limits =
        new() { LingerMs = 0, HandshakeMs = 300, StaleMs = 60_000, ReconnectMs = 20 };

    protected HostilePeerContract()
        : base(Limits)
    {
    }

#pragma warning disable CA1000 // Theory data is looked for in the class of the theory.
    public static TheoryData<string> Attacks => [.. AttackSet.Keys.Except(TLibrary.FatalAttacks)];
#pragma warning restore CA1000

    // The second argument is the socket type that gets through the handshake of the victim, so that what follows is
    // really reached.
    private static Dictionary<string, Action<RawPeer, string>> AttackSet { get; } = new()
    {
        ["nothing at all"] = (_, _) => { },
        ["random bytes"] = (peer, _) => peer.Send(RandomBytes(5000)),
        ["an HTTP request"] = (peer, _) => peer.Send([.. "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"u8]),
        ["ZMTP 1.0 greeting"] = (peer, _) => peer.Send([1, 0]),
        ["ZMTP 1.0 frame of 2^31"] = (peer, _) => peer.Send([0xFF, 0, 0, 0, 0, 0x80, 0, 0, 0, 0]),
        ["ZMTP 1.0 frame of 2^31 - 1"] = (peer, _) => peer.Send([0xFF, 0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0]),
        ["ZMTP 2.0 greeting"] = (peer, _) => peer.Send([0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 1, 2, 0, 0]),
        ["half a greeting"] = (peer, _) => peer.Send(RawPeer.Greeting[..12]),
        ["unknown mechanism"] = (peer, _) => peer.Send([.. RawPeer.Greeting[..12], .. "EVIL"u8, .. new byte[48]]),
        ["greeting without READY"] = (peer, _) => peer.Send(RawPeer.Greeting),
        ["READY of a giant length"] = (peer, _) => peer.Send(
            [.. RawPeer.Greeting, 6, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        ["READY that is empty"] = (peer, _) => peer.Send([.. RawPeer.Greeting, 4, 0]),
        ["READY with a broken property"] = (peer, _) => peer.Send(
            [.. RawPeer.Greeting, 4, 10, 5, .. "READY"u8, 200, 1, 2, 3]),
        ["READY with a property of a negative length"] = (peer, _) => peer.Send(
            [.. RawPeer.Greeting, 4, 25, 5, .. "READY"u8, 11, .. "Socket-Type"u8, 0xFF, 0xFF, 0xFF, 0xFF, .. "SUB"u8]),
        ["an empty command"] = (peer, type) => Shaken(peer, type, then: p => p.Send([4, 0])),
        ["message of a giant length"] = (peer, type) => Shaken(peer, type, then: p => p.SendClaim(long.MaxValue)),
        ["garbage after the handshake"] = (peer, type) => Shaken(peer, type, then: p => p.Send(RandomBytes(5000))),
        ["an unknown command"] = (peer, type) => Shaken(peer, type, then: p => p.Send([4, 5, 4, .. "EVIL"u8])),
        ["a flood of subscriptions"] = (peer, type) => Shaken(peer, type, then: Flood),
        ["a peer of the wrong type"] = (peer, _) =>
        {
            peer.Handshake("PUSH");
            peer.SendFrame([1], more: false);
        },
    };

    [Theory]
    [MemberData(nameof(Attacks))]
    public void PublisherPort_HostilePeer_OthersSeeNoGap(string attack)
    {
        (IFramePublisher publisher, IFrameSubscriber subscriber) = Rig.Pair();
        using var peer = RawPeer.Connect(publisher.Endpoint);
        Try(attack, peer, "SUB");
        for (ulong sequence = 2; sequence < 300; sequence++)
        {
            Rig.Send(publisher, sequence, 2000);
            publisher.DrainInput();
            Rig.Next(subscriber).ShouldBe(sequence);
        }

        subscriber.Reconnects.ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(Attacks))]
    public void ControlPort_HostilePeer_OthersAreServed(string attack)
    {
        using IControlServer server = Rig.Transport.Serve(Rig.AnyPort);
        using IControlClient client = Rig.Transport.Connect(server.Endpoint);
        using var peer = RawPeer.Connect(server.Endpoint);
        Try(attack, peer, "DEALER");
        client.TrySend([0x81, 1, 2]).ShouldBe(SendStatus.Sent);
        Eventually.True(
            () => server.TryReceive(Rig.Buffer, out _) == ReceiveStatus.Control
                && Rig.Buffer.Payload.SequenceEqual((byte[])[0x81, 1, 2]),
            "the request of the good consumer comes in");
    }

    [Theory]
    [MemberData(nameof(Attacks))]
    public void SubscriberSide_HostilePublisher_TheStreamGoesOn(string attack)
    {
        using var fake = new FakePublisher();
        IFrameSubscriber subscriber = Rig.Subscriber(fake.Endpoint);
        using (RawPeer evil = fake.AcceptRaw())
            Try(attack, evil, "PUB");
        Eventually.True(
            () =>
            {
                // Random bytes may look like a message of ZMTP 1.0; it is taken and refused like any other.
                while (subscriber.TryReceive(Rig.Buffer) != ReceiveStatus.Empty)
                    FrameHeaderReader.Read(
                        Rig.Buffer.Header, Rig.Buffer.Payload, FrameLimits.Default, out _).IsOk.ShouldBeFalse();
                subscriber.Maintain();
                if (!fake.Pending)
                    return false;
                using RawPeer good = fake.Accept();
                good.SendGood();
                Eventually.True(() => Receives(subscriber), "the good frame comes in");
                return true;
            },
            "the consumer comes back");
    }

    [Fact]
    public void Subscriber_BadHeaders_AreCountedByCause()
    {
        using var fake = new FakePublisher();
        IFrameSubscriber subscriber = Rig.Subscriber(fake.Endpoint);
        using RawPeer peer = fake.Accept();
        var counts = new FrameFaultCounts();
        (FrameFault Fault, int Offset)[] damages =
            [(FrameFault.Magic, 0), (FrameFault.Version, 4), (FrameFault.Length, 5), (FrameFault.HeaderCrc, 40)];
        foreach ((FrameFault fault, int offset) in damages)
        {
            byte[] header = [.. FrameHeaderTestData.Golden];
            header[offset] ^= 0x40;
            Deliver(peer, subscriber, header, FrameHeaderTestData.Payload, counts);
            counts.CountOf(fault).ShouldBe(1);
        }

        byte[] payload = [.. FrameHeaderTestData.Payload];
        payload[10] ^= 1;
        Deliver(peer, subscriber, FrameHeaderTestData.Golden, payload, counts);
        counts.CountOf(FrameFault.PayloadCrc).ShouldBe(1);
        counts.Total.ShouldBe(5);
    }

    private void Deliver(
        RawPeer peer, IFrameSubscriber subscriber, byte[] header, byte[] payload, FrameFaultCounts counts)
    {
        peer.SendFrame(Rig.Topic, more: true);
        peer.SendFrame(header, more: true);
        peer.SendFrame(payload, more: false);
        Eventually.True(() => subscriber.TryReceive(Rig.Buffer) == ReceiveStatus.Frame, "the frame comes in");
        counts.Add(FrameHeaderReader.Read(Rig.Buffer.Header, Rig.Buffer.Payload, FrameLimits.Default, out _).Fault);
    }

    private bool Receives(IFrameSubscriber subscriber)
    {
        subscriber.Maintain();
        return subscriber.TryReceive(Rig.Buffer) == ReceiveStatus.Frame
            && FrameHeaderReader.Read(Rig.Buffer.Header, Rig.Buffer.Payload, FrameLimits.Default, out _).IsOk;
    }

    // That the victim closes the connection in the middle of an attack is what it should do.
    private static void Try(string attack, RawPeer peer, string type)
    {
        try
        {
            AttackSet[attack](peer, type);
        }
        catch (Exception error) when (error is SocketException or IOException)
        {
            peer.IsClosed().ShouldBeTrue();
        }
    }

    private static void Shaken(RawPeer peer, string type, Action<RawPeer> then)
    {
        // Outside of what Try forgives: an attack that never got through would prove nothing.
        Should.NotThrow(() => peer.Handshake(type));
        then(peer);
    }

    private static void Flood(RawPeer peer)
    {
        for (int i = 0; i < 2000; i++)
            peer.SendFrame([1, (byte)'x', (byte)i, (byte)(i >> 8)], more: false);
    }

    private static byte[] RandomBytes(int count)
    {
        byte[] bytes = new byte[count];
        new Random(5).NextBytes(bytes);
        return bytes;
    }
}
