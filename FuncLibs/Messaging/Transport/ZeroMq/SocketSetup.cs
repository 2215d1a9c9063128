namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>Makes sockets with every limit set before the first byte can come in.</summary>
internal static class SocketSetup
{
    private const int KeepAliveProbes = 3;

    public static ZeroMqSocket Make(ContextHandle context, int type, SocketLimits limits, long maxMessage, int sendMark, int receiveMark)
    {
        var socket = new ZeroMqSocket(context, type);
        socket.Set(SocketOption.MaxMsgSize, maxMessage);
        socket.Set(SocketOption.SndHwm, sendMark);
        socket.Set(SocketOption.RcvHwm, receiveMark);
        socket.Set(SocketOption.SndBuf, limits.KernelBufferBytes);
        socket.Set(SocketOption.RcvBuf, limits.KernelBufferBytes);
        socket.Set(SocketOption.HandshakeIvl, limits.HandshakeMs);
        SetDeadPeer(socket, limits.DeadPeerMs);
        socket.Set(SocketOption.ConnectTimeout, limits.ConnectMs);
        socket.Set(SocketOption.ReconnectIvl, limits.ReconnectMs);
        socket.Set(SocketOption.ReconnectIvlMax, limits.ReconnectMaxMs);
        socket.Set(SocketOption.Backlog, limits.Backlog);

        // A SUB socket sends subscriptions alone: to a publisher that is gone they would be waited for in vain.
        socket.Set(SocketOption.Linger, type == SocketType.Sub ? 0 : limits.LingerMs);
        return socket;
    }

    // By the kernel, and not by libzmq's pings: while a full queue keeps it from reading, libzmq 4.3 ends the process when a ping falls due
    // on a connection that the peer has closed ("Assertion failed: !_io_error").
    private static void SetDeadPeer(ZeroMqSocket socket, int milliseconds)
    {
        int seconds = Math.Max(1, milliseconds / 1000);
        socket.Set(SocketOption.TcpMaxRt, milliseconds);
        socket.Set(SocketOption.TcpKeepAlive, 1);
        socket.Set(SocketOption.TcpKeepAliveIdle, seconds);
        socket.Set(SocketOption.TcpKeepAliveIntvl, Math.Max(1, seconds / KeepAliveProbes));
        socket.Set(SocketOption.TcpKeepAliveCnt, KeepAliveProbes);
    }
}
