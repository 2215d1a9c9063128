namespace SignalMonitor.Recorder;

/// <summary>
/// Copies of frames in the order in which they came, in bounded memory: it grows up to its limit while it is needed,
/// and does not allocate otherwise. One thread at a time.
/// </summary>
/// <typeparam name="TTag">What is known of a frame beside its bytes.</typeparam>
/// <param name="maxBytes">Bytes at most, 1 or more.</param>
internal sealed class FrameQueue<TTag>(int maxBytes)
{
    private const int FirstBytes = 1 << 20;
    private const int FirstEntries = 256;

    private byte[] _bytes = [];
    private Entry[] _entries = [];
    private int _first;
    private int _tail;

    /// <summary>Frames in it.</summary>
    public int Count { get; private set; }

    /// <summary>What is known of a frame.</summary>
    /// <param name="index">From 0 for the oldest.</param>
    public ref readonly TTag Tag(int index) => ref At(index).Tag;

    /// <summary>Its header as it was received.</summary>
    public ReadOnlySpan<byte> Header(int index) => _bytes.AsSpan(At(index).Offset, At(index).HeaderLength);

    /// <summary>Its payload.</summary>
    public ReadOnlySpan<byte> Payload(int index) =>
        _bytes.AsSpan(At(index).Offset + At(index).HeaderLength, At(index).PayloadLength);

    /// <summary>Adds a frame; false when it does not fit before the oldest is removed, or at all.</summary>
    public bool TryAdd(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload, in TTag tag)
    {
        int size = header.Length + payload.Length;
        int offset = PlaceFor(size);
        if (offset < 0 && !TryGrow(size, out offset))
            return false;
        if (Count == _entries.Length)
            GrowEntries();
        header.CopyTo(_bytes.AsSpan(offset));
        payload.CopyTo(_bytes.AsSpan(offset + header.Length));
        _entries[(_first + Count++) % _entries.Length] = new Entry(offset, header.Length, payload.Length, tag);
        _tail = offset + size;
        return true;
    }

    /// <summary>Removes the oldest of at least one.</summary>
    public void RemoveOldest()
    {
        _entries[_first] = default;
        _first = (_first + 1) % _entries.Length;
        Count--;
    }

    private ref Entry At(int index) => ref _entries[(_first + index) % _entries.Length];

    // A frame is in one piece: the rest of a lap that is too short stays empty.
    private int PlaceFor(int size)
    {
        if (Count == 0)
            return size <= _bytes.Length ? 0 : -1;
        int head = At(0).Offset;
        if (_tail <= head)
            return _tail + size <= head ? _tail : -1;
        if (_tail + size <= _bytes.Length)
            return _tail;
        return size <= head ? 0 : -1;
    }

    private bool TryGrow(int size, out int offset)
    {
        offset = 0;
        long wanted = Math.Min(maxBytes, Math.Max(FirstBytes, (long)_bytes.Length * 2));
        while (wanted < maxBytes && wanted < (long)_bytes.Length + size)
            wanted = Math.Min(maxBytes, wanted * 2);
        if (wanted <= _bytes.Length || size > maxBytes)
            return false;
        byte[] larger = new byte[wanted];
        int at = 0;
        for (int index = 0; index < Count; index++)
        {
            ref Entry entry = ref At(index);
            int length = entry.HeaderLength + entry.PayloadLength;
            _bytes.AsSpan(entry.Offset, length).CopyTo(larger.AsSpan(at));
            entry = entry with { Offset = at };
            at += length;
        }

        (_bytes, _tail) = (larger, at);
        offset = PlaceFor(size);
        return offset >= 0;
    }

    private void GrowEntries()
    {
        Entry[] larger = new Entry[Math.Max(FirstEntries, 2 * _entries.Length)];
        for (int index = 0; index < Count; index++)
            larger[index] = At(index);
        (_entries, _first) = (larger, 0);
    }

    private readonly record struct Entry(int Offset, int HeaderLength, int PayloadLength, TTag Tag)
    {
        public readonly TTag Tag = Tag;
    }
}
