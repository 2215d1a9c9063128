using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// Tells two sockets of the same descriptor apart by the kernel's cookie (SO_COOKIE), so that a connection of a library
/// can be ended by its descriptor. Elsewhere a cookie is 0 and nothing is ended.
/// </summary>
public static unsafe partial class SocketCookie
{
    private const int LevelSocket = 1;
    private const int OptionCookie = 57;
    private const int OptionLinger = 13;
    private const int Both = 2;

    /// <summary>The cookie of a socket; 0 when the descriptor is none, or where the system has no cookies.</summary>
    public static ulong Read(int descriptor)
    {
        if (!Linux.InUse)
            return 0;
        ulong cookie = 0;
        int length = sizeof(ulong);
        return GetSockOpt(descriptor, LevelSocket, OptionCookie, &cookie, ref length) == 0 ? cookie : 0;
    }

    /// <summary>
    /// Ends a connection in both directions; its owner closes it then, and the other side gets a reset. A peer that
    /// sends without a pause would wait for a minute otherwise, with a full window.
    /// </summary>
    /// <param name="descriptor">Its descriptor.</param>
    /// <param name="cookie">Its cookie, as it was read when it was known whose it is; not 0.</param>
    /// <returns>False when the descriptor is another socket's now, or none.</returns>
    public static bool Shutdown(int descriptor, ulong cookie)
    {
        if (cookie == 0 || Read(descriptor) != cookie)
            return false;
        Linger discard = new(1, 0);
        _ = SetSockOpt(descriptor, LevelSocket, OptionLinger, &discard, sizeof(Linger));
        return Shutdown(descriptor, Both) == 0;
    }

    [LibraryImport("libc", EntryPoint = "getsockopt", SetLastError = true)]
    private static partial int GetSockOpt(int descriptor, int level, int option, void* value, ref int length);

    [LibraryImport("libc", EntryPoint = "setsockopt", SetLastError = true)]
    private static partial int SetSockOpt(int descriptor, int level, int option, void* value, int length);

    [LibraryImport("libc", EntryPoint = "shutdown", SetLastError = true)]
    private static partial int Shutdown(int descriptor, int how);

    // struct linger of sys/socket.h.
    private readonly record struct Linger(int On, int Seconds);
}
