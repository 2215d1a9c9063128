using FuncLibs.Messaging.Transport;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

public sealed class DeadLinkTests : IDisposable
{
    private readonly Rig _rig = Rig.Of<ZeroMqUnderTest>(new SocketLimits { LingerMs = 0, StaleMs = 60_000 });

    // The reason for Maintain: libzmq alone never returns.
    [Fact]
    public void Maintain_NotCalledAfterAnOversizeLength_TheLinkStaysDown()
    {
        using var fake = new FakePublisher();
        IFrameSubscriber subscriber = _rig.Subscriber(fake.Endpoint);
        using RawPeer peer = fake.Accept();
        peer.SendClaim(1L << 40);
        Eventually.True(() => subscriber.Links.Disconnected == 1, "the link ends");
        Should.Throw<TimeoutException>(
            () => Eventually.True(() => fake.Pending, "a retry", TimeSpan.FromMilliseconds(500)));
        Eventually.True(() => subscriber.Maintain(), "the link is re-established");
        subscriber.ProtocolEnds.ShouldBe(1);
        using RawPeer again = fake.Accept();
        again.SendGood();
        _rig.Next(subscriber).ShouldBe(1ul);
    }

    public void Dispose() => _rig.Dispose();
}
