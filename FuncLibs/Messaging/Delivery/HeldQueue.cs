using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Delivery;

/// <summary>A frame that waits.</summary>
/// <param name="Epoch">Its epoch.</param>
/// <param name="Sequence">Its sequence.</param>
/// <param name="Token">What the caller keeps it under.</param>
/// <param name="Bytes">What it takes of the budget.</param>
/// <param name="Flags">The flags of its header.</param>
/// <param name="Replayed">It came out of the journal.</param>
internal readonly record struct HeldFrame(ulong Epoch, ulong Sequence, int Token, int Bytes, FrameFlags Flags, bool Replayed)
{
    public bool IsBefore(ulong epoch, ulong sequence) => Epoch < epoch || (Epoch == epoch && Sequence < sequence);

    public bool Is(ulong epoch, ulong sequence) => Epoch == epoch && Sequence == sequence;
}

/// <summary>
/// Frames that wait, by epoch and sequence. Usually the next one goes to the end; out of order it is put in its place by moving the
/// shorter side. Takes memory only to grow.
/// </summary>
internal sealed class HeldQueue
{
    private HeldFrame[] _ring = new HeldFrame[64];
    private int _first;

    public int Count { get; private set; }

    public HeldFrame Oldest => _ring[_first];

    /// <summary>Puts a frame in its place; false when it is there already.</summary>
    public bool TryInsert(in HeldFrame frame)
    {
        int place = IndexOf(frame.Epoch, frame.Sequence);
        if (place < Count && At(place).Is(frame.Epoch, frame.Sequence))
            return false;
        if (Count == _ring.Length)
            Grow();
        if (place > Count / 2)
            MoveBack(place);
        else
            MoveForward(place);
        Count++;
        At(place) = frame;
        return true;
    }

    public HeldFrame Dequeue()
    {
        HeldFrame frame = _ring[_first];
        _first = (_first + 1) & (_ring.Length - 1);
        Count--;
        return frame;
    }

    private ref HeldFrame At(int place) => ref _ring[(_first + place) & (_ring.Length - 1)];

    // The number of frames before it.
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

    private void MoveBack(int place)
    {
        for (int i = Count; i > place; i--)
            At(i) = At(i - 1);
    }

    private void MoveForward(int place)
    {
        _first = (_first - 1) & (_ring.Length - 1);
        for (int i = 0; i < place; i++)
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

/// <summary>What frames that wait may take, over all streams of a consumer. One thread takes and gives back, any thread reads.</summary>
public sealed class HoldBudget
{
    private long _bytes;
    private int _frames;

    /// <summary>Makes an unused budget.</summary>
    /// <param name="bytes">Bytes at most.</param>
    /// <param name="frames">Frames at most.</param>
    public HoldBudget(long bytes, int frames)
    {
        MaxBytes = bytes;
        MaxFrames = frames;
    }

    /// <summary>Bytes at most.</summary>
    public long MaxBytes { get; }

    /// <summary>Frames at most.</summary>
    public int MaxFrames { get; }

    /// <summary>Bytes that wait now.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Frames that wait now.</summary>
    public int Frames => Volatile.Read(ref _frames);

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
