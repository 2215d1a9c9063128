using System.Net;
using System.Net.Sockets;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>Creates the sockets of connections, with every option set.</summary>
internal static class StreamSocket
{
    /// <summary>A socket to connect with, or to listen on.</summary>
    public static Socket Create(EndPoint address)
    {
        bool isTcp = address is IPEndPoint;
        Socket socket = new(
            address.AddressFamily, SocketType.Stream, isTcp ? ProtocolType.Tcp : ProtocolType.Unspecified);
        socket.Blocking = false;
        return socket;
    }

    /// <summary>Sets the options of a connection.</summary>
    public static void Configure(Socket socket, SocketLimits limits)
    {
        socket.Blocking = false;
        socket.SendBufferSize = limits.KernelBufferBytes;
        socket.ReceiveBufferSize = limits.KernelBufferBytes;
        if (socket.ProtocolType != ProtocolType.Tcp)
            return;
        socket.NoDelay = true;
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, limits.KeepAliveSeconds);
        socket.SetSocketOption(
            SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, limits.KeepAliveIntervalSeconds);
        socket.SetSocketOption(
            SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, SocketLimits.KeepAliveProbes);
        TcpUserTimeout.Set(socket, limits.DeadPeerMs);
    }

    /// <summary>Closes a connection so that the other side learns it at once, with what was not read yet.</summary>
    public static void Abort(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(true, 0);
        }
        catch (SocketException)
        {
            // The other side was faster.
        }

        socket.Dispose();
    }
}
