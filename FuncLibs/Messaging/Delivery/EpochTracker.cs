namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// The epochs of one stream from the current one on: the last sequence seen live in each, and the end that the
/// publisher reported. An end counts only after a later epoch was seen live: until then frames of the old one may still
/// arrive.
/// </summary>
internal sealed class EpochTracker
{
    // As many as a welcome may name. If a publisher restarts more often while one gap is open, the oldest is dropped.
    private const int MaxEntries = 65_536;

    private readonly List<Entry> _entries = new(4);

    /// <summary>The newest epoch that was seen live; 0 for none.</summary>
    public ulong Newest { get; private set; }

    /// <summary>
    /// Below this epoch, the publisher has reported the end of every epoch, or that nothing was published in it.
    /// </summary>
    public ulong ClosedBelow { get; private set; }

    /// <summary>
    /// Records that an epoch has reached at least <paramref name="last"/>, from a frame or a heartbeat.
    /// </summary>
    public void Observe(ulong epoch, ulong last)
    {
        int index = IndexOf(epoch);
        _entries[index] = _entries[index] with { Seen = Math.Max(_entries[index].Seen, last) };
        Newest = Math.Max(Newest, epoch);
    }

    /// <summary>Records the end of an epoch that the publisher reported.</summary>
    public void End(ulong epoch, ulong last)
    {
        int index = IndexOf(epoch);
        _entries[index] = _entries[index] with { End = Math.Max(_entries[index].End, last) };
    }

    /// <summary>Every end below an epoch was reported, or is no longer awaited.</summary>
    public void Close(ulong below) => ClosedBelow = Math.Max(ClosedBelow, below);

    /// <summary>The last known sequence of an epoch; 0 for none.</summary>
    public ulong LastOf(ulong epoch)
    {
        foreach (Entry entry in _entries)
        {
            if (entry.Epoch == epoch)
                return LastOf(entry);
        }

        return 0;
    }

    /// <summary>The next later epoch in which something was published, or the newest.</summary>
    public ulong After(ulong epoch)
    {
        foreach (Entry entry in _entries)
        {
            if (entry.Epoch > epoch && (entry.Epoch == Newest || (entry.Epoch < Newest && LastOf(entry) > 0)))
                return entry.Epoch;
        }

        return Newest;
    }

    /// <summary>Earlier epochs that were seen and whose end was not reported.</summary>
    public IEnumerable<ulong> OpenBefore(ulong epoch) =>
        _entries.Where(entry => entry.Epoch < epoch && entry.End == 0).Select(entry => entry.Epoch);

    /// <summary>Number of known sequences in all later epochs.</summary>
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

    /// <summary>Removes the epochs before this one; they are settled.</summary>
    public void Forget(ulong before)
    {
        while (_entries.Count > 0 && _entries[0].Epoch < before)
            _entries.RemoveAt(0);
    }

    private ulong LastOf(in Entry entry) => entry.Epoch < Newest ? Math.Max(entry.Seen, entry.End) : entry.Seen;

    // There are few epochs, and the last one is nearly always meant.
    private int IndexOf(ulong epoch)
    {
        int index = _entries.Count;
        while (index > 0 && _entries[index - 1].Epoch > epoch)
            index--;
        if (index > 0 && _entries[index - 1].Epoch == epoch)
            return index - 1;
        if (_entries.Count == MaxEntries)
        {
            _entries.RemoveAt(0);
            index = Math.Max(0, index - 1);
        }

        _entries.Insert(index, new Entry(epoch, 0, 0));
        return index;
    }

    private readonly record struct Entry(ulong Epoch, ulong Seen, ulong End);
}
