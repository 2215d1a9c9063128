using System.Net.Sockets;
using FuncLibs.Messaging.RigLink;

namespace Simulator.Serving;

/// <summary>How a peer is let go.</summary>
internal static class PeerSocket
{
    private const int DrainMicroseconds = 200_000;
    private const int MaxDrainReads = 64;

    /// <summary>Sends a state frame with the reason, then closes. Unread input is drained for a moment first: a close
    /// over unread bytes resets the connection, and the reset can overtake the reason.</summary>
    public static void CloseWithReason(Socket socket, string reason) =>
        CloseWith(socket, new LinkStateFrame(LinkCondition.Offline, reason));

    /// <inheritdoc cref="CloseWithReason"/>
    public static void CloseWith(Socket socket, LinkStateFrame last)
    {
        using (socket)
        {
            var state = new LinkFrameWriter();
            last.Write(state);
            if (!state.Send(socket, 0).IsOk)
                return;
            try
            {
                socket.Shutdown(SocketShutdown.Send);
            }
            catch (SocketException)
            {
                // The peer is gone already; the reason is not read.
                return;
            }

            Drain(socket);
        }
    }

    private static void Drain(Socket socket)
    {
        Span<byte> unread = stackalloc byte[4096];
        for (int i = 0; i < MaxDrainReads && socket.Poll(DrainMicroseconds, SelectMode.SelectRead); i++)
        {
            if (socket.Receive(unread, SocketFlags.None, out _) == 0)
                return;
        }
    }
}
