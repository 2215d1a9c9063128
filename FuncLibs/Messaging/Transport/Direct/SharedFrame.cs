using System.Numerics;
using System.Runtime.InteropServices;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// Encoded bytes that wait in the queues of one or several peers. Its memory returns to its pool when the last queue
/// has sent or dropped it.
/// </summary>
internal sealed class SharedFrame(SharedFramePool pool)
{
    private int _references;

    /// <summary>The memory; at least as long as was asked for. It is pinned.</summary>
    public byte[] Bytes { get; private set; } = [];

    /// <summary>Begins a use with one reference.</summary>
    /// <param name="length">Bytes needed.</param>
    public void Begin(int length)
    {
        if (Bytes.Length < length)
            Bytes = GC.AllocateUninitializedArray<byte>(length, pinned: true);
        Volatile.Write(ref _references, 1);
    }

    /// <summary>A part of it, for the kernel, while it is held.</summary>
    public PinnedBytes Part(int start, int length) =>
        new(Marshal.UnsafeAddrOfPinnedArrayElement(Bytes, start), length);

    /// <summary>Another queue holds it.</summary>
    public void Hold() => Interlocked.Increment(ref _references);

    /// <summary>A queue, or the one who began the use, holds it no more.</summary>
    public void Release()
    {
        if (Interlocked.Decrement(ref _references) == 0)
            pool.Return(this);
    }
}

/// <summary>
/// Memory for frames that wait in queues. Keeps a bounded amount for reuse; the byte budgets of the queues bound what
/// is in use. Any thread.
/// </summary>
internal sealed class SharedFramePool
{
    private const long MaxKeptBytes = 64 << 20;

    // Four sizes for each doubling, so that what waits takes no more than 5/4 of its bytes, and messages that vary a
    // little in size find each other's memory again.
    private const int MinBytes = 4 << 10;
    private const int SizesPerDoubling = 4;

    private readonly Lock _gate = new();
    private readonly Stack<SharedFrame>?[] _kept = new Stack<SharedFrame>?[ClassOf(Array.MaxLength) + 1];
    private long _keptBytes;

    /// <summary>Memory for a length, with one reference.</summary>
    public SharedFrame Rent(int length)
    {
        int bytes = RoundUp(Math.Max(length, MinBytes));
        SharedFrame? frame = null;
        lock (_gate)
        {
            if (_kept[ClassOf(bytes)]?.TryPop(out frame) == true)
                _keptBytes -= frame!.Bytes.Length;
        }

        frame ??= new SharedFrame(this);
        frame.Begin(bytes);
        return frame;
    }

    /// <summary>Takes memory back.</summary>
    public void Return(SharedFrame frame)
    {
        lock (_gate)
        {
            if (_keptBytes + frame.Bytes.Length > MaxKeptBytes)
                return;
            _keptBytes += frame.Bytes.Length;
            (_kept[ClassOf(frame.Bytes.Length)] ??= new Stack<SharedFrame>()).Push(frame);
        }
    }

    private static int RoundUp(int bytes)
    {
        int step = 1 << (Doublings(bytes) - BitOperations.Log2(SizesPerDoubling));
        return (int)Math.Min(((long)bytes + step - 1) / step * step, Array.MaxLength);
    }

    // Of a rounded size.
    private static int ClassOf(int bytes)
    {
        int doublings = Doublings(bytes);
        int quarter = ((bytes - 1) >> (doublings - BitOperations.Log2(SizesPerDoubling))) - SizesPerDoubling;
        return (SizesPerDoubling * (doublings - Doublings(MinBytes))) + quarter;
    }

    // Of 4097 to 8192: 12.
    private static int Doublings(int bytes) => BitOperations.Log2((uint)bytes - 1);
}
