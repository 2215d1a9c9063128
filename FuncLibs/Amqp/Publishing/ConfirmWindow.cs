namespace FuncLibs.Amqp.Publishing;

/// <summary>
/// Messages that were published and are not confirmed: each has a slot with memory of its own until its confirm, and
/// confirms count as a prefix without holes. One thread publishes, another confirms.
/// </summary>
internal sealed class ConfirmWindow
{
    /// <summary>
    /// Messages that may be added after <see cref="HasRoom"/> was true: a welcome and a catalogue before a frame, and a
    /// heartbeat.
    /// </summary>
    public const int Reserve = 4;

    private readonly Lock _gate = new();
    private readonly PublishWindow _limits;
    private readonly Slot[] _slots;
    private long _published;
    private long _confirmed;
    private long _bytes;
    private bool _isFrozen;

    public ConfirmWindow(PublishWindow limits)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(limits.Messages, 1);
        _limits = limits;
        _slots = [.. Enumerable.Range(0, limits.Messages + Reserve).Select(_ => new Slot())];
    }

    /// <summary>Messages published so far; the last one has this number. Any thread.</summary>
    public long Published => Volatile.Read(ref _published);

    /// <summary>The first so many messages are confirmed. Any thread.</summary>
    public long Confirmed => Volatile.Read(ref _confirmed);

    /// <summary>True while one more message may be published. Any thread.</summary>
    public bool HasRoom
    {
        get
        {
            lock (_gate)
                return _published - _confirmed < _limits.Messages && _bytes < _limits.Bytes;
        }
    }

    /// <summary>Publisher: copies a message. The memory stays until the confirm.</summary>
    /// <exception cref="InvalidOperationException">More than <see cref="Reserve"/> were added without room.</exception>
    public ReadOnlyMemory<byte> Add(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        Slot slot;
        lock (_gate)
        {
            if (_published - _confirmed == _slots.Length)
                throw new InvalidOperationException("Every slot holds a message that is not confirmed.");
            slot = SlotOf(_published + 1);
            _bytes += slot.Set(header, payload);
            _published++;
        }

        return slot.Body;
    }

    /// <summary>Confirms a message, or all up to it. Numbers that were never given are ignored.</summary>
    public void Confirm(long number, bool upTo)
    {
        lock (_gate)
        {
            if (_isFrozen || number <= _confirmed || number > _published)
                return;
            for (long one = upTo ? _confirmed + 1 : number; one <= number; one++)
                SlotOf(one).IsConfirmed = true;
            long confirmed = _confirmed;
            while (confirmed < _published && SlotOf(confirmed + 1).IsConfirmed)
                _bytes -= SlotOf(++confirmed).Body.Length;
            Volatile.Write(ref _confirmed, confirmed);
        }
    }

    /// <summary>Nothing is confirmed any more, whatever the broker says from here on.</summary>
    public void Freeze()
    {
        lock (_gate)
            _isFrozen = true;
    }

    private Slot SlotOf(long number) => _slots[(number - 1) % _slots.Length];

    private sealed class Slot
    {
        private byte[] _memory = [];
        private int _length;

        public bool IsConfirmed { get; set; }

        public ReadOnlyMemory<byte> Body => _memory.AsMemory(0, _length);

        public int Set(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
        {
            IsConfirmed = false;
            _length = checked(header.Length + payload.Length);
            if (_memory.Length < _length)
                _memory = GC.AllocateUninitializedArray<byte>(checked(_length + (_length / 4)));
            header.CopyTo(_memory);
            payload.CopyTo(_memory.AsSpan(header.Length));
            return _length;
        }
    }
}
