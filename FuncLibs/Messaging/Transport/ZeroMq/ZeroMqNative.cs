using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// The functions of libzmq in use, named as in its manual. Each sets the error of the calling thread.
/// </summary>
internal static unsafe partial class ZeroMqNative
{
    private const string Library = ZeroMqLibrary.Name;

    [LibraryImport(Library, EntryPoint = "zmq_version")]
    public static partial void Version(out int major, out int minor, out int patch);

    [LibraryImport(Library, EntryPoint = "zmq_errno")]
    public static partial int Errno();

    [LibraryImport(Library, EntryPoint = "zmq_strerror")]
    public static partial nint StrError(int error);

    [LibraryImport(Library, EntryPoint = "zmq_ctx_new", SetLastError = true)]
    public static partial nint CtxNew();

    [LibraryImport(Library, EntryPoint = "zmq_ctx_set", SetLastError = true)]
    public static partial int CtxSet(ContextHandle context, int option, int value);

    [LibraryImport(Library, EntryPoint = "zmq_ctx_shutdown", SetLastError = true)]
    public static partial int CtxShutdown(ContextHandle context);

    [LibraryImport(Library, EntryPoint = "zmq_ctx_term", SetLastError = true)]
    public static partial int CtxTerm(nint context);

    [LibraryImport(Library, EntryPoint = "zmq_socket", SetLastError = true)]
    public static partial nint Socket(ContextHandle context, int type);

    [LibraryImport(Library, EntryPoint = "zmq_close", SetLastError = true)]
    public static partial int Close(nint socket);

    [LibraryImport(Library, EntryPoint = "zmq_setsockopt", SetLastError = true)]
    public static partial int SetSockOpt(SocketHandle socket, int option, void* value, nuint length);

    [LibraryImport(Library, EntryPoint = "zmq_getsockopt", SetLastError = true)]
    public static partial int GetSockOpt(SocketHandle socket, int option, void* value, ref nuint length);

    [LibraryImport(Library, EntryPoint = "zmq_bind", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Bind(SocketHandle socket, string endpoint);

    [LibraryImport(
        Library, EntryPoint = "zmq_connect", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Connect(SocketHandle socket, string endpoint);

    [LibraryImport(
        Library, EntryPoint = "zmq_disconnect", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Disconnect(SocketHandle socket, string endpoint);

    [LibraryImport(
        Library, EntryPoint = "zmq_socket_monitor", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int SocketMonitor(SocketHandle socket, string? endpoint, int events);

    [LibraryImport(Library, EntryPoint = "zmq_send", SetLastError = true)]
    public static partial int Send(SocketHandle socket, byte* bytes, nuint length, int flags);

    // Init and close fail only for an invalid message.
    [LibraryImport(Library, EntryPoint = "zmq_msg_init")]
    public static partial void MsgInit(ZeroMqMessage* message);

    [LibraryImport(Library, EntryPoint = "zmq_msg_recv", SetLastError = true)]
    public static partial int MsgRecv(ZeroMqMessage* message, SocketHandle socket, int flags);

    [LibraryImport(Library, EntryPoint = "zmq_msg_data")]
    public static partial void* MsgData(ZeroMqMessage* message);

    [LibraryImport(Library, EntryPoint = "zmq_msg_size")]
    public static partial nuint MsgSize(ZeroMqMessage* message);

    [LibraryImport(Library, EntryPoint = "zmq_msg_more")]
    public static partial int MsgMore(ZeroMqMessage* message);

    [LibraryImport(Library, EntryPoint = "zmq_msg_close")]
    public static partial void MsgClose(ZeroMqMessage* message);

    // The value lives as long as the message.
    [LibraryImport(Library, EntryPoint = "zmq_msg_gets")]
    public static partial byte* MsgGets(ZeroMqMessage* message, byte* property);

    [LibraryImport(Library, EntryPoint = "zmq_curve_keypair", SetLastError = true)]
    public static partial int CurveKeypair(byte* publicKey, byte* secretKey);

    [LibraryImport(Library, EntryPoint = "zmq_curve_public", SetLastError = true)]
    public static partial int CurvePublic(byte* publicKey, byte* secretKey);

    [LibraryImport(Library, EntryPoint = "zmq_poll", SetLastError = true)]
    public static partial int Poll(ZeroMqWaitSet items, int count, CLong timeout);
}

/// <summary>
/// <c>zmq_msg_t</c>: 64 opaque bytes, 8-aligned. Payloads up to 33 bytes live inside it, so it stays on the stack.
/// </summary>
[InlineArray(8)]
internal struct ZeroMqMessage
{
    private ulong _word;
}

/// <summary>Socket types of zmq.h.</summary>
internal static class SocketType
{
    public const int Pair = 0;
    public const int Sub = 2;
    public const int Rep = 4;
    public const int Dealer = 5;
    public const int Router = 6;
    public const int XPub = 9;
}

/// <summary>
/// Options of zmq.h. All are int32 but <see cref="MaxMsgSize"/>, which is int64, and those of CURVE and ZAP, which are
/// bytes.
/// </summary>
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
    public const int RcvTimeO = 27;
    public const int LastEndpoint = 32;
    public const int RouterMandatory = 33;
    public const int TcpKeepAlive = 34;
    public const int TcpKeepAliveCnt = 35;
    public const int TcpKeepAliveIdle = 36;
    public const int TcpKeepAliveIntvl = 37;
    public const int IPv6 = 42;
    public const int CurveServer = 47;
    public const int CurvePublicKey = 48;
    public const int CurveSecretKey = 49;
    public const int CurveServerKey = 50;
    public const int ZapDomain = 55;
    public const int HandshakeIvl = 66;
    public const int XPubVerboser = 78;
    public const int ConnectTimeout = 79;
    public const int TcpMaxRt = 80;
    public const int ZapEnforceDomain = 93;
}

/// <summary>
/// Options of a context: number of I/O threads, and whether termination waits for lingering messages.
/// </summary>
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

/// <summary>
/// A context of libzmq. Every socket holds a reference, so the context (whose termination waits for sockets) ends after
/// the last socket, in any order of disposal.
/// </summary>
internal sealed class ContextHandle : SafeHandle
{
    public ContextHandle()
        : base(0, ownsHandle: true) => SetHandle(ZeroMqNative.CtxNew());

    public override bool IsInvalid => handle == 0;

    protected override bool ReleaseHandle()
    {
        while (ZeroMqNative.CtxTerm(handle) != 0)
        {
            if (ZeroMqError.Last != ZeroMqError.Interrupted)
                return false;
        }

        return true;
    }
}

/// <summary>A socket of libzmq.</summary>
internal sealed class SocketHandle : SafeHandle
{
    private readonly ContextHandle _context;

    public SocketHandle(ContextHandle context, int type)
        : base(0, ownsHandle: true)
    {
        _context = context;
        bool added = false;
        context.DangerousAddRef(ref added);

        // The first socket of a context starts libzmq's I/O threads, which handle every message and inherit the time
        // slice of this thread.
        long slice = TimeSlice.CurrentNs;
        TimeSlice.UseShortest();
        SetHandle(ZeroMqNative.Socket(context, type));
        int error = ZeroMqError.Last;
        TimeSlice.Use(slice);
        if (!IsInvalid)
            return;
        context.DangerousRelease();
        throw ZeroMqError.Unexpected("zmq_socket", error);
    }

    public override bool IsInvalid => handle == 0;

    protected override bool ReleaseHandle()
    {
        bool closed = ZeroMqNative.Close(handle) == 0;
        _context.DangerousRelease();
        return closed;
    }
}
