using System.Buffers;

namespace FuncLibs.Objects;

/// <summary>
/// Counts what is written, and ends it beyond a limit. Libraries ask for more memory than they write, so what they ask
/// for does not count.
/// </summary>
/// <param name="output">Where it goes.</param>
/// <param name="maxBytes">Bytes at most.</param>
internal sealed class LimitedWriter(IBufferWriter<byte> output, int maxBytes) : IBufferWriter<byte>
{
    /// <summary>Bytes so far.</summary>
    public long Written { get; private set; }

    /// <inheritdoc/>
    public void Advance(int count)
    {
        Check(count);
        Written += count;
        output.Advance(count);
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Check(0);
        return output.GetMemory(sizeHint);
    }

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Check(0);
        return output.GetSpan(sizeHint);
    }

    private void Check(int more)
    {
        if (Written + more > maxBytes)
            throw new ObjectLimitException($"it has more than {maxBytes} bytes");
    }
}

/// <summary>An object is larger than its limits; it does not leave this library.</summary>
internal sealed class ObjectLimitException : FormatException
{
    public ObjectLimitException()
    {
    }

    public ObjectLimitException(string message)
        : base(message)
    {
    }

    public ObjectLimitException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
