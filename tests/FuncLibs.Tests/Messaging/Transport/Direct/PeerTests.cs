using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Tests.Messaging.Transport.Contract;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

/// <summary>Peers of a bound socket that send more than a consumer does are cut, and counted.</summary>
public sealed class PeerTests : IDisposable
{
    private static readonly byte[] Ping = [4, 7, 4, .. "PING"u8, 0, 0];
    private readonly TransportKeys _keys = new();
    private readonly DirectTransport _transport;

    public PeerTests() =>
        _transport = new DirectTransport(new SocketLimits { LingerMs = 0 }, TimeProvider.System, _keys);

    // Its frames end it before its bytes do.
    [Fact]
    public void DataSocket_MessageWhoseFramesDoNotEnd_IsCutAndCounted() =>
        DataFlood(peer => peer.SendFrame(new byte[10], more: true));

    [Fact]
    public void DataSocket_SameSubscriptionAgainAndAgain_IsCutAndCounted() =>
        DataFlood(peer => peer.SendFrame([1, (byte)'D'], more: false));

    [Fact]
    public void DataSocket_PingsWithoutEnd_AreCutAndCounted() => DataFlood(peer => peer.Send(Ping));

    [Fact]
    public void ControlSocket_MessageWhoseFramesDoNotEnd_IsCutAndCounted()
    {
        using IControlServer server = _transport.Serve(Rig.AnyPort);
        using RawPeer peer = RawPeer.Connect(server.Endpoint);
        peer.SendUntilCut("DEALER", flood => flood.SendFrame(new byte[10], more: true));
        _keys.Counts.Floods.ShouldBe(1);
    }

    public void Dispose() => _transport.Dispose();

    private void DataFlood(Action<RawPeer> attack)
    {
        using IFramePublisher publisher = _transport.Publish(Rig.AnyPort);
        using RawPeer peer = RawPeer.Connect(publisher.Endpoint);
        peer.SendUntilCut("SUB", attack);
        _keys.Counts.Floods.ShouldBe(1);
    }
}
