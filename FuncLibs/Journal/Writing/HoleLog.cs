namespace FuncLibs.Journal.Writing;

/// <summary>
/// Holes that nobody has declared yet. The publish thread and the journal thread add, the publish thread takes. The lock is held for a
/// few comparisons, never over a system call. Bounded: when all places are taken, a hole widens the newest of its stream, and
/// <see cref="JournalHole.Count"/> still says how many frames there are.
/// </summary>
internal sealed class HoleLog(ulong epoch)
{
    private const int Capacity = 256;

    private readonly Lock _lock = new();
    private readonly JournalHole[] _holes = new JournalHole[Capacity];
    private int _count;
    private long _total;

    /// <summary>Frames in all holes since the start.</summary>
    public long TotalFrames => Volatile.Read(ref _total);

    /// <summary>True when there is something to take.</summary>
    public bool Any => Volatile.Read(ref _count) > 0;

    /// <summary>Adds a range; one that follows on another of its stream and reason becomes part of it.</summary>
    public void Add(uint stream, ulong from, ulong to, HoleReason reason)
    {
        var hole = new JournalHole(epoch, stream, from, to, to - from + 1, reason);
        lock (_lock)
        {
            Volatile.Write(ref _total, _total + (long)hole.Count);
            int newest = NewestOf(stream);
            if (newest >= 0 && _holes[newest].Reason == reason && _holes[newest].To + 1 == from)
                Widen(newest, hole);
            else if (_count < Capacity)
                _holes[_count++] = hole;
            else
                Widen(Math.Max(newest, 0), hole);
        }
    }

    /// <summary>Takes the oldest.</summary>
    public bool TryTake(out JournalHole hole)
    {
        lock (_lock)
        {
            hole = _holes[0];
            if (_count == 0)
                return false;
            Array.Copy(_holes, 1, _holes, 0, --_count);
            return true;
        }
    }

    private int NewestOf(uint stream)
    {
        int at = _count - 1;
        while (at >= 0 && _holes[at].Stream != stream)
            at--;
        return at;
    }

    private void Widen(int at, in JournalHole by) => _holes[at] = _holes[at] with
    {
        From = Math.Min(_holes[at].From, by.From),
        To = Math.Max(_holes[at].To, by.To),
        Count = _holes[at].Count + by.Count,
    };
}
