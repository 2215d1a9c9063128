using FuncLibs.Runtime.Diagnostics;

namespace HardwareConnector.Publishing;

/// <summary>What the publish thread counted since the process began. Any thread may read it.</summary>
public sealed class PublishCounters
{
    private long _frames;
    private long _bytes;
    private long _blocks;
    private long _oversize;
    private long _refused;

    /// <summary>Frames of all kinds that were handed to the socket.</summary>
    public long Frames => Volatile.Read(ref _frames);

    /// <summary>Bytes of their headers and payloads.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Blocks that were published.</summary>
    public long Blocks => Volatile.Read(ref _blocks);

    /// <summary>Blocks whose payload was larger than a frame may be; their samples were declared lost.</summary>
    public long Oversize => Volatile.Read(ref _oversize);

    /// <summary>Frames that the socket did not take; their numbers are holes.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>What the publish thread allocated.</summary>
    public ThreadAllocation Allocation { get; } = new();

    internal void CountFrame(int bytes, bool sent)
    {
        if (!sent)
            Volatile.Write(ref _refused, _refused + 1);
        Volatile.Write(ref _frames, _frames + 1);
        Volatile.Write(ref _bytes, _bytes + bytes);
    }

    internal void CountBlock() => Volatile.Write(ref _blocks, _blocks + 1);

    internal void CountOversize() => Volatile.Write(ref _oversize, _oversize + 1);
}
