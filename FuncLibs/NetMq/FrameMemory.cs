using System.Numerics;
using NetMQ;

namespace FuncLibs.NetMq;

/// <summary>
/// Reusable frame memory for NetMQ: arrays of powers of two, so one of 128 KiB serves all blocks of that size class.
/// Arrays returned beyond the budget are left to the garbage collector. Any thread. NetMQ requests only lengths that
/// MaxMsgSize allows.
/// </summary>
/// <param name="keptBytes">Budget for unused arrays in bytes, over all lengths.</param>
internal sealed class FrameMemory(long keptBytes) : IBufferPool
{
    private const int MinBits = 6;
    private const int MaxBits = 26;

    private readonly Shelf[] _shelves = [.. Enumerable.Range(MinBits, MaxBits - MinBits + 1).Select(_ => new Shelf())];
    private long _kept;

    /// <summary>Bytes of the unused arrays.</summary>
    public long Kept => Volatile.Read(ref _kept);

    /// <summary>Returns an array of at least <paramref name="size"/> bytes; its content is undefined.</summary>
    public byte[] Take(int size)
    {
        if (size == 0)
            return [];
        int bits = Math.Max(MinBits, BitOperations.Log2(BitOperations.RoundUpToPowerOf2((uint)size)));
        if (bits > MaxBits)
            return GC.AllocateUninitializedArray<byte>(size);
        if (_shelves[bits - MinBits].TryPop() is not { } array)
            return GC.AllocateUninitializedArray<byte>(1 << bits);
        Interlocked.Add(ref _kept, -array.Length);
        return array;
    }

    /// <summary>Takes an array back; it must not be used afterwards.</summary>
    public void Return(byte[] buffer)
    {
        int bits = BitOperations.Log2((uint)buffer.Length);
        if (!BitOperations.IsPow2(buffer.Length) || bits is < MinBits or > MaxBits)
            return;
        if (Interlocked.Add(ref _kept, buffer.Length) <= keptBytes)
            _shelves[bits - MinBits].Push(buffer);
        else
            Interlocked.Add(ref _kept, -buffer.Length);
    }

    /// <summary>
    /// Allocates arrays ahead for messages that queue up. An array allocated while blocks are queued is a large object
    /// of its own, and enough of them cause full collections. Memory that was never written is not resident yet.
    /// </summary>
    /// <param name="size">Bytes of a usual payload.</param>
    /// <param name="budgetBytes">Budget for unused arrays of this length in bytes.</param>
    public void Reserve(int size, long budgetBytes)
    {
        byte[] first = Take(size);
        if (first.Length is 0 or > 1 << MaxBits)
            return;
        Shelf shelf = _shelves[BitOperations.Log2((uint)first.Length) - MinBits];
        for (long missing = (budgetBytes / first.Length) - shelf.Count; missing > 1; missing--)
            Return(GC.AllocateUninitializedArray<byte>(first.Length));
        Return(first);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    // A stack: the array used last is probably still in the processor cache.
    private sealed class Shelf
    {
        private readonly Lock _gate = new();
        private readonly Stack<byte[]> _arrays = new();

        public int Count
        {
            get
            {
                lock (_gate)
                    return _arrays.Count;
            }
        }

        public byte[]? TryPop()
        {
            lock (_gate)
                return _arrays.TryPop(out byte[]? array) ? array : null;
        }

        public void Push(byte[] array)
        {
            lock (_gate)
                _arrays.Push(array);
        }
    }
}
