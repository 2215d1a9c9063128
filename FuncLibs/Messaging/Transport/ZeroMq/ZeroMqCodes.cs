namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>Socket types of zmq.h.</summary>
internal static class SocketType
{
    public const int Pair = 0;
    public const int Sub = 2;
    public const int Dealer = 5;
    public const int Router = 6;
    public const int XPub = 9;
}

/// <summary>Options of zmq.h. All are int32 but <see cref="MaxMsgSize"/>, which is int64.</summary>
internal static class SocketOption
{
    public const int Subscribe = 6;
    public const int Unsubscribe = 7;
    public const int Events = 15;
    public const int Linger = 17;
    public const int ReconnectIvl = 18;
    public const int Backlog = 19;
    public const int ReconnectIvlMax = 21;
    public const int MaxMsgSize = 22;
    public const int SndBuf = 11;
    public const int RcvBuf = 12;
    public const int SndHwm = 23;
    public const int RcvHwm = 24;
    public const int LastEndpoint = 32;
    public const int RouterMandatory = 33;
    public const int TcpKeepAlive = 34;
    public const int TcpKeepAliveCnt = 35;
    public const int TcpKeepAliveIdle = 36;
    public const int TcpKeepAliveIntvl = 37;
    public const int IPv6 = 42;
    public const int HandshakeIvl = 66;
    public const int ConnectTimeout = 79;
    public const int TcpMaxRt = 80;
}

/// <summary>Options of a context: threads that read and write, and whether its end waits for all that lingers.</summary>
internal static class ContextOption
{
    public const int IOThreads = 1;
    public const int Blocky = 70;
}

/// <summary>Flags of send and receive, and the event of a poll.</summary>
internal static class TransferFlag
{
    public const int DontWait = 1;
    public const int SendMore = 2;
    public const short PollIn = 1;
}

/// <summary>Events of a socket monitor, version 1.</summary>
internal static class MonitorEvent
{
    public const int All = 0xFFFF;
    public const ushort Connected = 0x0001;
    public const ushort ConnectDelayed = 0x0002;
    public const ushort ConnectRetried = 0x0004;
    public const ushort Accepted = 0x0020;
    public const ushort AcceptFailed = 0x0040;
    public const ushort Disconnected = 0x0200;
    public const ushort MonitorStopped = 0x0400;
    public const ushort HandshakeFailedNoDetail = 0x0800;
    public const ushort HandshakeSucceeded = 0x1000;
    public const ushort HandshakeFailedProtocol = 0x2000;
    public const ushort HandshakeFailedAuth = 0x4000;
}
