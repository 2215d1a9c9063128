using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

public sealed class ClientLingerTests
{
    private const int Requests = 12;
    private const int RequestBytes = 200_000;

    [Fact]
    public void Dispose_RequestsThatWait_AreSentWhileTheClosedSocketLingers()
    {
        using var fake = new FakePublisher();
        using var transport = new DirectTransport(
            new SocketLimits { LingerMs = 60_000, KernelBufferBytes = 16 << 10 }, TimeProvider.System);
        RawPeer peer;
        using (IControlClient client = transport.Connect(fake.Endpoint))
        {
            peer = fake.AcceptRaw();
            peer.Handshake("ROUTER");
            Eventually.True(() => client.Links.Handshakes == 1, "the client is connected");
            for (int i = 0; i < Requests; i++)
                client.TrySend(new byte[RequestBytes]).ShouldBe(SendStatus.Sent);
        }

        using (peer)
            peer.CountToEnd().ShouldBeGreaterThan(Requests * RequestBytes);
    }

    [Fact]
    public void Dispose_PeerThatEndsMeanwhile_DoesNotHoldTheTransport()
    {
        using var fake = new FakePublisher();
        using var transport = new DirectTransport(
            new SocketLimits { LingerMs = 60_000, KernelBufferBytes = 16 << 10 }, TimeProvider.System);
        using IControlClient client = transport.Connect(fake.Endpoint);
        using RawPeer peer = fake.AcceptRaw();
        peer.Handshake("ROUTER");
        Eventually.True(() => client.Links.Handshakes == 1, "the client is connected");
        for (int i = 0; i < Requests; i++)
            client.TrySend(new byte[RequestBytes]);
        client.Dispose();

        peer.Reset();

        Eventually.True(() => client.Links.Disconnected == 1, "the connection is closed");
    }
}
