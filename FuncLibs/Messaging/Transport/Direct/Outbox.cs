using System.Net.Sockets;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// What goes out on one connection. The thread that has a message sends it straight to the socket when nothing waits;
/// what does not fit, waits here, within a budget of bytes, and the I/O thread sends it when the peer takes more. A
/// message that would exceed the budget is dropped whole, and counted. One thread at a time is in a send: whoever finds
/// another one there queues its message, which that thread, or the I/O thread, sends next. So order is kept and nobody
/// waits.
/// </summary>
internal sealed class Outbox
{
    /// <summary>Size of the pieces in which small messages are collected.</summary>
    public const int ChunkBytes = 64 << 10;

    /// <summary>Messages up to this size gain from one call of the kernel for several.</summary>
    public const int GatheredBytes = 32 << 10;

    // Messages up to this size are copied one behind the other.
    private const int SmallBytes = 4 << 10;

    // The I/O thread serves the next peer after so much.
    private const int FlushBytes = 1 << 20;

    // The most that one call of the kernel gets: it takes no more than a socket's buffer anyway.
    private const int MaxPieces = 32;
    private const int CallBytes = 256 << 10;

    private readonly Lock _gate = new();
    private readonly Queue<Segment> _queue = new();
    private readonly SharedFramePool _pool;
    private readonly WakeSignal _wake;
    private readonly long _budgetBytes;
    private readonly int _minMessages;
    private SafeSocketHandle? _socket;
    private bool _isSending;
    private bool _hasFailed;

    // What the next call of the kernel gets, before the queue. While the I/O thread is in that call, it alone touches
    // it.
    private readonly Segment[] _front = new Segment[MaxPieces];
    private readonly PinnedBytes[] _pieces = new PinnedBytes[MaxPieces];
    private int _frontStart;
    private int _frontEnd;
    private SharedFrame? _chunk;
    private int _chunkStart;
    private int _chunkEnd;
    private int _chunkMessages;
    private long _queuedBytes;
    private int _queuedMessages;
    private long _dropped;

    /// <summary>Creates an empty one, without a socket: messages wait for it.</summary>
    /// <param name="pool">Memory of what waits.</param>
    /// <param name="wake">Wakes the I/O thread.</param>
    /// <param name="budgetBytes">Most bytes that wait, with an overhead for each message.</param>
    /// <param name="minMessages">Messages of any size that may wait.</param>
    public Outbox(SharedFramePool pool, WakeSignal wake, long budgetBytes, int minMessages)
    {
        _pool = pool;
        _wake = wake;
        _budgetBytes = budgetBytes;
        _minMessages = minMessages;
    }

    /// <summary>Messages that were dropped because the queue was full. Any thread.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>Bytes that wait, with an overhead for each message. Any thread.</summary>
    public long QueuedBytes => Volatile.Read(ref _queuedBytes);

    /// <summary>I/O thread: whether it should send when the socket takes more.</summary>
    public bool WantsWrite
    {
        get
        {
            lock (_gate)
                return _queuedMessages > 0 && !_isSending && !_hasFailed && _socket is not null;
        }
    }

    /// <summary>Opens it on a connected socket; what waits goes first.</summary>
    public void Open(SafeSocketHandle socket)
    {
        lock (_gate)
        {
            _socket = socket;
            _hasFailed = false;
        }
    }

    /// <summary>The connection ended: what waits is dropped without a count, as the peer is gone.</summary>
    /// <param name="forGood">Whether later messages are refused; else they wait for the next connection.</param>
    public void Close(bool forGood)
    {
        lock (_gate)
        {
            // What waits for a first connection still does.
            if (_socket is null && !forGood)
                return;
            _socket = null;
            _hasFailed = forGood;
            Clear();
        }
    }

    /// <summary>Sends a message, or queues it.</summary>
    /// <param name="message">The message.</param>
    /// <param name="mayWait">Whether to queue it although the socket is free, so that the I/O thread sends it together
    /// with others.</param>
    /// <returns>Sent, Full when it was dropped, Gone when the connection failed.</returns>
    public SendStatus Send(ref WireMessage message, bool mayWait = false)
    {
        SafeSocketHandle socket;
        lock (_gate)
        {
            if (_hasFailed)
                return SendStatus.Gone;
            if (_socket is null || _isSending || _queuedMessages > 0 || mayWait)
                return Enqueue(ref message);
            _isSending = true;
            socket = _socket;
        }

        int sent = Write(socket, message.Prefix, message.Last);
        bool hasMore;
        lock (_gate)
        {
            _isSending = false;
            if (_socket != socket)
                return SendStatus.Gone;
            if (sent == SocketBytes.Ended)
            {
                Fail();
                return SendStatus.Gone;
            }

            sent = Math.Max(0, sent);
            if (sent < message.Length)
                Keep(ref message, sent);
            hasMore = _queuedMessages > 0;
        }

        if (hasMore)
            _wake.Set();
        return SendStatus.Sent;
    }

    /// <summary>I/O thread: sends what waits, as far as the socket takes it.</summary>
    public void Flush()
    {
        for (int flushed = 0; flushed < FlushBytes;)
        {
            SafeSocketHandle socket;
            int pieces;
            lock (_gate)
            {
                if (_socket is null || _isSending || _hasFailed || (pieces = Gather()) == 0)
                    return;
                _isSending = true;
                socket = _socket;
            }

            int sent = Write(socket, _pieces.AsSpan(0, pieces));
            lock (_gate)
            {
                _isSending = false;
                if (_socket != socket || sent == SocketBytes.Ended)
                {
                    ReleaseFront();
                    if (_socket == socket)
                        Fail();
                    return;
                }

                if (!TakeSent(Math.Max(0, sent)))
                    return;
            }

            flushed += sent;
        }
    }

    // The handle is counted by the marshaller: a close by the I/O thread in between is an ended connection.
    private static int Write(SafeSocketHandle socket, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        try
        {
            return SocketBytes.Send(socket, first, second);
        }
        catch (ObjectDisposedException)
        {
            return SocketBytes.Ended;
        }
    }

    private static int Write(SafeSocketHandle socket, ReadOnlySpan<PinnedBytes> pieces)
    {
        try
        {
            return SocketBytes.Send(socket, pieces);
        }
        catch (ObjectDisposedException)
        {
            return SocketBytes.Ended;
        }
    }

    private SendStatus Enqueue(ref WireMessage message)
    {
        long bytes = message.Length + SocketLimits.OverheadBytes;
        if (_queuedMessages >= _minMessages && _queuedBytes + bytes > _budgetBytes)
        {
            Volatile.Write(ref _dropped, _dropped + 1);
            return SendStatus.Full;
        }

        if (message.Length <= SmallBytes)
            Append(ref message);
        else
            Push(new Segment(message.Share(), 0, message.Length, 1));
        bool isFirst = _queuedMessages++ == 0;
        _queuedBytes += bytes;

        // A thread in a send looks at the queue once more afterwards.
        if (isFirst && !_isSending)
            _wake.Set();
        return SendStatus.Sent;
    }

    private void Append(ref WireMessage message)
    {
        if (_chunk is not null && ChunkBytes - _chunkEnd < message.Length)
            EndChunk();
        if (_chunk is null)
        {
            _chunk = _pool.Rent(ChunkBytes);
            (_chunkStart, _chunkEnd, _chunkMessages) = (0, 0, 0);
        }

        message.CopyTo(_chunk.Bytes.AsSpan(_chunkEnd));
        _chunkEnd += message.Length;
        _chunkMessages++;
    }

    private void Push(Segment segment)
    {
        EndChunk();
        _queue.Enqueue(segment);
    }

    // The chunk's own reference goes to the segment.
    private void EndChunk()
    {
        if (_chunk is null)
            return;
        if (_chunkEnd > _chunkStart)
            _queue.Enqueue(new Segment(_chunk, _chunkStart, _chunkEnd, _chunkMessages));
        else
            _chunk.Release();
        _chunk = null;
    }

    private void Keep(ref WireMessage message, int sent)
    {
        (_frontStart, _frontEnd) = (0, 1);
        _front[0] = new Segment(message.Share(), sent, message.Length, 1);
        _queuedMessages++;
        _queuedBytes += message.Length - sent + SocketLimits.OverheadBytes;
    }

    // Fills the front from the queue, and says how many pieces it has.
    private int Gather()
    {
        if (_frontStart == _frontEnd)
        {
            (_frontStart, _frontEnd) = (0, 0);
            for (int bytes = 0; bytes < CallBytes && _frontEnd < MaxPieces && TryTake(out Segment segment);)
            {
                _front[_frontEnd++] = segment;
                bytes += segment.Length;
            }
        }

        for (int i = _frontStart; i < _frontEnd; i++)
            _pieces[i - _frontStart] = _front[i].Piece;
        return _frontEnd - _frontStart;
    }

    private bool TryTake(out Segment segment)
    {
        if (_queue.TryDequeue(out segment))
            return true;
        if (_chunk is null || _chunkEnd == _chunkStart)
            return false;

        // What is appended while this is sent comes after it.
        _chunk.Hold();
        segment = new Segment(_chunk, _chunkStart, _chunkEnd, _chunkMessages);
        (_chunkStart, _chunkMessages) = (_chunkEnd, 0);
        return true;
    }

    // False when the socket takes no more now.
    private bool TakeSent(int bytes)
    {
        Volatile.Write(ref _queuedBytes, _queuedBytes - bytes);
        bool any = bytes > 0;
        while (_frontStart < _frontEnd)
        {
            ref Segment segment = ref _front[_frontStart];
            if (bytes < segment.Length)
            {
                segment = segment.From(segment.Start + bytes);
                return any;
            }

            bytes -= segment.Length;
            _queuedBytes -= (long)segment.Messages * SocketLimits.OverheadBytes;
            _queuedMessages -= segment.Messages;
            segment.Frame.Release();
            segment = default;
            _frontStart++;
        }

        return true;
    }

    private void ReleaseFront()
    {
        for (; _frontStart < _frontEnd; _frontStart++)
        {
            _front[_frontStart].Frame.Release();
            _front[_frontStart] = default;
        }
    }

    private void Fail()
    {
        _hasFailed = true;
        Clear();
    }

    private void Clear()
    {
        if (!_isSending)
            ReleaseFront();
        while (_queue.TryDequeue(out Segment segment))
            segment.Frame.Release();
        _chunk?.Release();
        _chunk = null;
        _queuedMessages = 0;
        Volatile.Write(ref _queuedBytes, 0);
    }

    // A piece of memory that is to be sent.
    private readonly record struct Segment(SharedFrame Frame, int Start, int End, int Messages)
    {
        public int Length => End - Start;

        public PinnedBytes Piece => Frame.Part(Start, Length);

        public Segment From(int start) => this with { Start = start };
    }
}
