using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Rings;

namespace FuncLibs.Messaging.Transport;

/// <summary>
/// A bounded pool of frame buffers: rented on the receive thread, returned on any. Its memory is at most capacity x
/// limit.
/// </summary>
public sealed class FramePool
{
    private readonly BoundedPool<FrameBuffer> _pool;
    private readonly FrameLimits _limits;

    /// <summary>Creates an empty pool; buffers are allocated on demand.</summary>
    /// <param name="limits">Limits of a frame.</param>
    /// <param name="capacity">Highest number of buffers in use, 1 or more.</param>
    public FramePool(FrameLimits limits, int capacity)
    {
        _limits = limits;
        _pool = new BoundedPool<FrameBuffer>(capacity, () => new FrameBuffer(limits));
    }

    /// <inheritdoc cref="BoundedPool{T}.Created"/>
    public int Created => _pool.Created;

    /// <inheritdoc cref="BoundedPool{T}.InUse"/>
    public int InUse => _pool.InUse;

    /// <summary>Allocates buffers ahead of a burst: as many as the capacity and a budget of memory allow.</summary>
    /// <param name="payloadBytes">Size of a usual payload.</param>
    /// <param name="budgetBytes">Memory for all payloads of the pool at that size, in bytes.</param>
    public void Prefill(int payloadBytes, long budgetBytes)
    {
        // Blocks of a stream vary a little in size: a margin avoids that buffers grow later.
        int roomy = checked(payloadBytes + (payloadBytes / 4));
        _pool.Prefill(roomy, budgetBytes, () => new FrameBuffer(_limits, roomy));
    }

    /// <inheritdoc cref="BoundedPool{T}.TryRent"/>
    public FrameBuffer? TryRent() => _pool.TryRent();

    /// <summary>Returns a buffer; it must not be used afterwards.</summary>
    /// <exception cref="InvalidOperationException">More buffers were returned than rented.</exception>
    public void Return(FrameBuffer buffer)
    {
        buffer.Clear();
        _pool.Return(buffer);
    }
}

/// <summary>
/// Reusable memory for one received message. It has one owner at a time: the receive thread fills it and may pass it to
/// another thread through a ring, whose consumer returns it to its pool. The spans are valid until then. It grows after
/// the size was checked against the limit, and keeps its size: after warm-up, a receive does not allocate.
/// </summary>
public sealed class FrameBuffer
{
    // Up to this size a buffer is never trimmed.
    private const int SpareBytes = 64 << 10;

    private readonly int _maxPayload;
    private readonly byte[] _topic = new byte[Wire.Topic.MaxBytes];
    private readonly byte[] _header = new byte[FrameHeader.MaxSize];
    private byte[] _payload;
    private int _topicLength;
    private int _headerLength;
    private int _payloadLength;

    /// <summary>Creates a buffer.</summary>
    /// <param name="limits">Limits of a frame.</param>
    /// <param name="initialBytes">Initial size for payloads in bytes.</param>
    public FrameBuffer(FrameLimits limits, int initialBytes = 0)
    {
        _maxPayload = limits.MaxPayloadBytes;
        _payload = GC.AllocateUninitializedArray<byte>(Math.Min(initialBytes, _maxPayload));
    }

    /// <summary>First frame; empty for a control map.</summary>
    public ReadOnlySpan<byte> Topic => _topic.AsSpan(0, _topicLength);

    /// <summary>Second frame; empty for a control map.</summary>
    public ReadOnlySpan<byte> Header => _header.AsSpan(0, _headerLength);

    /// <summary>Third frame, or the control map.</summary>
    public ReadOnlySpan<byte> Payload => _payload.AsSpan(0, _payloadLength);

    /// <summary>The payload for consumers that need memory.</summary>
    public ReadOnlyMemory<byte> PayloadMemory => _payload.AsMemory(0, _payloadLength);

    /// <summary>Memory of the buffer in bytes after <see cref="Trim"/>, while it is held.</summary>
    public int MemoryBytes => _topic.Length + _header.Length + (HasSurplus ? _payloadLength : _payload.Length);

    private bool HasSurplus => _payload.Length > SpareBytes && _payload.Length / 4 > _payloadLength;

    /// <summary>Receive time in ticks of the time provider; set by the receiver.</summary>
    public long ReceivedTimestamp { get; set; }

    /// <summary>The checked header; set by the receiver before it passes the buffer on.</summary>
    public FrameHeader CheckedHeader { get; set; }

    /// <summary>Removes the message, keeps the memory.</summary>
    public void Clear()
    {
        (_topicLength, _headerLength, _payloadLength) = (0, 0, 0);
        ReceivedTimestamp = 0;
        CheckedHeader = default;
    }

    /// <summary>Copies a topic and a header; false when one is too long, and then nothing is copied.</summary>
    public bool TrySetEnvelope(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header)
    {
        if (topic.Length > _topic.Length || header.Length > _header.Length)
            return false;
        topic.CopyTo(_topic);
        header.CopyTo(_header);
        (_topicLength, _headerLength) = (topic.Length, header.Length);
        return true;
    }

    /// <summary>Copies a payload; false when it is over the limit, and then nothing is copied or allocated.</summary>
    public bool TrySetPayload(ReadOnlySpan<byte> payload)
    {
        if (payload.Length > _maxPayload)
            return false;
        if (payload.Length > _payload.Length)
            Grow(payload.Length);
        payload.CopyTo(_payload);
        _payloadLength = payload.Length;
        return true;
    }

    /// <summary>Makes room for a payload that is received in place; its length is within the limit.</summary>
    /// <returns>The length.</returns>
    internal int Reserve(int length)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, _maxPayload);
        if (length > _payload.Length)
            Grow(length);
        return _payloadLength = length;
    }

    /// <summary>The payload, to be written.</summary>
    internal Span<byte> Reserved => _payload.AsSpan(0, _payloadLength);

    /// <summary>Takes over the message of another buffer, which gets the memory of this one in exchange.</summary>
    /// <returns>False when its payload is over the limit of this one; then nothing is taken.</returns>
    internal bool TryTakeFrom(FrameBuffer other)
    {
        if (other._payloadLength > _maxPayload)
            return false;
        TrySetEnvelope(other.Topic, other.Header);
        if (_maxPayload == other._maxPayload)
            (_payload, other._payload) = (other._payload, _payload);
        else
            return TrySetPayload(other.Payload);
        _payloadLength = other._payloadLength;
        return true;
    }

    /// <summary>
    /// Releases surplus memory of an earlier, larger message before the buffer is held for long. Allocates only then.
    /// </summary>
    public void Trim()
    {
        if (!HasSurplus)
            return;
        byte[] smaller = GC.AllocateUninitializedArray<byte>(_payloadLength);
        Payload.CopyTo(smaller);
        _payload = smaller;
    }

    // Powers of two, so that slowly growing payloads cost a few allocations only.
    private void Grow(int needed)
    {
        long rounded = (long)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)needed);
        _payload = GC.AllocateUninitializedArray<byte>((int)Math.Min(rounded, _maxPayload));
    }
}
