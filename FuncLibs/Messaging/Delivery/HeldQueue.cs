using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Delivery;

/// <summary>A frame that is held until the gap before it is closed.</summary>
/// <param name="Epoch">Its epoch.</param>
/// <param name="Sequence">Its sequence.</param>
/// <param name="Token">The caller's key of the frame.</param>
/// <param name="Bytes">Its share of the hold budget in bytes.</param>
/// <param name="Flags">The flags of its header.</param>
/// <param name="Replayed">True for a frame from the journal.</param>
internal readonly record struct HeldFrame(
    ulong Epoch, ulong Sequence, int Token, int Bytes, FrameFlags Flags, bool Replayed)
{
    public bool IsBefore(ulong epoch, ulong sequence) => Epoch < epoch || (Epoch == epoch && Sequence < sequence);

    public bool Is(ulong epoch, ulong sequence) => Epoch == epoch && Sequence == sequence;
}

/// <summary>
/// Held frames, sorted by epoch and sequence. The next one usually goes to the end; a frame that is out of order is
/// inserted by moving the shorter side. Allocates only to grow.
/// </summary>
internal sealed class HeldQueue
{
    private HeldFrame[] _ring = new HeldFrame[64];
    private int _first;

    public int Count { get; private set; }

    public HeldFrame Oldest => _ring[_first];

    /// <summary>Inserts a frame in order; false for a duplicate.</summary>
    public bool TryInsert(in HeldFrame frame)
    {
        int index = IndexOf(frame.Epoch, frame.Sequence);
        if (index < Count && At(index).Is(frame.Epoch, frame.Sequence))
            return false;
        if (Count == _ring.Length)
            Grow();
        if (index > Count / 2)
            MoveBack(index);
        else
            MoveForward(index);
        Count++;
        At(index) = frame;
        return true;
    }

    public HeldFrame Dequeue()
    {
        HeldFrame frame = _ring[_first];
        _first = (_first + 1) & (_ring.Length - 1);
        Count--;
        return frame;
    }

    private ref HeldFrame At(int index) => ref _ring[(_first + index) & (_ring.Length - 1)];

    // Number of frames before this one.
    private int IndexOf(ulong epoch, ulong sequence)
    {
        if (Count == 0 || At(Count - 1).IsBefore(epoch, sequence))
            return Count;
        (int low, int high) = (0, Count - 1);
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (At(middle).IsBefore(epoch, sequence))
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    private void MoveBack(int index)
    {
        for (int i = Count; i > index; i--)
            At(i) = At(i - 1);
    }

    private void MoveForward(int index)
    {
        _first = (_first - 1) & (_ring.Length - 1);
        for (int i = 0; i < index; i++)
            At(i) = At(i + 1);
    }

    private void Grow()
    {
        HeldFrame[] larger = new HeldFrame[_ring.Length * 2];
        for (int i = 0; i < Count; i++)
            larger[i] = At(i);
        (_ring, _first) = (larger, 0);
    }
}

/// <summary>
/// Budget of held frames over all streams of a consumer. One thread reserves and returns, any thread reads.
/// </summary>
public sealed class HoldBudget
{
    private long _bytes;
    private int _frames;

    /// <summary>Creates an unused budget.</summary>
    /// <param name="bytes">Limit in bytes.</param>
    /// <param name="frames">Limit in frames.</param>
    public HoldBudget(long bytes, int frames)
    {
        MaxBytes = bytes;
        MaxFrames = frames;
    }

    /// <summary>Limit in bytes.</summary>
    public long MaxBytes { get; }

    /// <summary>Limit in frames.</summary>
    public int MaxFrames { get; }

    /// <summary>Bytes held now.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Frames held now.</summary>
    public int Frames => Volatile.Read(ref _frames);

    internal bool IsHalfUsed => _frames > MaxFrames / 2 || _bytes > MaxBytes / 2;

    internal bool HasRoomFor(int bytes) => _frames < MaxFrames && _bytes + bytes <= MaxBytes;

    internal void Reserve(int bytes)
    {
        Volatile.Write(ref _bytes, _bytes + bytes);
        Volatile.Write(ref _frames, _frames + 1);
    }

    internal void Return(int bytes)
    {
        Volatile.Write(ref _bytes, _bytes - bytes);
        Volatile.Write(ref _frames, _frames - 1);
    }
}
