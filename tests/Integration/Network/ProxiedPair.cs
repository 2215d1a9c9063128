using System.Net;
using System.Net.Sockets;
using Testing;
using Testing.Chaos;

namespace Integration.Network;

/// <summary>A client and a server of plain TCP with a proxy between them.</summary>
internal sealed class ProxiedPair : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public ProxiedPair()
    {
        _listener.Start();
        Proxy = new ChaosProxy(((IPEndPoint)_listener.LocalEndpoint).Port, seed: 11);
        Client = Connect();
        Server = _listener.AcceptSocket();
        Server.ReceiveTimeout = Client.ReceiveTimeout = 10_000;
        Eventually.True(() => Proxy.Open == 1, "the connection is open");
    }

    public ChaosProxy Proxy { get; }

    public Socket Client { get; }

    public Socket Server { get; }

    /// <summary>Another client.</summary>
    public Socket Connect()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            socket.Connect(new IPEndPoint(IPAddress.Loopback, Proxy.Port));
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Takes the server's side of another client.</summary>
    public Socket AcceptNext() => _listener.AcceptSocket();

    /// <summary>Reads exactly so many bytes.</summary>
    public static byte[] Read(Socket socket, int count)
    {
        byte[] bytes = new byte[count];
        for (int read = 0; read < count;)
        {
            int got = socket.Receive(bytes, read, count - read, SocketFlags.None);
            got.ShouldBeGreaterThan(0, $"the connection ended after {read} of {count} bytes");
            read += got;
        }

        return bytes;
    }

    public void Dispose()
    {
        Proxy.Dispose();
        Client.Dispose();
        Server.Dispose();
        _listener.Dispose();
    }
}
