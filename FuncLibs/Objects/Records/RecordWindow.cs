namespace FuncLibs.Objects.Records;

/// <summary>
/// A moving view of a stream. Grows by what came, never by what a header claims, and is used again. Bytes are moved at
/// most a few times each, however little is passed at a time. One thread.
/// </summary>
/// <param name="stream">The stream; stays the caller's.</param>
internal sealed class RecordWindow(Stream stream)
{
    private const int FirstBytes = 64 * 1024;

    private byte[] _bytes = [];
    private int _start;
    private int _end;
    private bool _isAtEnd;

    /// <summary>Place in the stream of the first byte, counted from where it was given.</summary>
    public long Offset { get; private set; }

    /// <summary>Bytes that were copied within the window.</summary>
    public long Moved { get; private set; }

    /// <summary>Bytes it has.</summary>
    public int Count => _end - _start;

    /// <summary>What it has; valid until more is taken from the stream.</summary>
    public Memory<byte> Bytes => _bytes.AsMemory(_start, Count);

    /// <summary>The same.</summary>
    public Span<byte> Span => _bytes.AsSpan(_start, Count);

    /// <summary>Passes the first bytes.</summary>
    public void Pass(int count)
    {
        _start += count;
        Offset += count;
    }

    /// <summary>Takes more from the stream until it has so many bytes.</summary>
    /// <returns>False when the stream ends before.</returns>
    public bool Has(int count)
    {
        while (Count < count)
        {
            if (!Fill())
                return false;
        }

        return true;
    }

    /// <summary>Takes what one read of the stream gives.</summary>
    /// <returns>False at the end of the stream.</returns>
    public bool Fill()
    {
        if (_isAtEnd)
            return false;
        if (_end == _bytes.Length)
            MakeRoom();
        int read = stream.Read(_bytes.AsSpan(_end));
        _end += read;
        _isAtEnd = read == 0;
        return read > 0;
    }

    // Twice as large only when all of it is in use.
    private void MakeRoom()
    {
        byte[] source = _bytes;
        if (_start == 0)
            _bytes = new byte[Math.Max(FirstBytes, (int)Math.Min(Array.MaxLength, 2L * source.Length))];
        int count = Count;
        Buffer.BlockCopy(source, _start, _bytes, 0, count);
        Moved += count;
        (_start, _end) = (0, count);
    }
}
