namespace FuncLibs.Messaging.Delivery;

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
