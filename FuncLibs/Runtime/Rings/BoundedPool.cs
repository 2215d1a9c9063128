namespace FuncLibs.Runtime.Rings;

/// <summary>
/// A bounded pool: at most <c>capacity</c> items exist. Renting and returning may happen on different threads and do
/// not allocate once warm. Its arithmetic closes: <see cref="Created"/> = free + <see cref="InUse"/>.
/// </summary>
/// <typeparam name="T">What is pooled; an item returns as it was returned.</typeparam>
public sealed class BoundedPool<T>
    where T : class
{
    private readonly Lock _lock = new();
    private readonly T[] _free;
    private readonly Func<T> _make;
    private int _freeCount;
    private int _created;

    /// <summary>Makes an empty pool; items are made on demand.</summary>
    /// <param name="capacity">Items in use at most, 1 or more.</param>
    /// <param name="make">Makes an item on the renting thread.</param>
    public BoundedPool(int capacity, Func<T> make)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        _free = new T[capacity];
        _make = make;
    }

    /// <summary>Items made so far; never more than the capacity.</summary>
    public int Created => Volatile.Read(ref _created);

    /// <summary>Items that are rented now.</summary>
    public int InUse
    {
        get
        {
            lock (_lock)
                return _created - _freeCount;
        }
    }

    /// <summary>
    /// Makes items ahead, so that a burst finds them there: as many as the capacity and a budget of memory allow.
    /// </summary>
    /// <param name="itemBytes">Size of a usual item.</param>
    /// <param name="budgetBytes">Memory that all items may take at that size.</param>
    /// <param name="make">Makes an item ahead; null: as on demand.</param>
    public void Prefill(long itemBytes, long budgetBytes, Func<T>? make = null)
    {
        long affordable = budgetBytes / Math.Max(1, itemBytes);
        lock (_lock)
        {
            for (int wanted = (int)Math.Min(_free.Length, affordable); _created < wanted; _created++)
                _free[_freeCount++] = (make ?? _make)();
        }
    }

    /// <summary>
    /// Takes an item, or null when the capacity is in use: the caller's full-queue policy decides then.
    /// </summary>
    public T? TryRent()
    {
        lock (_lock)
        {
            if (_freeCount > 0)
                return _free[--_freeCount];
            if (_created == _free.Length)
                return null;
            _created++;
        }

        return _make();
    }

    /// <summary>Returns an item; it must not be used afterwards.</summary>
    /// <exception cref="InvalidOperationException">More returned than were rented.</exception>
    public void Return(T item)
    {
        lock (_lock)
        {
            if (_freeCount == _created)
                throw new InvalidOperationException(
                    $"A {typeof(T).Name} was returned twice, or belongs to another pool.");
            _free[_freeCount++] = item;
        }
    }
}
