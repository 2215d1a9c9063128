using System.Text;
using FuncLibs.Messaging.Keys;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>Creates sockets with every limit set before the first byte can arrive.</summary>
internal static class SocketSetup
{
    public static ZeroMqSocket Create(
        ContextHandle context, int type, SocketLimits limits, long maxMessage, int sendMark, int receiveMark)
    {
        var socket = new ZeroMqSocket(context, type);
        socket.Set(SocketOption.MaxMsgSize, maxMessage);
        socket.Set(SocketOption.SndHwm, sendMark);
        socket.Set(SocketOption.RcvHwm, receiveMark);
        socket.Set(SocketOption.SndBuf, limits.KernelBufferBytes);
        socket.Set(SocketOption.RcvBuf, limits.KernelBufferBytes);
        socket.Set(SocketOption.HandshakeIvl, limits.HandshakeMs);
        SetDeadPeer(socket, limits);
        socket.Set(SocketOption.ConnectTimeout, limits.ConnectMs);
        socket.Set(SocketOption.ReconnectIvl, limits.ReconnectMs);
        socket.Set(SocketOption.ReconnectIvlMax, limits.ReconnectMaxMs);
        socket.Set(SocketOption.Backlog, limits.Backlog);

        // A SUB socket sends only subscriptions: lingering for a publisher that is gone would be in vain.
        socket.Set(SocketOption.Linger, type == SocketType.Sub ? 0 : limits.LingerMs);
        return socket;
    }

    /// <summary>Demands keys of the peers of a socket that will be bound.</summary>
    public static void DemandKeys(ZeroMqSocket socket, KeyFile own, string domain)
    {
        socket.Set(SocketOption.CurveServer, 1);
        socket.Set(SocketOption.CurveSecretKey, own.Secret!.Bytes);
        socket.Set(SocketOption.ZapDomain, Encoding.ASCII.GetBytes(domain));

        // Without it, libzmq accepts every key when nothing answers at the address of ZAP.
        socket.Set(SocketOption.ZapEnforceDomain, 1);
    }

    /// <summary>Shows the own key to a server that demands keys, and demands that it has the expected one.</summary>
    public static void UseKeys(ZeroMqSocket socket, KeyFile own, CurveKey serverKey)
    {
        socket.Set(SocketOption.CurveServerKey, serverKey.Bytes);
        socket.Set(SocketOption.CurvePublicKey, own.Public.Bytes);
        socket.Set(SocketOption.CurveSecretKey, own.Secret!.Bytes);
    }

    // Set in the kernel, not by libzmq's pings: while a full queue keeps it from reading, libzmq 4.3 aborts the process
    // when a ping is due on a connection that the peer has closed ("Assertion failed: !_io_error").
    private static void SetDeadPeer(ZeroMqSocket socket, SocketLimits limits)
    {
        socket.Set(SocketOption.TcpMaxRt, limits.DeadPeerMs);
        socket.Set(SocketOption.TcpKeepAlive, 1);
        socket.Set(SocketOption.TcpKeepAliveIdle, limits.KeepAliveSeconds);
        socket.Set(SocketOption.TcpKeepAliveIntvl, limits.KeepAliveIntervalSeconds);
        socket.Set(SocketOption.TcpKeepAliveCnt, SocketLimits.KeepAliveProbes);
    }
}
