using System.Runtime.InteropServices;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// zmq_poll over a fixed set of sockets. Its items <c>{void* socket; int or SOCKET fd; short events; short revents}</c>
/// are in native memory, because their size depends on the operating system. Used by the thread that owns the sockets.
/// </summary>
internal sealed unsafe class ZeroMqWaitSet : SafeHandle, IWaitSet
{
    private static readonly int FdBytes = OperatingSystem.IsWindows() ? sizeof(nint) : sizeof(int);
    private static readonly int EventsOffset = sizeof(nint) + FdBytes;
    private static readonly int ItemBytes =
        (EventsOffset + (2 * sizeof(short)) + sizeof(nint) - 1) / sizeof(nint) * sizeof(nint);

    private readonly ZeroMqSocket[] _sockets;

    public ZeroMqWaitSet(ZeroMqSocket[] sockets)
        : base(0, ownsHandle: true)
    {
        _sockets = sockets;
        byte* items = (byte*)NativeMemory.AllocZeroed((nuint)(ItemBytes * sockets.Length));
        for (int i = 0; i < sockets.Length; i++)
        {
            byte* item = items + (i * ItemBytes);
            *(nint*)item = sockets[i].Handle.DangerousGetHandle();
            *(short*)(item + EventsOffset) = TransferFlag.PollIn;
        }

        SetHandle((nint)items);
    }

    public override bool IsInvalid => handle == 0;

    public WaitStatus Wait(int milliseconds)
    {
        foreach (ZeroMqSocket socket in _sockets)
        {
            if (socket.Handle.IsClosed)
                return WaitStatus.Closed;
        }

        // Passed as a handle, not as an address: the call keeps it alive, or a collection during the wait would free
        // the items.
        int ready = ZeroMqNative.Poll(this, _sockets.Length, new CLong(milliseconds));
        if (ready > 0)
            return WaitStatus.Ready;
        return ready == 0 ? WaitStatus.TimedOut : Interrupted();
    }

    protected override bool ReleaseHandle()
    {
        NativeMemory.Free((void*)handle);
        return true;
    }

    // A signal ended the wait early: the caller's loop repeats it.
    private static WaitStatus Interrupted()
    {
        int error = ZeroMqError.Last;
        if (error == ZeroMqError.Interrupted)
            return WaitStatus.TimedOut;
        return ZeroMqError.IsEnd(error) ? WaitStatus.Closed : throw ZeroMqError.Unexpected("zmq_poll", error);
    }
}
