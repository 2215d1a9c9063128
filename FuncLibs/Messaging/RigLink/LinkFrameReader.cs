using System.Net.Sockets;
using System.Numerics;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// Reads frames from a connection and reports a silent peer. Does not allocate once its buffer has the size of the
/// largest frame. One thread; another may send on the same connection.
/// </summary>
public sealed class LinkFrameReader
{
    private readonly LinkConnection _connection;
    private readonly TimeProvider _time;
    private readonly LinkFrameParser _parser = new();
    private long _lastFrame;

    /// <summary>Reads from a connected socket without TLS; the silence limit starts now.</summary>
    /// <param name="socket">The socket, switched to non-blocking; the caller closes it.</param>
    /// <param name="time">The clock of the silence limit.</param>
    /// <param name="silenceLimit">Longest time without a complete frame; default <see
    /// cref="LinkProtocol.SilenceLimit"/>.</param>
    public LinkFrameReader(Socket socket, TimeProvider time, TimeSpan? silenceLimit = null)
        : this(LinkConnection.Over(socket), time) => SilenceLimit = silenceLimit ?? LinkProtocol.SilenceLimit;

    /// <summary>Reads from a connection; the silence limit starts now.</summary>
    /// <param name="connection">The connection; the caller closes it.</param>
    /// <param name="time">The clock of the silence limit.</param>
    public LinkFrameReader(LinkConnection connection, TimeProvider time)
    {
        _connection = connection;
        _time = time;
        _lastFrame = time.GetTimestamp();
    }

    /// <summary>Longest time without a complete frame.</summary>
    public TimeSpan SilenceLimit { get; init; } = LinkProtocol.SilenceLimit;

    /// <summary>
    /// Reads the next frame: Ok, Pending when none was complete within <paramref name="waitMicroseconds"/>, or the
    /// reason to close the link.
    /// </summary>
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
        LinkOutcome outcome = _connection.Receive(_parser.Free, out int received);
        if (outcome.Status == LinkStatus.Pending)
        {
            if (_time.GetElapsedTime(_lastFrame) > SilenceLimit)
                return new LinkOutcome(LinkStatus.Silent);
            if (waitMicroseconds == 0 || !_connection.WaitToReceive(waitMicroseconds))
                return LinkOutcome.Pending;
            outcome = _connection.Receive(_parser.Free, out received);
        }

        if (outcome.IsOk)
            _parser.Advance(received);
        return outcome;
    }
}

/// <summary>One received frame: a view into its reader's buffer, valid until the next read.</summary>
public readonly ref struct LinkFrame
{
    /// <summary>A view over a body.</summary>
    public LinkFrame(LinkFrameType type, ReadOnlySpan<byte> body)
    {
        Type = type;
        Body = body;
    }

    /// <summary>Its kind.</summary>
    public LinkFrameType Type { get; }

    /// <summary>The bytes after the type.</summary>
    public ReadOnlySpan<byte> Body { get; }
}

/// <summary>Kinds of frames of the controller link, as their byte on the wire.</summary>
public enum LinkFrameType : byte
{
    /// <summary>Map: <c>{protocol, streams}</c> from the rig, <c>{protocol, client}</c> from the connector.</summary>
    Hello = 1,

    /// <summary>A <see cref="LinkBlockHeader"/> and a content 1 document.</summary>
    Block = 2,

    /// <summary>Map: an event of the rig.</summary>
    Event = 3,

    /// <summary>Map: <c>{state, reason}</c>.</summary>
    State = 4,

    /// <summary>No body; sent each second by both sides.</summary>
    Heartbeat = 5,
}

/// <summary>
/// Splits received bytes into frames, in whatever pieces they arrive. The buffer is reused and grows only after the
/// length of a frame was checked. Uses no socket and no clock: fill <see cref="Free"/>, call <see cref="Advance"/>,
/// then <see cref="TryTake"/> until no frame is complete.
/// </summary>
public sealed class LinkFrameParser
{
    private const int FirstBytes = 64 << 10;
    private byte[] _buffer = new byte[FirstBytes];
    private int _start;
    private int _end;

    /// <summary>Space for received bytes; never empty after <see cref="TryTake"/> returned Pending.</summary>
    public Span<byte> Free => _buffer.AsSpan(_end);

    /// <summary>Size of the buffer in bytes.</summary>
    public int Capacity => _buffer.Length;

    /// <summary>Adds bytes that were written to <see cref="Free"/>.</summary>
    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_buffer.Length - _end), nameof(count));
        _end += count;
    }

    /// <summary>
    /// Returns the next frame: Ok, Pending when more bytes are needed, or why the bytes are not frames of this link.
    /// </summary>
    public LinkOutcome TryTake(out LinkFrame frame)
    {
        frame = default;
        int held = _end - _start;
        int wanted = LinkProtocol.HeaderBytes;
        if (held >= wanted)
        {
            LinkOutcome header =
                LinkProtocol.ReadHeader(_buffer.AsSpan(_start), out LinkFrameType type, out int bodyBytes);
            if (!header.IsOk)
                return header;
            wanted += bodyBytes;
            if (held >= wanted)
            {
                frame = new LinkFrame(type, _buffer.AsSpan(_start + LinkProtocol.HeaderBytes, bodyBytes));
                _start += wanted;
                return LinkOutcome.Ok;
            }
        }

        EnsureSpace(wanted);
        return LinkOutcome.Pending;
    }

    // Called only between frames, so no view of a frame is invalidated.
    private void EnsureSpace(int wanted)
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        // Powers of two: block sizes vary a little and must not cost a new buffer each.
        if (wanted > _buffer.Length)
            Array.Resize(ref _buffer, (int)BitOperations.RoundUpToPowerOf2((uint)wanted));
    }
}
