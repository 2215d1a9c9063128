using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.Transport;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>A port that consumers connect to and that answers with whatever a test wants.</summary>
internal sealed class FakePublisher : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public FakePublisher() => _listener.Start();

    public Endpoint Endpoint => Endpoint.Parse($"tcp://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    /// <summary>True when a consumer waits to be accepted.</summary>
    public bool Pending => _listener.Pending();

    public RawPeer AcceptRaw() => new(_listener.AcceptSocket());

    /// <summary>Accepts a consumer and shakes hands.</summary>
    public RawPeer Accept()
    {
        RawPeer peer = AcceptRaw();
        peer.Handshake("PUB");
        return peer;
    }

    public void Dispose() => _listener.Dispose();
}
