using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// A descriptor that any thread makes readable, so that a thread in <see cref="SocketPoll"/> wakes. Order: who sets it
/// writes its state first; the waiting thread calls <see cref="Clear"/> first and looks at the state afterwards. So a
/// state is never missed. On Linux an eventfd; on other systems a datagram socket that is connected to itself.
/// </summary>
internal sealed unsafe partial class WakeSignal : IDisposable
{
    private const int NonBlocking = 0x800;
    private const int CloseOnExec = 0x80000;

    private readonly SafeFileHandle? _event;
    private readonly Socket? _socket;
    private readonly byte[] _sink = new byte[1];
    private int _isSet;

    /// <summary>Creates it, not set.</summary>
    /// <exception cref="IOException">No descriptor is free.</exception>
    public WakeSignal()
    {
        if (Linux.InUse)
        {
            _event = CreateEvent(0, NonBlocking | CloseOnExec);
            if (_event.IsInvalid)
                throw new IOException("No descriptor is free: raise the limit of open files (ulimit -n).");
            Descriptor = (int)_event.DangerousGetHandle();
            return;
        }

        _socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { Blocking = false };
        _socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _socket.Connect(_socket.LocalEndPoint!);
        Descriptor = (int)_socket.SafeHandle.DangerousGetHandle();
    }

    /// <summary>What to wait for; readable while it is set.</summary>
    public int Descriptor { get; }

    /// <summary>Wakes the thread that waits. Any thread, any number of times, also after the end.</summary>
    public void Set()
    {
        if (Interlocked.Exchange(ref _isSet, 1) != 0)
            return;
        try
        {
            if (_event is not null)
                Write(_event);
            else
                _socket!.Send(_sink);
        }
        catch (ObjectDisposedException)
        {
            // Nobody waits any more.
        }
    }

    /// <summary>
    /// Waiting thread, when the descriptor is readable: makes it unreadable, before it looks at what it was woken for.
    /// </summary>
    public void Clear()
    {
        // Whatever the flag says: it may be cleared before its write comes. First the descriptor, then the flag: a set
        // in between finds the flag raised, and its state is seen now.
        if (_event is not null)
        {
            ulong count;
            _ = ReadEvent(_event, &count, sizeof(ulong));
        }
        else
        {
            _ = SocketBytes.Receive(_socket!.SafeHandle, _sink);
        }

        Interlocked.Exchange(ref _isSet, 0);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _event?.Dispose();
        _socket?.Dispose();
    }

    private static void Write(SafeFileHandle target)
    {
        ulong one = 1;
        _ = WriteEvent(target, &one, sizeof(ulong));
    }

    [LibraryImport("libc", EntryPoint = "eventfd", SetLastError = true)]
    private static partial SafeFileHandle CreateEvent(uint initial, int flags);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint WriteEvent(SafeFileHandle file, ulong* value, nuint length);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static partial nint ReadEvent(SafeFileHandle file, ulong* value, nuint length);
}
