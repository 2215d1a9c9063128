using System.Buffers;
using FuncLibs.Messaging.Transport;

namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// Messages between the task of the client library and the receive thread, in the order of the stream; bounded in
/// number and bytes. Each message is copied into memory of its slot. One writer at a time, one reader.
/// </summary>
internal sealed class MessageQueue : IDisposable
{
    private readonly QueuedMessage[] _slots;
    private readonly long _maxBytes;
    private readonly ManualResetEventSlim _readable = new(initialState: false, spinCount: 0);
    private readonly SemaphoreSlim _room = new(0, 1);
    private long _written;
    private long _taken;
    private long _bytes;
    private long _takenOffset = -1;
    private int _isWriterWaiting;

    public MessageQueue(int messages, long bytes)
    {
        _slots = [.. Enumerable.Range(0, messages).Select(_ => new QueuedMessage())];
        _maxBytes = bytes;
    }

    /// <summary>Messages in it. Any thread.</summary>
    public int Count => (int)(Volatile.Read(ref _written) - Volatile.Read(ref _taken));

    /// <summary>Offset of the last message that was taken; -1 before the first. Any thread.</summary>
    public long TakenOffset => Volatile.Read(ref _takenOffset);

    /// <summary>Reader: the oldest message; null when there is none. It stays until <see cref="Take"/>.</summary>
    public QueuedMessage? Peek() =>
        Volatile.Read(ref _written) == _taken ? null : _slots[_taken % _slots.Length];

    /// <summary>Reader: removes the oldest message.</summary>
    public void Take()
    {
        QueuedMessage slot = _slots[_taken % _slots.Length];
        Interlocked.Add(ref _bytes, -slot.Length);
        Volatile.Write(ref _takenOffset, slot.Offset);
        slot.Release();
        Volatile.Write(ref _taken, _taken + 1);

        // Not for each message: a writer that waits goes on when half of them is read.
        if (Volatile.Read(ref _isWriterWaiting) != 0 && Count <= _slots.Length / 2)
            WakeWriter();
    }

    /// <summary>Reader: waits until there is a message, or the time is over.</summary>
    public bool Wait(int milliseconds)
    {
        if (Count > 0)
            return true;
        if (Volatile.Read(ref _isWriterWaiting) != 0)
            WakeWriter();
        _readable.Reset();
        return Count > 0 || (_readable.Wait(milliseconds) && Count > 0);
    }

    /// <summary>Reader: waits until one message more is written, or the time is over.</summary>
    public void WaitForMore(int milliseconds)
    {
        _readable.Reset();
        _readable.Wait(milliseconds);
    }

    /// <summary>Writer: true when a message of so many bytes may be written now.</summary>
    public bool HasRoom(int bytes) =>
        Count < _slots.Length && (Interlocked.Read(ref _bytes) is var used && (used == 0 || used + bytes <= _maxBytes));

    /// <summary>Writer: waits until a message of so many bytes may be written.</summary>
    public async Task WaitForRoomAsync(int bytes, CancellationToken stop)
    {
        while (!HasRoom(bytes))
        {
            Interlocked.Exchange(ref _isWriterWaiting, 1);
            if (!HasRoom(bytes))
                await _room.WaitAsync(stop).ConfigureAwait(false);
        }
    }

    /// <summary>Writer: copies a message; there is room.</summary>
    public void Write(
        ReadOnlySpan<byte> topic, int headerLength, ReadOnlySpan<byte> body, long offset, StreamMarker? marker)
    {
        _slots[_written % _slots.Length].Set(topic, headerLength, body, offset, marker);
        Interlocked.Add(ref _bytes, body.Length);

        // A full fence: the reader resets the event before it looks at the count.
        Interlocked.Exchange(ref _written, _written + 1);
        if (!_readable.IsSet)
            _readable.Set();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _readable.Dispose();
        _room.Dispose();
    }

    private void WakeWriter()
    {
        if (Interlocked.Exchange(ref _isWriterWaiting, 0) != 0 && _room.CurrentCount == 0)
            _room.Release();
    }
}

/// <summary>A message of a bridge in memory of its own.</summary>
internal sealed class QueuedMessage
{
    // A slot keeps this much; the memory of longer messages goes back to the pool.
    private const int KeptBytes = 32 << 10;

    private readonly byte[] _topic = new byte[Messaging.Wire.Topic.MaxBytes];
    private byte[] _own = [];
    private byte[]? _rented;
    private int _topicLength;
    private int _headerLength;

    /// <summary>Bytes of the body.</summary>
    public int Length { get; private set; }

    /// <summary>True for a control map, false for a frame.</summary>
    public bool IsControl => _topicLength == 0;

    /// <summary>Offset in the stream.</summary>
    public long Offset { get; private set; }

    /// <summary>The marker that the message is; null for others.</summary>
    public StreamMarker? Marker { get; private set; }

    /// <summary>The topic of a frame.</summary>
    public ReadOnlySpan<byte> Topic => _topic.AsSpan(0, _topicLength);

    /// <summary>The body.</summary>
    public ReadOnlySpan<byte> Body => (_rented ?? _own).AsSpan(0, Length);

    /// <summary>Copies it into a buffer; false when its payload is too long for that.</summary>
    public bool TryCopyTo(FrameBuffer buffer) =>
        buffer.TrySetEnvelope(Topic, Body[.._headerLength]) && buffer.TrySetPayload(Body[_headerLength..]);

    /// <summary>Fills it; a control map has no topic.</summary>
    public void Set(
        ReadOnlySpan<byte> topic, int headerLength, ReadOnlySpan<byte> body, long offset, StreamMarker? marker)
    {
        (_headerLength, Offset, Marker, Length, _topicLength) =
            (headerLength, offset, marker, body.Length, topic.Length);
        topic.CopyTo(_topic);
        if (body.Length > KeptBytes)
            _rented = ArrayPool<byte>.Shared.Rent(body.Length);
        else if (_own.Length < body.Length)
            _own = GC.AllocateUninitializedArray<byte>(Math.Min(KeptBytes, body.Length + (body.Length / 4)));
        body.CopyTo(_rented ?? _own);
    }

    /// <summary>It was read.</summary>
    public void Release()
    {
        if (_rented is not null)
            ArrayPool<byte>.Shared.Return(_rented);
        (_rented, Marker) = (null, null);
    }
}
