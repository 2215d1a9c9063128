using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// Sends and receives on a connected stream socket without waiting and without an allocation. On Linux two pieces of
/// memory go to the kernel in one call; on other systems in two. Only Unix has it, as <see cref="SocketPoll"/>.
/// </summary>
internal static unsafe partial class SocketBytes
{
    /// <summary>Nothing can be sent or received now.</summary>
    public const int WouldBlock = -1;

    /// <summary>The connection ended.</summary>
    public const int Ended = -2;

    private const int Interrupted = 4;
    private const int TryAgainOnLinux = 11;
    private const int TryAgainOnMac = 35;
    private const int NoBuffersOnLinux = 105;
    private const int DontWaitOnLinux = 0x40;
    private const int NoSignalOnLinux = 0x4000;
    private const int DontWaitOnMac = 0x80;
    private const int PeekFlag = 2;

    /// <summary>Sends what fits of two pieces, one after the other.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="first">First piece.</param>
    /// <param name="second">Second piece; may be empty.</param>
    /// <returns>Bytes that the kernel took, <see cref="WouldBlock"/> or <see cref="Ended"/>.</returns>
    public static int Send(SafeSocketHandle socket, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        if (second.IsEmpty)
            return Send(socket, first);
        if (Linux.InUse)
            return Gather(socket, first, second);
        int sent = Send(socket, first);
        if (sent < first.Length)
            return sent;
        int rest = Send(socket, second);
        return rest >= 0 ? sent + rest : rest == WouldBlock ? sent : Ended;
    }

    /// <summary>Sends what fits of several pieces of pinned memory, one after the other.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="pieces">The pieces, none of them empty.</param>
    /// <returns>Bytes that the kernel took, <see cref="WouldBlock"/> or <see cref="Ended"/>.</returns>
    public static int Send(SafeSocketHandle socket, ReadOnlySpan<PinnedBytes> pieces)
    {
        if (Linux.InUse)
        {
            fixed (PinnedBytes* first = pieces)
                return Gather(socket, first, pieces.Length);
        }

        int sent = 0;
        foreach (PinnedBytes piece in pieces)
        {
            int part = Send(socket, new ReadOnlySpan<byte>((void*)piece.Address, (int)piece.Length));
            if (part < 0)
                return part == WouldBlock && sent > 0 ? sent : part;
            sent += part;
            if (part < piece.Length)
                break;
        }

        return sent;
    }

    /// <summary>Sends what fits.</summary>
    /// <returns>Bytes that the kernel took, <see cref="WouldBlock"/> or <see cref="Ended"/>.</returns>
    public static int Send(SafeSocketHandle socket, ReadOnlySpan<byte> bytes)
    {
        fixed (byte* first = bytes)
        {
            while (true)
            {
                nint sent = SendBytes(socket, first, (nuint)bytes.Length, Flags);
                if (sent >= 0)
                    return (int)sent;
                if (!IsInterrupted(out int result))
                    return result;
            }
        }
    }

    /// <summary>Receives what is there.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="target">Where to; not empty.</param>
    /// <returns>Bytes received, <see cref="WouldBlock"/>, or <see cref="Ended"/> also at the end of the
    /// stream.</returns>
    public static int Receive(SafeSocketHandle socket, Span<byte> target) => Receive(socket, target, Flags);

    /// <summary>Looks at what is there without receiving it.</summary>
    /// <inheritdoc cref="Receive(SafeSocketHandle, Span{byte})"/>
    public static int Peek(SafeSocketHandle socket, Span<byte> target) => Receive(socket, target, Flags | PeekFlag);

    private static int Receive(SafeSocketHandle socket, Span<byte> target, int flags)
    {
        fixed (byte* first = target)
        {
            while (true)
            {
                nint received = ReceiveBytes(socket, first, (nuint)target.Length, flags);
                if (received > 0)
                    return (int)received;
                if (received == 0)
                    return Ended;
                if (!IsInterrupted(out int result))
                    return result;
            }
        }
    }

    private static int Flags => OperatingSystem.IsLinux() ? DontWaitOnLinux | NoSignalOnLinux : DontWaitOnMac;

    private static int Gather(SafeSocketHandle socket, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        fixed (byte* a = first)
        fixed (byte* b = second)
        {
            PinnedBytes* pieces = stackalloc PinnedBytes[2];
            pieces[0] = new PinnedBytes((nint)a, first.Length);
            pieces[1] = new PinnedBytes((nint)b, second.Length);
            return Gather(socket, pieces, 2);
        }
    }

    private static int Gather(SafeSocketHandle socket, PinnedBytes* pieces, int count)
    {
        MessageHeader message = new(pieces, (nuint)count);
        while (true)
        {
            nint sent = SendMessage(socket, &message, Flags);
            if (sent >= 0)
                return (int)sent;
            if (!IsInterrupted(out int result))
                return result;
        }
    }

    private static bool IsInterrupted(out int result)
    {
        int error = Marshal.GetLastPInvokeError();
        int tryAgain = OperatingSystem.IsLinux() ? TryAgainOnLinux : TryAgainOnMac;
        bool later = error == NoBuffersOnLinux || error == tryAgain;
        result = later ? WouldBlock : Ended;
        return error == Interrupted;
    }

    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    private static partial nint SendBytes(SafeSocketHandle socket, byte* bytes, nuint length, int flags);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    private static partial nint ReceiveBytes(SafeSocketHandle socket, byte* bytes, nuint length, int flags);

    [LibraryImport("libc", EntryPoint = "sendmsg", SetLastError = true)]
    private static partial nint SendMessage(SafeSocketHandle socket, MessageHeader* message, int flags);

    // struct msghdr of sys/socket.h on Linux, 64 bits: name, name length, pieces, their number, control, its length,
    // flags.
    [StructLayout(LayoutKind.Sequential)]
    private readonly struct MessageHeader(PinnedBytes* pieces, nuint count)
    {
        public readonly nint Name;
        public readonly uint NameLength;
        public readonly PinnedBytes* Pieces = pieces;
        public readonly nuint Count = count;
        public readonly nint Control;
        public readonly nuint ControlLength;
        public readonly int Flags;
    }
}

/// <summary>
/// A piece of memory that the garbage collector does not move, as the kernel takes it: struct iovec of sys/uio.h.
/// </summary>
/// <param name="Address">Its first byte.</param>
/// <param name="Length">Its bytes.</param>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct PinnedBytes(nint Address, nint Length);
