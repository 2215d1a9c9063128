using System.Collections.Immutable;

namespace SignalMonitor.Events;

/// <summary>
/// What happened, for the dashboards: the last events of all kinds, numbered from 1 on in the order in which they were
/// added. Bounded: the oldest are dropped, and a reader gets the number that it missed. Any thread, but none that must
/// not wait: a lock is held for a few copies.
/// </summary>
/// <param name="capacity">Events that are kept.</param>
internal sealed class EventLog(int capacity = EventLog.DefaultCapacity)
{
    /// <summary>Events that are kept by default.</summary>
    public const int DefaultCapacity = 10_000;

    /// <summary>Characters of a text at most; a longer one loses its end.</summary>
    public const int TextLength = 2000;

    private readonly Lock _gate = new();
    private readonly DashboardEvent[] _ring = new DashboardEvent[capacity];
    private long _last;

    /// <summary>Number of the newest event; 0 before the first.</summary>
    public long Last => Volatile.Read(ref _last);

    /// <summary>Adds an event.</summary>
    /// <param name="kind">What it is of.</param>
    /// <param name="stream">Name of the stream that it concerns; empty for none.</param>
    /// <param name="severity">How much it matters.</param>
    /// <param name="utcNs">When it happened, UTC ns.</param>
    /// <param name="text">One line for people.</param>
    /// <returns>Its number.</returns>
    public long Add(DashboardEventKind kind, string stream, DashboardEventSeverity severity, long utcNs, string text)
    {
        string kept = text.Length > TextLength ? text[..TextLength] : text;
        lock (_gate)
        {
            long number = _last + 1;
            _ring[number % _ring.Length] = new DashboardEvent(number, utcNs, kind, stream, severity, kept);
            Volatile.Write(ref _last, number);
            return number;
        }
    }

    /// <summary>The events after one, the oldest first.</summary>
    /// <param name="after">Number of the last one that is known; 0 none.</param>
    /// <param name="max">How many at most, 1 or more.</param>
    public DashboardEvents ReadAfter(long after, int max)
    {
        lock (_gate)
        {
            long first = Math.Max(after + 1, _last - _ring.Length + 1);
            long last = Math.Min(_last, first + max - 1);
            ImmutableArray<DashboardEvent>.Builder events =
                ImmutableArray.CreateBuilder<DashboardEvent>((int)Math.Max(0, last - first + 1));
            for (long number = first; number <= last; number++)
                events.Add(_ring[number % _ring.Length]);
            return new DashboardEvents(events.MoveToImmutable(), first - after - 1);
        }
    }
}
