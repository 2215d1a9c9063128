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
    public static void CloseWithReason(LinkConnection connection, string reason) =>
        CloseWith(connection, new LinkStateFrame(LinkCondition.Offline, reason));

    /// <inheritdoc cref="CloseWithReason"/>
    public static void CloseWith(LinkConnection connection, LinkStateFrame last)
    {
        using (connection)
        {
            var state = new LinkFrameWriter();
            last.Write(state);
            if (!state.Send(connection, 0).IsOk)
                return;
            try
            {
                connection.CloseWrite();
            }
            catch (SocketException)
            {
                // The peer is gone already; the reason is not read.
                return;
            }

            Drain(connection);
        }
    }

    private static void Drain(LinkConnection connection)
    {
        Span<byte> unread = stackalloc byte[4096];
        for (int i = 0; i < MaxDrainReads; i++)
        {
            LinkOutcome outcome = connection.Receive(unread, out _);
            if (outcome.IsFatal
                || (outcome.Status == LinkStatus.Pending && !connection.WaitToReceive(DrainMicroseconds)))
                return;
        }
    }
}
