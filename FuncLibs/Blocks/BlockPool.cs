using FuncLibs.Runtime.Rings;

namespace FuncLibs.Blocks;

/// <summary>A bounded pool of blocks of one stream.</summary>
public sealed class BlockPool
{
    private readonly BoundedPool<CDataBlock> _pool;
    private readonly BlockLayout _layout;

    /// <summary>Makes an empty pool; blocks are made on demand.</summary>
    /// <param name="layout">Layout of new blocks. A decoder may give a block a larger one; it keeps it.</param>
    /// <param name="capacity">Blocks in use at most, 1 or more.</param>
    public BlockPool(BlockLayout layout, int capacity)
    {
        _layout = layout;
        _pool = new BoundedPool<CDataBlock>(capacity, () => new CDataBlock(layout));
    }

    /// <inheritdoc cref="BoundedPool{T}.Created"/>
    public int Created => _pool.Created;

    /// <inheritdoc cref="BoundedPool{T}.InUse"/>
    public int InUse => _pool.InUse;

    /// <summary>
    /// Makes blocks ahead, so that a burst finds them there: as many as the capacity and a budget of memory allow.
    /// </summary>
    /// <param name="budgetBytes">Memory that all blocks of the pool may take, at the pool's layout.</param>
    public void Prefill(long budgetBytes) => _pool.Prefill((long)_layout.WordCount * sizeof(long), budgetBytes);

    /// <summary>
    /// Takes a cleared block, or null when the capacity is in use: the caller's full-queue policy decides then.
    /// </summary>
    public CDataBlock? TryRent()
    {
        CDataBlock? block = _pool.TryRent();
        block?.MarkRented();
        block?.Clear();
        return block;
    }

    /// <summary>Returns a block. Debug builds assert that it was rented, and that it is not used afterwards.</summary>
    /// <exception cref="InvalidOperationException">More returned than were rented.</exception>
    public void Return(CDataBlock block)
    {
        block.MarkReturned();
        _pool.Return(block);
    }
}
