using FuncLibs.Messaging.Wire;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// Gaps that are not declared yet. The publish thread and the journal thread add, the publish thread takes. The lock is
/// held for a few comparisons, never over a system call. Bounded: when all places are taken, the two oldest gaps of one
/// stream become one, whose <see cref="JournalGap.Count"/> still counts the missing frames.
/// </summary>
internal sealed class GapLog(ulong epoch)
{
    private const int Capacity = 256;

    private readonly Lock _lock = new();
    private JournalGap[] _gaps = new JournalGap[Capacity];
    private int _count;
    private long _total;
    private long _blocks;

    /// <summary>Frames in all gaps since the start.</summary>
    public long TotalFrames => Volatile.Read(ref _total);

    /// <summary>Those of data streams.</summary>
    public long TotalBlocks => Volatile.Read(ref _blocks);

    /// <summary>True when there is something to take.</summary>
    public bool Any => Volatile.Read(ref _count) > 0;

    /// <summary>Adds a range; one that follows on another of its stream and reason becomes part of it.</summary>
    public void Add(uint stream, ulong from, ulong to, GapReason reason)
    {
        var gap = new JournalGap(epoch, stream, from, to, to - from + 1, reason);
        lock (_lock)
        {
            Volatile.Write(ref _total, _total + (long)gap.Count);
            if (FrameHeader.IsDataStream(stream))
                Volatile.Write(ref _blocks, _blocks + (long)gap.Count);
            int newest = NewestOf(stream);
            if (newest >= 0 && _gaps[newest].Reason == reason && _gaps[newest].To + 1 == from)
            {
                _gaps[newest] = Joined(_gaps[newest], gap);
                return;
            }

            if (_count == _gaps.Length)
                JoinOldest();
            _gaps[_count++] = gap;
        }
    }

    /// <summary>Takes the oldest.</summary>
    public bool TryTake(out JournalGap gap)
    {
        lock (_lock)
        {
            gap = _gaps[0];
            if (_count == 0)
                return false;
            RemoveAt(0);
            return true;
        }
    }

    private int NewestOf(uint stream)
    {
        int at = _count - 1;
        while (at >= 0 && _gaps[at].Stream != stream)
            at--;
        return at;
    }

    // More streams with gaps than places need more places; streams are bounded by the publisher.
    private void JoinOldest()
    {
        for (int older = 0; older < _count; older++)
        {
            int newer = Array.FindIndex(_gaps, older + 1, _count - older - 1, gap => gap.Stream == _gaps[older].Stream);
            if (newer < 0)
                continue;
            _gaps[newer] = Joined(_gaps[older], _gaps[newer]);
            RemoveAt(older);
            return;
        }

        Array.Resize(ref _gaps, 2 * _gaps.Length);
    }

    private void RemoveAt(int place) => Array.Copy(_gaps, place + 1, _gaps, place, --_count - place);

    private static JournalGap Joined(in JournalGap older, in JournalGap newer) => newer with
    {
        From = Math.Min(older.From, newer.From),
        To = Math.Max(older.To, newer.To),
        Count = older.Count + newer.Count,
    };
}
