using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>The functions of libzmq that are used, as its manual names them. Each sets the error of the calling thread.</summary>
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

    [LibraryImport(Library, EntryPoint = "zmq_connect", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Connect(SocketHandle socket, string endpoint);

    [LibraryImport(Library, EntryPoint = "zmq_disconnect", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Disconnect(SocketHandle socket, string endpoint);

    [LibraryImport(Library, EntryPoint = "zmq_socket_monitor", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int SocketMonitor(SocketHandle socket, string? endpoint, int events);

    [LibraryImport(Library, EntryPoint = "zmq_send", SetLastError = true)]
    public static partial int Send(SocketHandle socket, byte* bytes, nuint length, int flags);

    // Init and close answer an error only for a message that is none.
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

    [LibraryImport(Library, EntryPoint = "zmq_poll", SetLastError = true)]
    public static partial int Poll(ZeroMqWaitSet items, int count, CLong timeout);
}

/// <summary><c>zmq_msg_t</c>: 64 opaque bytes, 8-aligned. Payloads up to 33 bytes live inside it, so it stays on the stack.</summary>
[InlineArray(8)]
internal struct ZeroMqMessage
{
    private ulong _word;
}
