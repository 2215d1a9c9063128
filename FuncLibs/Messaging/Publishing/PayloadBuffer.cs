using System.Buffers;

namespace FuncLibs.Messaging.Publishing;

/// <summary>A buffer for payloads that is reused. One thread at a time.</summary>
public sealed class PayloadBuffer : IBufferWriter<byte>
{
    private byte[] _bytes = new byte[1024];

    /// <summary>Bytes written since <see cref="Clear"/>.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Length);

    /// <summary>Bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>Begins a new payload; keeps the memory.</summary>
    public void Clear() => Length = 0;

    /// <summary>Replaces the payload.</summary>
    public void Set(ReadOnlySpan<byte> payload)
    {
        Clear();
        payload.CopyTo(GetSpan(payload.Length));
        Length = payload.Length;
    }

    /// <inheritdoc/>
    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_bytes.Length - Length), nameof(count));
        Length += count;
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsMemory(Length);
    }

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsSpan(Length);
    }

    private void Reserve(int bytes)
    {
        int wanted = checked(Length + Math.Max(1, bytes));
        if (wanted > _bytes.Length)
            Array.Resize(ref _bytes, Math.Max(wanted, _bytes.Length * 2));
    }
}
