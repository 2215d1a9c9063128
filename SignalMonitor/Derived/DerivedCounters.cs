using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;

namespace SignalMonitor.Derived;

/// <summary>What the publishing thread of derived values did. Any thread may read it.</summary>
internal sealed class DerivedCounters : IFrameObserver
{
    private long _blocks;
    private long _refused;
    private long _bytes;

    /// <summary>Blocks that were published.</summary>
    public long Blocks => Volatile.Read(ref _blocks);

    /// <summary>Frames that the socket refused; their numbers are gaps.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>Bytes of headers and payloads.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>What the thread allocated.</summary>
    public ThreadAllocation Allocation { get; } = new();

    /// <inheritdoc/>
    public void Sending(in FrameHeader header, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload)
    {
        if (header.Kind == FrameKind.Derived)
            Volatile.Write(ref _blocks, _blocks + 1);
    }

    /// <inheritdoc/>
    public void Sent(int bytes, bool taken)
    {
        Volatile.Write(ref _bytes, _bytes + bytes);
        if (!taken)
            Volatile.Write(ref _refused, _refused + 1);
    }
}
