using FuncLibs.Runtime.Rings;

namespace SignalMonitor.Alarms;

/// <summary>
/// The queue between the compute thread, which makes events, and the one thread that logs, publishes and records them.
/// Bounded, and everything is allocated at once; an event that finds it full is counted, and its number is missing. The
/// events of a block leave in the order of time, then limit, so that how samples were cut into blocks changes nothing.
/// Its arithmetic closes after each block: offered = taken + dropped + held.
/// </summary>
internal sealed class AlarmEvents : IDisposable
{
    /// <summary>Default capacity.</summary>
    public const int DefaultCapacity = 4096;

    private static readonly Comparison<AlarmEvent> ByTime = Compare;

    private readonly SpscRing<AlarmEvent> _ring;
    private readonly AlarmEvent[] _block;
    private int _count;
    private long _tooMany;
    private long _unnumbered;

    /// <param name="capacity">Events it holds at most, of one block and in all: a power of two, 2 to 65,536.</param>
    public AlarmEvents(int capacity = DefaultCapacity) =>
        (_ring, _block) = (new SpscRing<AlarmEvent>(capacity), new AlarmEvent[capacity]);

    /// <summary>Compute: number of the newest event.</summary>
    public long Number { get; set; }

    /// <summary>Events that were made.</summary>
    public long Offered => _ring.Offered + Volatile.Read(ref _tooMany);

    /// <summary>Events that the consumer took.</summary>
    public long Taken => _ring.Taken;

    /// <summary>Events that did not fit.</summary>
    public long Dropped => _ring.Dropped + Volatile.Read(ref _tooMany);

    /// <summary>Events that wait.</summary>
    public int Held => _ring.Count;

    /// <summary>Compute: adds an event of this block; its number is given when the block ends.</summary>
    public void Add(in AlarmEvent made)
    {
        if (_count < _block.Length)
        {
            _block[_count] = made with { Number = _count };
            _count++;
            return;
        }

        _unnumbered++;
        Volatile.Write(ref _tooMany, _tooMany + 1);
    }

    /// <summary>
    /// Compute: queues the events of a block. One that is refused is counted by the ring, and its number is used
    /// up.
    /// </summary>
    public void Flush()
    {
        if (_count > 1)
            _block.AsSpan(0, _count).Sort(ByTime);
        for (int i = 0; i < _count; i++)
            _ring.TryWrite(_block[i] with { Number = ++Number });
        Number += _unnumbered;
        (_count, _unnumbered) = (0, 0);
    }

    /// <summary>Consumer: takes the oldest event, waiting up to <paramref name="milliseconds"/> for one.</summary>
    public bool TryTake(out AlarmEvent taken, int milliseconds = 0) =>
        milliseconds == 0 ? _ring.TryRead(out taken) : _ring.TryRead(out taken, milliseconds);

    /// <inheritdoc/>
    public void Dispose() => _ring.Dispose();

    // The number is the order of arrival here: the events of one limit keep theirs.
    private static int Compare(AlarmEvent a, AlarmEvent b)
    {
        int byTime = a.UtcNs.CompareTo(b.UtcNs);
        int byLimit = byTime != 0 ? byTime : a.Limit.Id.CompareTo(b.Limit.Id);
        return byLimit != 0 ? byLimit : a.Number.CompareTo(b.Number);
    }
}
