using System.Net.Sockets;

namespace FuncLibs.Runtime.Platform;

/// <summary>
/// How long sent data may stay without an acknowledgement before a connection ends (TCP_USER_TIMEOUT). Elsewhere than
/// on Linux the system's own limit applies.
/// </summary>
internal static class TcpUserTimeout
{
    private const int LevelTcp = 6;
    private const int OptionUserTimeout = 18;

    /// <summary>Sets the limit of a connection.</summary>
    public static void Set(Socket socket, int milliseconds)
    {
        if (Linux.InUse)
            socket.SetRawSocketOption(LevelTcp, OptionUserTimeout, BitConverter.GetBytes(milliseconds));
    }
}
