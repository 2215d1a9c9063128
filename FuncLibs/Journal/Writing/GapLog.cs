namespace FuncLibs.Journal.Writing;

/// <summary>
/// Holes that nobody has declared yet. The publish thread and the journal thread add, the publish thread takes. The lock is held for a
/// few comparisons, never over a system call. Bounded: when all places are taken, the two oldest holes of one stream become one, whose
/// <see cref="JournalGap.Count"/> still says how many frames are missing.
/// </summary>
internal sealed class GapLog(ulong epoch)
{
    private const int Capacity = 256;

    private readonly Lock _lock = new();
    private JournalGap[] _holes = new JournalGap[Capacity];
    private int _count;
    private long _total;

    /// <summary>Frames in all holes since the start.</summary>
    public long TotalFrames => Volatile.Read(ref _total);

    /// <summary>True when there is something to take.</summary>
    public bool Any => Volatile.Read(ref _count) > 0;

    /// <summary>Adds a range; one that follows on another of its stream and reason becomes part of it.</summary>
    public void Add(uint stream, ulong from, ulong to, GapReason reason)
    {
        var hole = new JournalGap(epoch, stream, from, to, to - from + 1, reason);
        lock (_lock)
        {
            Volatile.Write(ref _total, _total + (long)hole.Count);
            int newest = NewestOf(stream);
            if (newest >= 0 && _holes[newest].Reason == reason && _holes[newest].To + 1 == from)
            {
                _holes[newest] = Joined(_holes[newest], hole);
                return;
            }

            if (_count == _holes.Length)
                MakeRoom();
            _holes[_count++] = hole;
        }
    }

    /// <summary>Takes the oldest.</summary>
    public bool TryTake(out JournalGap hole)
    {
        lock (_lock)
        {
            hole = _holes[0];
            if (_count == 0)
                return false;
            RemoveAt(0);
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

    // More streams with holes than places need more places; streams are bounded by the publisher.
    private void MakeRoom()
    {
        for (int older = 0; older < _count; older++)
        {
            int newer = Array.FindIndex(_holes, older + 1, _count - older - 1, hole => hole.Stream == _holes[older].Stream);
            if (newer < 0)
                continue;
            _holes[newer] = Joined(_holes[older], _holes[newer]);
            RemoveAt(older);
            return;
        }

        Array.Resize(ref _holes, 2 * _holes.Length);
    }

    private void RemoveAt(int place) => Array.Copy(_holes, place + 1, _holes, place, --_count - place);

    private static JournalGap Joined(in JournalGap older, in JournalGap newer) => newer with
    {
        From = Math.Min(older.From, newer.From),
        To = Math.Max(older.To, newer.To),
        Count = older.Count + newer.Count,
    };
}
