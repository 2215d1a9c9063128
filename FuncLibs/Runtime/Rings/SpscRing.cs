using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Rings;

/// <summary>
/// A bounded ring between exactly one producer thread and one consumer thread. Does not allocate after construction.
/// Its arithmetic closes at every moment: <see cref="Offered"/> = <see cref="Taken"/> + <see cref="Dropped"/> +
/// <see cref="Inline"/> + held. Memory order: the producer publishes an item with a release store of the tail, the
/// consumer sees it with an acquire load; the same with the head for freed cells. A consumer that finds the ring empty
/// waits on a signal (<see cref="ConsumerSignal"/>); the producer wakes it only then.
/// </summary>
public sealed class SpscRing<T> : IDisposable
{
    private readonly T[] _cells;
    private readonly int _mask;
    private readonly ConsumerSignal _signal;
    private readonly bool _ownsSignal;
    private RingCursors _cursors;

    /// <summary>Makes a ring.</summary>
    /// <param name="capacity">Items it holds at most: a power of two, 2 to 65,536.</param>
    /// <param name="signal">Where the consumer waits when it serves several rings; null = its own signal.
    /// A signal stays the caller's.</param>
    public SpscRing(int capacity, ConsumerSignal? signal = null)
    {
        if (!BitOperations.IsPow2(capacity) || capacity is < 2 or > 65_536)
            throw new ArgumentOutOfRangeException(
                nameof(capacity), capacity, "The capacity of a ring is a power of two from 2 to 65536.");
        _cells = new T[capacity];
        _mask = capacity - 1;
        _ownsSignal = signal is null;
        _signal = signal ?? new ConsumerSignal();
    }

    /// <summary>Items it holds at most.</summary>
    public int Capacity => _cells.Length;

    /// <summary>Items the producer offered.</summary>
    public long Offered => Volatile.Read(ref _cursors.Tail) + Dropped + Inline;

    /// <summary>Items that went in: the place of the newest one.</summary>
    public long Written => Volatile.Read(ref _cursors.Tail);

    /// <summary>Items the consumer took.</summary>
    public long Taken => Volatile.Read(ref _cursors.Head);

    /// <summary>Items that were refused because the ring was full.</summary>
    public long Dropped => Volatile.Read(ref _cursors.Dropped);

    /// <summary>
    /// Items that did not go through the ring: the producer did with them what the consumer would have done
    /// (<see cref="StageOwner"/>).
    /// </summary>
    public long Inline => Volatile.Read(ref _cursors.Inline);

    /// <summary>
    /// Items that wait now. A third thread may see a moment's old head: never below 0 or above the capacity.
    /// </summary>
    public int Count
    {
        get
        {
            long head = Volatile.Read(ref _cursors.Head);
            return (int)Math.Min(Volatile.Read(ref _cursors.Tail) - head, _cells.Length);
        }
    }

    /// <summary>
    /// Producer: adds an item, or counts it as dropped and returns false when the ring is full. The item stays the
    /// caller's then.
    /// </summary>
    public bool TryWrite(in T item)
    {
        long tail = _cursors.Tail;
        if (tail - Volatile.Read(ref _cursors.Head) > _mask)
        {
            Volatile.Write(ref _cursors.Dropped, _cursors.Dropped + 1);
            return false;
        }

        _cells[tail & _mask] = item;

        // A full fence, not a release: the store of the tail must be seen before the parked flag is read, or a wake-up
        // is lost.
        Interlocked.Exchange(ref _cursors.Tail, tail + 1);
        _signal.Signal();
        return true;
    }

    /// <summary>
    /// Producer: counts an item that it did the work for itself. Only while the ring is empty, or the item overtakes
    /// others.
    /// </summary>
    public void CountInline() => Volatile.Write(ref _cursors.Inline, _cursors.Inline + 1);

    /// <summary>Consumer: takes the oldest item.</summary>
    public bool TryRead(out T item)
    {
        long head = _cursors.Head;
        if (head == Volatile.Read(ref _cursors.Tail))
        {
            item = default!;
            return false;
        }

        ref T cell = ref _cells[head & _mask];
        item = cell;
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            cell = default!;
        Volatile.Write(ref _cursors.Head, head + 1);
        return true;
    }

    /// <summary>Consumer: takes the oldest item, waiting up to <paramref name="milliseconds"/> for one.</summary>
    public bool TryRead(out T item, int milliseconds)
    {
        if (TryRead(out item))
            return true;
        Wait(milliseconds);
        return TryRead(out item);
    }

    /// <summary>
    /// Consumer: waits up to <paramref name="milliseconds"/> while the ring is empty. May return early.
    /// </summary>
    public void Wait(int milliseconds)
    {
        _signal.PrepareWait();
        if (Count == 0)
            _signal.Wait(milliseconds);
        _signal.CancelWait();
    }

    /// <summary>Wakes the consumer, so that it can look whether it should stop.</summary>
    public void Wake() => _signal.Wake();

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_ownsSignal)
            _signal.Dispose();
    }
}

/// <summary>
/// The cursors of a ring. Head and parked flag (consumer) and tail and drops (producer) are two cache lines apart: each
/// is written by one thread and read by the other. Not nested in the ring: the runtime refuses an explicit layout
/// inside a generic type.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 384)]
internal struct RingCursors
{
    /// <summary>Items taken; written by the consumer.</summary>
    [FieldOffset(64)]
    public long Head;

    /// <summary>Items written; written by the producer.</summary>
    [FieldOffset(192)]
    public long Tail;

    /// <summary>Items refused; written by the producer.</summary>
    [FieldOffset(200)]
    public long Dropped;

    /// <summary>Items that the producer did not write; written by the producer.</summary>
    [FieldOffset(208)]
    public long Inline;

    /// <summary>
    /// 1 while the consumer waits, or is about to; written by the consumer, read by the producer at each write. Unused
    /// where a signal has it.
    /// </summary>
    [FieldOffset(320)]
    public int Parked;
}
