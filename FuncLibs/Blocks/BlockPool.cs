namespace FuncLibs.Blocks;

/// <summary>
/// A bounded pool of blocks of one stream. Renting and returning may happen on different threads and take no memory once warm.
/// Its arithmetic closes: <see cref="Created"/> = free + in use.
/// </summary>
public sealed class BlockPool
{
    private readonly Lock _lock = new();
    private readonly CDataBlock[] _free;
    private readonly BlockLayout _layout;
    private int _freeCount;
    private int _created;

    /// <summary>Makes an empty pool; blocks are made on demand.</summary>
    /// <param name="layout">Layout of new blocks. A decoder may give a block a larger one; it keeps it.</param>
    /// <param name="capacity">Blocks in use at most, 1 or more.</param>
    public BlockPool(BlockLayout layout, int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        _layout = layout;
        _free = new CDataBlock[capacity];
    }

    /// <summary>Blocks made so far; never more than the capacity.</summary>
    public int Created => Volatile.Read(ref _created);

    /// <summary>Blocks that somebody holds now.</summary>
    public int InUse
    {
        get
        {
            lock (_lock)
                return _created - _freeCount;
        }
    }

    /// <summary>Makes blocks ahead, so that a burst finds them there: as many as the capacity and a budget of memory allow.</summary>
    /// <param name="budgetBytes">Memory that all blocks of the pool may take, at the pool's layout.</param>
    public void Prefill(long budgetBytes)
    {
        long affordable = budgetBytes / Math.Max(1, (long)_layout.WordCount * sizeof(long));
        lock (_lock)
        {
            for (int wanted = (int)Math.Min(_free.Length, affordable); _created < wanted; _created++)
                _free[_freeCount++] = new CDataBlock(_layout);
        }
    }

    /// <summary>Takes a cleared block, or null when the capacity is in use: the caller's full-queue policy decides then.</summary>
    public CDataBlock? TryRent()
    {
        CDataBlock block;
        lock (_lock)
        {
            if (_freeCount > 0)
            {
                block = _free[--_freeCount];
            }
            else if (_created < _free.Length)
            {
                block = new CDataBlock(_layout);
                _created++;
            }
            else
            {
                return null;
            }
        }

        block.MarkRented();
        block.Clear();
        return block;
    }

    /// <summary>Gives a block back. Debug builds assert that it was rented, and that nobody uses it afterwards.</summary>
    public void Return(CDataBlock block)
    {
        block.MarkReturned();
        lock (_lock)
            _free[_freeCount++] = block;
    }
}
