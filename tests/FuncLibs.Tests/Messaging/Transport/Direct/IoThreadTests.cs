using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

public sealed class IoThreadTests : IDisposable
{
    private readonly FakeTime _time = new();
    private readonly SocketLimits _limits = new() { LingerMs = 0 };
    private readonly DirectTransport _transport;
    private readonly IControlServer _server;
    private readonly ManualResetEventSlim _stall = new();

    public IoThreadTests()
    {
        _transport = new DirectTransport(_limits, _time);
        _server = _transport.Serve(Rig.AnyPort);
    }

    [Fact]
    public void Run_HandshakeThatCameDuringAStall_IsReadBeforeItsDeadlineIsChecked()
    {
        using var peer = RawPeer.Connect(_server.Endpoint);
        Eventually.True(() => _server.Links.Accepted == 1, "the peer is accepted");
        _transport.Io.Post(() => _stall.Wait());

        peer.Handshake("DEALER");
        _time.Advance(TimeSpan.FromMilliseconds(_limits.HandshakeMs + 1));
        _stall.Set();

        Eventually.True(() => _server.Links.Handshakes == 1, "the handshake is done");
        _server.Links.HandshakeFailed.ShouldBe(0);
    }

    [Fact]
    public void Run_HandshakeThatDoesNotCome_EndsAtItsDeadline()
    {
        using var peer = RawPeer.Connect(_server.Endpoint);
        Eventually.True(() => _server.Links.Accepted == 1, "the peer is accepted");

        _time.Advance(TimeSpan.FromMilliseconds(_limits.HandshakeMs + 1));
        _transport.Io.Wake.Set();

        Eventually.True(() => _server.Links.HandshakeFailed == 1, "the handshake fails");
        Eventually.True(peer.IsClosed, "the connection is ended");
        _server.Links.Disconnected.ShouldBe(1);
    }

    public void Dispose()
    {
        _stall.Set();
        _server.Dispose();
        _transport.Dispose();
        _stall.Dispose();
    }
}
