using System.Net;
using System.Net.Sockets;

namespace Simulator.Tests.Serving;

/// <summary>Both ends of a connection over loopback; the rig's is non-blocking, as a session has it.</summary>
internal sealed class SocketPair : IDisposable
{
    public SocketPair()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Peer = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        Peer.Connect(listener.LocalEndPoint!);
        Rig = listener.Accept();
        Rig.Blocking = false;
    }

    public Socket Rig { get; }

    public Socket Peer { get; }

    public void Dispose()
    {
        Rig.Dispose();
        Peer.Dispose();
    }
}
