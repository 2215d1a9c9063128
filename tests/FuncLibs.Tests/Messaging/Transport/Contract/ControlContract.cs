using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

public abstract class ControlContract<TLibrary> : TransportContract<TLibrary>
    where TLibrary : ITransportUnderTest
{
    private readonly IControlServer _server;
    private readonly IControlClient _client;

    protected ControlContract()
    {
        _server = Rig.Transport.Serve(Rig.AnyPort);
        _client = Rig.Transport.Connect(_server.Endpoint);
    }

    [Fact]
    public void TrySend_MapBothWays_Arrives()
    {
        PeerId peer = Request([0x81, 1, 2]);
        Rig.Buffer.Payload.ToArray().ShouldBe([0x81, 1, 2]);
        _server.TrySend(peer, [0x80]).ShouldBe(SendStatus.Sent);
        Answer().ShouldBe(ReceiveStatus.Control);
        Rig.Buffer.Payload.ToArray().ShouldBe([0x80]);
        Rig.Buffer.Header.Length.ShouldBe(0);
    }

    [Fact]
    public void TrySend_DataMessage_ArrivesAsThreeFrames()
    {
        PeerId peer = Request([0x80]);
        _server
            .TrySend(peer, Rig.Topic, FrameHeaderTestData.Golden, FrameHeaderTestData.Payload)
            .ShouldBe(SendStatus.Sent);
        Answer().ShouldBe(ReceiveStatus.Frame);
        FrameHeaderReader.Read(Rig.Buffer.Header, Rig.Buffer.Payload, FrameLimits.Default, out _).IsOk.ShouldBeTrue();
    }

    [Fact]
    public void TrySend_UnknownPeer_IsGone() =>
        _server.TrySend(new PeerId([1, 2, 3]), [0x80]).ShouldBe(SendStatus.Gone);

    [Fact]
    public void TrySend_PeerThatReadsNothing_IsFullInTheEnd()
    {
        PeerId peer = Request([0x80]);
        byte[] payload = new byte[256 << 10];
        SendStatus status = SendStatus.Sent;
        for (int i = 0; i < 10_000 && status == SendStatus.Sent; i++)
            status = _server.TrySend(peer, Rig.Topic, FrameHeaderTestData.Golden, payload);
        status.ShouldBe(SendStatus.Full);
    }

    [Fact]
    public void TryReceive_RequestOfThreeFrames_IsMalformedAndNamesThePeer()
    {
        using var peer = RawPeer.Connect(_server.Endpoint);
        peer.Handshake("DEALER");
        peer.SendFrame([1], more: true);
        peer.SendFrame([2], more: true);
        peer.SendFrame([3], more: false);
        PeerId? from = null;
        Eventually.True(
            () => _server.TryReceive(Rig.Buffer, out from) == ReceiveStatus.Malformed, "the request is refused");
        from.ShouldNotBeNull();
        _server.Malformed.ShouldBe(1);
    }

    [Fact]
    public void TryReceive_RequestOverTheLimit_IsMalformedAndNamesThePeer()
    {
        _client.TrySend(new byte[SocketLimits.MaxAnsweredRequestBytes]).ShouldBe(SendStatus.Sent);
        PeerId? from = null;
        Eventually.True(
            () => _server.TryReceive(Rig.Buffer, out from) == ReceiveStatus.Malformed, "the request is refused");

        _server.TrySend(from.ShouldNotBeNull(), [0x80]).ShouldBe(SendStatus.Sent);
        Answer().ShouldBe(ReceiveStatus.Control);
        _server.Malformed.ShouldBe(1);
    }

    [Fact]
    public void TryReceive_RequestFarOverTheLimit_CostsThatPeerItsConnection()
    {
        using var peer = RawPeer.Connect(_server.Endpoint);
        peer.Handshake("DEALER");
        peer.SendClaim(SocketLimits.MaxAnsweredRequestBytes + 1);
        Eventually.True(peer.IsClosed, "the peer is dropped");
        Eventually.True(() => _server.Links.Disconnected == 1, "its connection is counted");
        Request([0x80]);
    }

    [Fact]
    public void Wait_BothSocketsOfAConsumer_WakesForEither()
    {
        IFramePublisher publisher = Rig.Publisher();
        IFrameSubscriber subscriber = Rig.Subscriber(publisher.Endpoint);
        Rig.Join(publisher, subscriber);
        IWaitSet wait = Rig.Transport.WaitFor(subscriber, _client);
        wait.Wait(0).ShouldBe(WaitStatus.TimedOut);
        Rig.Send(publisher, 5);
        wait.Wait(5000).ShouldBe(WaitStatus.Ready);
        Rig.Next(subscriber).ShouldBe(5ul);
        _server.TrySend(Request([0x80]), [0x80]);
        wait.Wait(5000).ShouldBe(WaitStatus.Ready);
        _client.TryReceive(Rig.Buffer).ShouldBe(ReceiveStatus.Control);
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _client.Dispose();
            _server.Dispose();
        }

        base.Dispose(disposing);
    }

    private PeerId Request(byte[] map)
    {
        _client.TrySend(map).ShouldBe(SendStatus.Sent);
        PeerId? peer = null;
        Eventually.True(
            () => _server.TryReceive(Rig.Buffer, out peer) == ReceiveStatus.Control, "the request comes in");
        return peer!;
    }

    private ReceiveStatus Answer()
    {
        ReceiveStatus status = ReceiveStatus.Empty;
        Eventually.True(() => (status = _client.TryReceive(Rig.Buffer)) != ReceiveStatus.Empty, "the answer comes in");
        return status;
    }
}
