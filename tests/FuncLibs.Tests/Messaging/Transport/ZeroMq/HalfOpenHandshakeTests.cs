using FuncLibs.Messaging.Transport;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

public sealed class HalfOpenHandshakeTests : IDisposable
{
    private readonly Rig _rig = Rig.Of<ZeroMqUnderTest>(new SocketLimits { LingerMs = 0, HandshakeMs = 300 });

    [Fact]
    public void PublisherPort_HalfOpenHandshakes_AreDroppedInTime()
    {
        IFramePublisher publisher = _rig.Publisher();
        RawPeer[] peers = [.. Enumerable.Range(0, 50).Select(_ => RawPeer.Connect(publisher.Endpoint))];
        foreach (RawPeer peer in peers)
            peer.Send(RawPeer.Greeting[..11]);
        Eventually.True(
            () => Array.TrueForAll(peers, peer => peer.IsClosed()), "all are dropped after the handshake time");
        publisher.Links.Accepted.ShouldBe(50);
        foreach (RawPeer peer in peers)
            peer.Dispose();
    }

    public void Dispose() => _rig.Dispose();
}
