using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// What the kernel counts of a TCP connection (TCP_INFO), so that the connections of a library can be watched by their
/// descriptors. Only Linux has it.
/// </summary>
public static unsafe partial class TcpTraffic
{
    private const int LevelTcp = 6;
    private const int OptionInfo = 11;

    // struct tcp_info of linux/tcp.h: 8 bytes, 24 words of 32 bits, tcpi_pacing_rate, tcpi_max_pacing_rate,
    // tcpi_bytes_acked, tcpi_bytes_received.
    private const int ReceivedOffset = 8 + (24 * sizeof(uint)) + (3 * sizeof(ulong));

    /// <summary>True where <see cref="BytesReceived"/> can tell.</summary>
    public static bool IsCounted => Linux.InUse;

    /// <summary>
    /// Bytes that the other side sent since the connection was made, read or not; null when the descriptor is not a TCP
    /// connection.
    /// </summary>
    public static long? BytesReceived(int descriptor)
    {
        if (!IsCounted)
            return null;
        byte* info = stackalloc byte[ReceivedOffset + sizeof(ulong)];
        int length = ReceivedOffset + sizeof(ulong);
        return GetSockOpt(descriptor, LevelTcp, OptionInfo, info, ref length) == 0
            && length == ReceivedOffset + sizeof(ulong)
                ? (long)*(ulong*)(info + ReceivedOffset)
                : null;
    }

    [LibraryImport("libc", EntryPoint = "getsockopt", SetLastError = true)]
    private static partial int GetSockOpt(int descriptor, int level, int option, void* value, ref int length);
}
