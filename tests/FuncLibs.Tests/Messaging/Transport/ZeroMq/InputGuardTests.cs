using System.Diagnostics;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

/// <summary>
/// Peers of a bound socket that send more than a consumer does. With a high-water mark on what these sockets receive,
/// the first two facts end the process, and this test with it; see
/// docs/decisions/0029-peers-cannot-end-a-process.md.
/// </summary>
public sealed class InputGuardTests : IDisposable
{
    private static readonly byte[] Ping = [4, 7, 4, .. "PING"u8, 0, 0];
    private static readonly SocketLimits Limits = new() { LingerMs = 0, QueueBytes = 1, StaleMs = 60_000 };
    private readonly TransportKeys _keys = new();
    private readonly ZeroMqTransport _transport;
    private readonly FrameBuffer _buffer = new(Limits.Frames);

    public InputGuardTests() => _transport = new ZeroMqTransport(Limits, TimeProvider.System, keys: _keys);

    [Fact]
    public void DataSocket_PingsOfAPeerThatResetsWhileNobodyReads_DoNotEndTheProcess()
    {
        using IFramePublisher publisher = _transport.Publish(Rig.AnyPort);
        using (RawPeer peer = RawPeer.Connect(publisher.Endpoint))
        {
            peer.Handshake("SUB");
            peer.Send(ManyWithPings(subscription: true));
            Eventually.True(() => peer.HasPong(), "libzmq has read what was sent");
            peer.Reset();
        }

        WaitForTheEnd(publisher.Links);
        while (publisher.DrainInput() > 0)
        {
        }

        publisher.Counts.Subscriptions.ShouldBeGreaterThan(Limits.HighWaterMark(1));
    }

    [Fact]
    public void ControlSocket_PingsOfAPeerThatResetsWhileNobodyReads_DoNotEndTheProcess()
    {
        using IControlServer server = _transport.Serve(Rig.AnyPort);
        using (RawPeer peer = RawPeer.Connect(server.Endpoint))
        {
            peer.Handshake("DEALER");
            peer.Send(ManyWithPings(subscription: false));
            Eventually.True(() => peer.HasPong(), "libzmq has read what was sent");
            peer.Reset();
        }

        WaitForTheEnd(server.Links);
        int read = 0;
        while (server.TryReceive(_buffer, out _) != ReceiveStatus.Empty)
            read++;
        read.ShouldBeGreaterThan(SocketLimits.RequestHighWaterMark);
    }

    [Fact]
    public void DataSocket_MessageWhoseFramesDoNotEnd_IsCut() => Floods(
        _transport.Publish(Rig.AnyPort), "SUB", peer => peer.SendFrame(new byte[1000], more: true));

    [Fact]
    public void DataSocket_SameSubscriptionAgainAndAgain_IsCut() => Floods(
        _transport.Publish(Rig.AnyPort), "SUB", peer => peer.SendFrame([1, (byte)'D'], more: false));

    [Fact]
    public void DataSocket_PingsWithoutEnd_AreCut() =>
        Floods(_transport.Publish(Rig.AnyPort), "SUB", peer => peer.Send(Ping));

    [Fact]
    public void ControlSocket_MessageWhoseFramesDoNotEnd_IsCut() => Floods(
        _transport.Serve(Rig.AnyPort), "DEALER", peer => peer.SendFrame(new byte[60_000], more: true));

    [Fact]
    public void ControlSocket_RequestsWithoutEnd_AreCut() => Floods(
        _transport.Serve(Rig.AnyPort), "DEALER", peer => peer.SendFrame(new byte[60_000], more: false));

    [Fact]
    public void DataSocket_ConsumerBesideAFlood_KeepsItsConnection()
    {
        using IFramePublisher publisher = _transport.Publish(Rig.AnyPort);
        using IFrameSubscriber good = _transport.Subscribe(publisher.Endpoint);
        good.Subscribe("D"u8);
        Eventually.True(() => Hears(publisher, good), "the consumer hears the publisher");
        using (RawPeer peer = RawPeer.Connect(publisher.Endpoint))
            peer.SendUntilCut("SUB", flood => flood.SendFrame(new byte[1000], more: true));
        Eventually.True(() => Hears(publisher, good), "the consumer hears it still");
        good.Links.Disconnected.ShouldBe(0);
    }

    [Fact]
    public void DataSocket_ConnectionsBeyondItsLimit_AreEndedAndTheOthersStay()
    {
        const int Crowd = 20;
        TransportKeys keys = new();
        using ZeroMqTransport limited = new(
            Limits with { MaxConnections = 2, HandshakeMs = 60_000 }, TimeProvider.System, keys: keys);
        using IFramePublisher publisher = limited.Publish(Rig.AnyPort);
        using IFrameSubscriber good = _transport.Subscribe(publisher.Endpoint);
        good.Subscribe("D"u8);
        Eventually.True(() => Hears(publisher, good), "the consumer hears the publisher");
        RawPeer[] peers = [.. Enumerable.Range(0, Crowd).Select(_ => RawPeer.Connect(publisher.Endpoint))];
        Eventually.True(() => peers.Count(peer => peer.IsClosed()) == Crowd - 1, "all but one of the crowd are ended");
        keys.Counts.BeyondLimit.ShouldBe(Crowd - 1);
        keys.Counts.FullSockets.ShouldBe(1);
        Array.ForEach(peers, peer => peer.Dispose());
        Eventually.True(() => keys.Counts.FullSockets == 0, "there is room again");
        Eventually.True(() => Hears(publisher, good), "the consumer hears it still");
        good.Links.Disconnected.ShouldBe(0);
    }

    public void Dispose() => _transport.Dispose();

    // libzmq reports the end of a connection at once, but not of one that it had stopped to read.
    private static void WaitForTheEnd(LinkCounts links)
    {
        Stopwatch waited = Stopwatch.StartNew();
        Eventually.True(
            () => links.Disconnected == 1 || waited.Elapsed > TimeSpan.FromSeconds(1), "the connection has ended");
    }

    private void Floods(IDisposable socket, string peerType, Action<RawPeer> attack)
    {
        using (socket)
        using (RawPeer peer = RawPeer.Connect(EndpointOf(socket)))
            peer.SendUntilCut(peerType, attack);
        _keys.Counts.Floods.ShouldBe(1);
    }

    private static Endpoint EndpointOf(IDisposable socket) => socket switch
    {
        IFramePublisher publisher => publisher.Endpoint,
        _ => ((IControlServer)socket).Endpoint,
    };

    // More than both high-water marks, with a PING among and after them.
    private static byte[] ManyWithPings(bool subscription)
    {
        var bytes = new List<byte>();
        for (int i = 0; i < 300; i++)
        {
            byte first = subscription ? (byte)1 : (byte)0x80;
            bytes.AddRange([0, 4, first, (byte)'D', (byte)('a' + (i % 26)), (byte)('a' + (i / 26))]);
            if (i % 20 == 0)
                bytes.AddRange(Ping);
        }

        return [.. bytes, .. Ping];
    }

    private bool Hears(IFramePublisher publisher, IFrameSubscriber subscriber)
    {
        publisher.DrainInput();
        Rig.Send(publisher, 1);
        bool hears = false;
        while (subscriber.TryReceive(_buffer) == ReceiveStatus.Frame)
            hears = true;
        return hears;
    }
}
