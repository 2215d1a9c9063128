using System.Runtime.InteropServices;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// A context of libzmq. Every socket holds a reference, so its end (which waits for sockets) comes after the last socket's, whoever
/// disposes first.
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

        // The first socket of a context starts libzmq's I/O threads, which handle every message and get the slice of their maker.
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
