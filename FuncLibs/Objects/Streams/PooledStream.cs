using System.Buffers;

namespace FuncLibs.Objects.Streams;

/// <summary>A stream to write to, in memory of the pool. One thread.</summary>
/// <param name="maxBytes">Bytes at most.</param>
internal sealed class PooledStream(int maxBytes) : Stream
{
    private const int FirstBytes = 4096;

    private byte[] _bytes = ArrayPool<byte>.Shared.Rent(Math.Min(FirstBytes, maxBytes));
    private int _length;

    /// <summary>What was written.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    /// <inheritdoc/>
    public override bool CanRead => false;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override long Length => _length;

    /// <inheritdoc/>
    public override long Position
    {
        get => _length;
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (buffer.Length > maxBytes - _length)
            throw new ObjectLimitException($"it has more than {maxBytes} bytes");
        if (buffer.Length > _bytes.Length - _length)
            Grow(_length + buffer.Length);
        buffer.CopyTo(_bytes.AsSpan(_length));
        _length += buffer.Length;
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (_bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(_bytes);
        (_bytes, _length) = ([], 0);
        base.Dispose(disposing);
    }

    private void Grow(int needed)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(maxBytes, Math.Max(needed, 2L * _bytes.Length)));
        Written.CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = larger;
    }
}
