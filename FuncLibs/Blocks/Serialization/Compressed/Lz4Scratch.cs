using System.Buffers;
using System.Numerics;

namespace FuncLibs.Blocks.Serialization.Compressed;

/// <summary>
/// The uncompressed document of one thread: memory that grows to the largest document seen and is kept.
/// </summary>
internal sealed class Lz4Scratch : IBufferWriter<byte>
{
    private byte[] _bytes = [];
    private int _used;

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _used);

    public void Reset() => _used = 0;

    /// <summary>
    /// Room for exactly so many bytes, from the start; the caller has checked the length against its limit.
    /// </summary>
    public Span<byte> Rent(int length)
    {
        _used = 0;
        Require(length);
        _used = length;
        return _bytes.AsSpan(0, length);
    }

    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_bytes.Length - _used), nameof(count));
        _used += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Require(Math.Max(1, sizeHint));
        return _bytes.AsMemory(_used);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Require(Math.Max(1, sizeHint));
        return _bytes.AsSpan(_used);
    }

    private void Require(int more)
    {
        int needed = checked(_used + more);
        if (needed <= _bytes.Length)
            return;
        byte[] larger = GC.AllocateUninitializedArray<byte>(
            (int)Math.Min(BitOperations.RoundUpToPowerOf2((uint)needed), (uint)Array.MaxLength));
        Written.CopyTo(larger);
        _bytes = larger;
    }
}
