using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Rings;

namespace FuncLibs.Messaging.Transport.Buffers;

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
