using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Rings;

namespace FuncLibs.Messaging.Transport;

/// <summary>A bounded pool of frame buffers: rented on the receive thread, returned on any.
/// Its memory is at most capacity x limit.</summary>
public sealed class FramePool
{
    private readonly BoundedPool<FrameBuffer> _pool;
    private readonly FrameLimits _limits;

    /// <summary>Makes an empty pool; buffers are made on demand.</summary>
    /// <param name="limits">What a frame may have at most.</param>
    /// <param name="capacity">Buffers in use at most, 1 or more.</param>
    public FramePool(FrameLimits limits, int capacity)
    {
        _limits = limits;
        _pool = new BoundedPool<FrameBuffer>(capacity, () => new FrameBuffer(limits));
    }

    /// <inheritdoc cref="BoundedPool{T}.Created"/>
    public int Created => _pool.Created;

    /// <inheritdoc cref="BoundedPool{T}.InUse"/>
    public int InUse => _pool.InUse;

    /// <summary>Makes buffers ahead, so that a burst finds them there: as many as the capacity and a budget of memory allow.</summary>
    /// <param name="payloadBytes">Size of a usual payload.</param>
    /// <param name="budgetBytes">Memory that all payloads of the pool may take at that size.</param>
    public void Prefill(int payloadBytes, long budgetBytes)
    {
        // Blocks of a stream differ a little in size: with some room none of the buffers has to grow later.
        int roomy = checked(payloadBytes + (payloadBytes / 4));
        _pool.Prefill(roomy, budgetBytes, () => new FrameBuffer(_limits, roomy));
    }

    /// <inheritdoc cref="BoundedPool{T}.TryRent"/>
    public FrameBuffer? TryRent() => _pool.TryRent();

    /// <summary>Gives a buffer back; nobody may use it afterwards.</summary>
    /// <exception cref="InvalidOperationException">More came back than were rented.</exception>
    public void Return(FrameBuffer buffer)
    {
        buffer.Clear();
        _pool.Return(buffer);
    }
}

/// <summary>
/// Memory for one received message, used again and again. It has one owner at a time: the receive thread fills it and may hand it to
/// another thread through a ring, whose consumer returns it to its pool. The spans are valid until then.
/// It grows, after the size was checked against the limit, and keeps what it grew to: once warm a receive takes no memory.
/// </summary>
public sealed class FrameBuffer
{
    // A buffer of this size is kept whatever lies in it.
    private const int SpareBytes = 64 << 10;

    private readonly int _maxPayload;
    private readonly byte[] _topic = new byte[Wire.Topic.MaxBytes];
    private readonly byte[] _header = new byte[FrameHeader.MaxSize];
    private byte[] _payload;
    private int _topicLength;
    private int _headerLength;
    private int _payloadLength;

    /// <summary>Makes a buffer.</summary>
    /// <param name="limits">What a frame may have at most.</param>
    /// <param name="initialBytes">Bytes taken for payloads at once.</param>
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

    /// <summary>Memory that the buffer takes while somebody keeps it, after <see cref="Trim"/>.</summary>
    public int MemoryBytes => _topic.Length + _header.Length + (HasSurplus ? _payloadLength : _payload.Length);

    private bool HasSurplus => _payload.Length > SpareBytes && _payload.Length / 4 > _payloadLength;

    /// <summary>When it was received, in ticks of the time provider; set by the receiver.</summary>
    public long ReceivedTimestamp { get; set; }

    /// <summary>The header as it was checked; set by the receiver before it hands the buffer on.</summary>
    public FrameHeader Checked { get; set; }

    /// <summary>Forgets the message, keeps the memory.</summary>
    public void Clear()
    {
        (_topicLength, _headerLength, _payloadLength) = (0, 0, 0);
        ReceivedTimestamp = 0;
        Checked = default;
    }

    /// <summary>Copies a topic and a header; false, and nothing copied, when one is too long.</summary>
    public bool TrySetEnvelope(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header)
    {
        if (topic.Length > _topic.Length || header.Length > _header.Length)
            return false;
        topic.CopyTo(_topic);
        header.CopyTo(_header);
        (_topicLength, _headerLength) = (topic.Length, header.Length);
        return true;
    }

    /// <summary>Copies a payload; false, and nothing copied or taken, when it is over the limit.</summary>
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

    /// <summary>
    /// Gives back what a larger message left behind, before the buffer is kept for long: a small frame must not hold the memory of a
    /// large one. Allocates then, and only then.
    /// </summary>
    public void Trim()
    {
        if (!HasSurplus)
            return;
        byte[] smaller = GC.AllocateUninitializedArray<byte>(_payloadLength);
        Payload.CopyTo(smaller);
        _payload = smaller;
    }

    // Powers of two, so that slowly growing payloads cost a few steps and not one each.
    private void Grow(int needed)
    {
        long rounded = (long)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)needed);
        _payload = GC.AllocateUninitializedArray<byte>((int)Math.Min(rounded, _maxPayload));
    }
}
