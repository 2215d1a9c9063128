using FuncLibs.Transport.ZeroMq.Native;

namespace FuncLibs.Transport.ZeroMq;

/// <summary>Makes sockets with every limit set before the first byte can come in.</summary>
internal static class SocketSetup
{
    public static ZeroMqSocket Make(ContextHandle context, int type, SocketLimits limits, long maxMessage)
    {
        var socket = new ZeroMqSocket(context, type);
        socket.Set(SocketOption.MaxMsgSize, maxMessage);
        socket.Set(SocketOption.SndHwm, limits.HighWaterMark);
        socket.Set(SocketOption.RcvHwm, limits.HighWaterMark);
        socket.Set(SocketOption.SndBuf, limits.KernelBufferBytes);
        socket.Set(SocketOption.RcvBuf, limits.KernelBufferBytes);
        socket.Set(SocketOption.HandshakeIvl, limits.HandshakeMs);
        socket.Set(SocketOption.HeartbeatIvl, limits.HeartbeatMs);
        socket.Set(SocketOption.HeartbeatTimeout, limits.HeartbeatTimeoutMs);
        socket.Set(SocketOption.HeartbeatTtl, limits.HeartbeatTimeoutMs);
        socket.Set(SocketOption.ConnectTimeout, limits.ConnectMs);
        socket.Set(SocketOption.ReconnectIvl, limits.ReconnectMs);
        socket.Set(SocketOption.ReconnectIvlMax, limits.ReconnectMaxMs);
        socket.Set(SocketOption.Backlog, limits.Backlog);
        socket.Set(SocketOption.Linger, limits.LingerMs);
        return socket;
    }
}
