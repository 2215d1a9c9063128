using FuncLibs.Wire;

namespace FuncLibs.Transport.Buffers;

/// <summary>
/// A bounded pool of frame buffers. Rented on the receive thread, returned on any; takes no memory once warm.
/// Its arithmetic closes: <see cref="Created"/> = free + in use, and the memory is at most capacity x limit.
/// </summary>
public sealed class FramePool
{
    private readonly Lock _lock = new();
    private readonly FrameBuffer[] _free;
    private readonly FrameLimits _limits;
    private int _freeCount;
    private int _created;

    /// <summary>Makes an empty pool; buffers are made on demand.</summary>
    /// <param name="limits">What a frame may have at most.</param>
    /// <param name="capacity">Buffers in use at most, 1 or more.</param>
    public FramePool(FrameLimits limits, int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        _limits = limits;
        _free = new FrameBuffer[capacity];
    }

    /// <summary>Buffers made so far; never more than the capacity.</summary>
    public int Created => Volatile.Read(ref _created);

    /// <summary>Buffers that somebody holds now.</summary>
    public int InUse
    {
        get
        {
            lock (_lock)
                return _created - _freeCount;
        }
    }

    /// <summary>Makes buffers ahead, so that a burst finds them there: as many as the capacity and a budget of memory allow.</summary>
    /// <param name="payloadBytes">Size of a usual payload.</param>
    /// <param name="budgetBytes">Memory that all payloads of the pool may take at that size.</param>
    public void Prefill(int payloadBytes, long budgetBytes)
    {
        // Blocks of a stream differ a little in size: with some room none of the buffers has to grow later.
        int roomy = checked(payloadBytes + (payloadBytes / 4));
        long affordable = budgetBytes / Math.Max(1, roomy);
        lock (_lock)
        {
            for (int wanted = (int)Math.Min(_free.Length, affordable); _created < wanted; _created++)
                _free[_freeCount++] = new FrameBuffer(_limits, roomy);
        }
    }

    /// <summary>Takes an empty buffer, or null when the capacity is in use: the caller's full-queue policy decides then.</summary>
    public FrameBuffer? TryRent()
    {
        lock (_lock)
        {
            if (_freeCount > 0)
                return _free[--_freeCount];
            if (_created == _free.Length)
                return null;
            _created++;
        }

        return new FrameBuffer(_limits);
    }

    /// <summary>Gives a buffer back; nobody may use it afterwards.</summary>
    /// <exception cref="InvalidOperationException">More came back than were rented.</exception>
    public void Return(FrameBuffer buffer)
    {
        buffer.Clear();
        lock (_lock)
        {
            if (_freeCount == _created)
                throw new InvalidOperationException("A frame buffer was returned twice, or belongs to another pool.");
            _free[_freeCount++] = buffer;
        }
    }
}
