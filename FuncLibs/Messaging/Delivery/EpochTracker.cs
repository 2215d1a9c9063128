namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// What is known of the epochs of one stream from the one in force on: how far each was seen on the live way, and where the publisher says
/// that it ended. An end counts only when a later epoch was seen live: until then frames of the old one may still be on their way.
/// </summary>
internal sealed class EpochTracker
{
    // As many as a welcome may name. A publisher that restarted more often while one hole is open loses the oldest.
    private const int MaxEntries = 65_536;

    private readonly List<Entry> _entries = new(4);

    /// <summary>The newest epoch that was seen live; 0 none.</summary>
    public ulong Newest { get; private set; }

    /// <summary>Of every epoch below this one the publisher has said where it ended, or that it published nothing.</summary>
    public ulong ClosedBelow { get; private set; }

    /// <summary>A frame or a heartbeat says that an epoch is at least so far.</summary>
    public void Observe(ulong epoch, ulong last)
    {
        int place = IndexOf(epoch);
        _entries[place] = _entries[place] with { Seen = Math.Max(_entries[place].Seen, last) };
        Newest = Math.Max(Newest, epoch);
    }

    /// <summary>The publisher says where an epoch ended.</summary>
    public void End(ulong epoch, ulong last)
    {
        int place = IndexOf(epoch);
        _entries[place] = _entries[place] with { End = Math.Max(_entries[place].End, last) };
    }

    /// <summary>Every end below an epoch was told, or is no longer waited for.</summary>
    public void Close(ulong below) => ClosedBelow = Math.Max(ClosedBelow, below);

    /// <summary>The last sequence of an epoch as far as known; 0 none.</summary>
    public ulong LastOf(ulong epoch)
    {
        foreach (Entry entry in _entries)
        {
            if (entry.Epoch == epoch)
                return LastOf(entry);
        }

        return 0;
    }

    /// <summary>The epoch that follows, of those that published something, or the newest.</summary>
    public ulong After(ulong epoch)
    {
        foreach (Entry entry in _entries)
        {
            if (entry.Epoch > epoch && (entry.Epoch == Newest || (entry.Epoch < Newest && LastOf(entry) > 0)))
                return entry.Epoch;
        }

        return Newest;
    }

    /// <summary>Epochs that were met before this one, and of which nobody said how they ended.</summary>
    public IEnumerable<ulong> OpenBefore(ulong epoch) =>
        _entries.Where(entry => entry.Epoch < epoch && entry.End == 0).Select(entry => entry.Epoch);

    /// <summary>Sequences of all later epochs.</summary>
    public ulong CountAfter(ulong epoch)
    {
        ulong count = 0;
        foreach (Entry entry in _entries)
        {
            if (entry.Epoch > epoch)
                count += LastOf(entry);
        }

        return count;
    }

    /// <summary>Epochs before this one are settled.</summary>
    public void Forget(ulong before)
    {
        while (_entries.Count > 0 && _entries[0].Epoch < before)
            _entries.RemoveAt(0);
    }

    private ulong LastOf(in Entry entry) => entry.Epoch < Newest ? Math.Max(entry.Seen, entry.End) : entry.Seen;

    // Few epochs, and nearly always the last one.
    private int IndexOf(ulong epoch)
    {
        int place = _entries.Count;
        while (place > 0 && _entries[place - 1].Epoch > epoch)
            place--;
        if (place > 0 && _entries[place - 1].Epoch == epoch)
            return place - 1;
        if (_entries.Count == MaxEntries)
        {
            _entries.RemoveAt(0);
            place = Math.Max(0, place - 1);
        }

        _entries.Insert(place, new Entry(epoch, 0, 0));
        return place;
    }

    private readonly record struct Entry(ulong Epoch, ulong Seen, ulong End);
}
