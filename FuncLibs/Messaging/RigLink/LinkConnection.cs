using System.Net.Sockets;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// The bytes of one controller link, over TCP or over TLS. No call waits but the two that say so, and none allocates
/// per block. One thread reads and one sends; they may be the same. Any thread may dispose it when no other is in a
/// call.
/// </summary>
public abstract class LinkConnection : IDisposable
{
    /// <summary>The socket, which must not be used beside this connection.</summary>
    protected Socket Socket { get; }

    /// <summary>Switches the socket to non-blocking; the connection closes it.</summary>
    private protected LinkConnection(Socket socket)
    {
        Socket = socket;
        socket.Blocking = false;
    }

    /// <summary>What TLS negotiated; null without TLS.</summary>
    public virtual LinkTlsState? Tls => null;

    /// <summary>A connection without TLS.</summary>
    /// <param name="socket">A connected socket, which the connection switches to non-blocking and closes.</param>
    public static LinkConnection Over(Socket socket) => new PlainLinkConnection(socket);

    /// <summary>Receives what is there: Ok with at least one byte, Pending, Closed, or why it failed.</summary>
    /// <param name="target">Where the bytes go; not empty.</param>
    /// <param name="received">Number of bytes.</param>
    public abstract LinkOutcome Receive(Span<byte> target, out int received);

    /// <summary>
    /// Sends what the kernel takes: Ok with at least one byte, Pending when it takes none, or why it failed. Without
    /// bytes it sends what it still holds, and is Ok when that is nothing.
    /// </summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="sent">Number of bytes taken; they are not given again.</param>
    public abstract LinkOutcome Send(ReadOnlySpan<byte> bytes, out int sent);

    /// <summary>Tells the peer that nothing more comes; it may still send.</summary>
    /// <exception cref="SocketException">The peer is gone.</exception>
    public virtual void CloseWrite() => Socket.Shutdown(SocketShutdown.Send);

    /// <summary>After a Pending of <see cref="Receive"/>: waits for bytes.</summary>
    /// <param name="microseconds">Longest wait in us.</param>
    /// <returns>False when none came.</returns>
    public bool WaitToReceive(int microseconds) => Socket.Poll(microseconds, SelectMode.SelectRead);

    /// <summary>After a Pending of <see cref="Send"/>: waits for space.</summary>
    /// <param name="microseconds">Longest wait in us.</param>
    /// <returns>False when there is none.</returns>
    public bool WaitToSend(int microseconds) => Socket.Poll(microseconds, SelectMode.SelectWrite);

    /// <inheritdoc/>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Closes the socket.</summary>
    protected virtual void Dispose(bool disposing) => Socket.Dispose();
}

/// <summary>What TLS negotiated.</summary>
/// <param name="Protocol">Version, as in <c>Tls13</c>.</param>
/// <param name="Peer">Subject of the peer's certificate; null when it showed none.</param>
/// <param name="PeerExpires">End of the peer's certificate, UTC; null when it showed none.</param>
public sealed record LinkTlsState(string Protocol, string? Peer, DateTimeOffset? PeerExpires);

/// <summary>A controller link over TCP alone.</summary>
internal sealed class PlainLinkConnection(Socket socket) : LinkConnection(socket)
{
    /// <inheritdoc/>
    public override LinkOutcome Receive(Span<byte> target, out int received)
    {
        received = Socket.Receive(target, SocketFlags.None, out SocketError error);
        return error switch
        {
            SocketError.WouldBlock => LinkOutcome.Pending,
            SocketError.Success when received == 0 => new LinkOutcome(LinkStatus.Closed),
            SocketError.Success => LinkOutcome.Ok,
            _ => new LinkOutcome(LinkStatus.Failed, error.ToString()),
        };
    }

    /// <inheritdoc/>
    public override LinkOutcome Send(ReadOnlySpan<byte> bytes, out int sent)
    {
        sent = 0;
        if (bytes.IsEmpty)
            return LinkOutcome.Ok;
        sent = Socket.Send(bytes, SocketFlags.None, out SocketError error);
        return error switch
        {
            SocketError.Success => LinkOutcome.Ok,
            SocketError.WouldBlock => LinkOutcome.Pending,
            _ => new LinkOutcome(LinkStatus.Failed, error.ToString()),
        };
    }
}
