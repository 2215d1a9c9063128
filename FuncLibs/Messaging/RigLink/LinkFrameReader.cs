using System.Net.Sockets;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// Reads frames from a socket and says when the peer has been silent for too long. Switches the socket to non-blocking.
/// Takes no memory once its buffer has the size of the largest frame. One thread; another may send on the same socket.
/// </summary>
public sealed class LinkFrameReader
{
    private readonly Socket _socket;
    private readonly TimeProvider _time;
    private readonly TimeSpan _silenceLimit;
    private readonly LinkFrameParser _parser = new();
    private long _lastFrame;

    /// <summary>Reads from a connected socket; silence counts from now.</summary>
    /// <param name="socket">The socket; stays the caller's to close.</param>
    /// <param name="time">The clock for silence.</param>
    /// <param name="silenceLimit">Longest time without a whole frame; <see cref="LinkProtocol.SilenceLimit"/> when left out.</param>
    public LinkFrameReader(Socket socket, TimeProvider time, TimeSpan? silenceLimit = null)
    {
        _socket = socket;
        _time = time;
        _silenceLimit = silenceLimit ?? LinkProtocol.SilenceLimit;
        _lastFrame = time.GetTimestamp();
        socket.Blocking = false;
    }

    /// <summary>Takes the next frame: Ok, Pending when none was whole within <paramref name="waitMicroseconds"/>, or why the link has to
    /// be closed.</summary>
    /// <param name="frame">The frame, valid until the next call.</param>
    /// <param name="waitMicroseconds">Longest wait for bytes, in us; 0 does not wait.</param>
    public LinkOutcome Read(out LinkFrame frame, int waitMicroseconds)
    {
        LinkOutcome outcome = _parser.TryTake(out frame);
        while (outcome.Status == LinkStatus.Pending)
        {
            LinkOutcome received = Receive(waitMicroseconds);
            if (!received.IsOk)
                return received;
            outcome = _parser.TryTake(out frame);
        }

        if (outcome.IsOk)
            _lastFrame = _time.GetTimestamp();
        return outcome;
    }

    private LinkOutcome Receive(int waitMicroseconds)
    {
        int received = _socket.Receive(_parser.Free, SocketFlags.None, out SocketError error);
        if (error == SocketError.WouldBlock)
        {
            if (_time.GetElapsedTime(_lastFrame) > _silenceLimit)
                return new LinkOutcome(LinkStatus.Silent);
            if (waitMicroseconds == 0 || !_socket.Poll(waitMicroseconds, SelectMode.SelectRead))
                return LinkOutcome.Pending;
            received = _socket.Receive(_parser.Free, SocketFlags.None, out error);
        }

        return error switch
        {
            SocketError.WouldBlock => LinkOutcome.Pending,
            SocketError.Success when received == 0 => new LinkOutcome(LinkStatus.Closed),
            SocketError.Success => Take(received),
            _ => new LinkOutcome(LinkStatus.Failed, error.ToString()),
        };
    }

    private LinkOutcome Take(int received)
    {
        _parser.Advance(received);
        return LinkOutcome.Ok;
    }
}
