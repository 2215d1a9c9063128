using System.Buffers;
using FuncLibs.Messaging.Publishing;

namespace HardwareConnector.Publishing;

/// <summary>Where a format of others writes: memory with an end, for one that writes without bound.</summary>
/// <param name="maxBytes">Longest payload in bytes.</param>
public sealed class BoundedOutput(int maxBytes) : IBufferWriter<byte>
{
    // A format reserves for the worst case of a block, and uses less.
    private const int ReserveFactor = 16;

    /// <summary>The buffer behind it.</summary>
    public PayloadBuffer Buffer { get; set; } = new();

    /// <summary>What was written.</summary>
    public ReadOnlySpan<byte> Written => Buffer.Written;

    /// <summary>Begins again.</summary>
    public void Clear() => Buffer.Clear();

    /// <inheritdoc/>
    public void Advance(int count)
    {
        Buffer.Advance(count);
        if (Buffer.Length > maxBytes)
            throw new InvalidOperationException($"it wrote more than {maxBytes} bytes for one block");
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        CheckReserve(sizeHint);
        return Buffer.GetMemory(sizeHint);
    }

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        CheckReserve(sizeHint);
        return Buffer.GetSpan(sizeHint);
    }

    private void CheckReserve(int bytes)
    {
        if (bytes > (long)maxBytes * ReserveFactor)
            throw new InvalidOperationException($"it asked for {bytes} bytes for one block of at most {maxBytes}");
    }
}
