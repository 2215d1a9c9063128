using FuncLibs.Hosting.Summaries;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Streams;

/// <summary>
/// What a run counts of one stream: from the first frame delivered after warm-up, one entry an epoch; later epochs
/// count from their first sequence, as the run was there. Under the stream's lock. An entry allocates; there is one an
/// epoch.
/// </summary>
internal sealed class StreamRunAccount
{
    private readonly uint _stream;
    private readonly List<Entry> _entries = [];
    private bool _running;
    private long _undecodableBefore;
    private long _firstAcquiredNs;
    private long _lastAcquiredNs;

    public StreamRunAccount(uint stream) => _stream = stream;

    /// <summary>Seconds of the rig's time from the first delivered block to the last.</summary>
    public double Seconds => (_lastAcquiredNs - _firstAcquiredNs) / (double)UtcClock.NanosecondsPerSecond;

    /// <summary>Warm-up is over.</summary>
    public void Begin(long undecodable)
    {
        _entries.Clear();
        (_firstAcquiredNs, _lastAcquiredNs) = (0, 0);
        _running = true;
        _undecodableBefore = undecodable;
    }

    public void OnDelivered(in FrameHeader header, bool replayed = false)
    {
        if (!_running)
            return;
        Entry entry = GetEntry(header.Epoch);
        if (entry.First == 0)
            entry.First = header.Sequence;
        if (_firstAcquiredNs == 0)
            _firstAcquiredNs = header.AcquiredNs;
        _lastAcquiredNs = header.AcquiredNs;
        entry.Delivered++;
        entry.Replayed += replayed ? 1 : 0;
    }

    /// <summary>A range was declared lost; what is before the first delivered frame is not part of the run.</summary>
    public void OnDeclared(LostRange range)
    {
        if (!_running)
            return;
        Entry entry = GetEntry(range.Epoch);
        if (entry.First != 0 && range.From >= entry.First)
            entry.DeclaredLost += range.Count;
    }

    public void OnLostBefore(ulong epoch, long blocks)
    {
        if (_running)
            GetEntry(epoch).LostBefore += blocks;
    }

    public void OnEnd(ulong epoch, ulong last)
    {
        if (!_running)
            return;
        Entry entry = GetEntry(epoch);
        (entry.EndSeen, entry.EndLast) = (true, last);
    }

    /// <summary>
    /// The entries. Payloads that could not be decoded count as declared lost, in the newest epoch, and so does what is
    /// still missing at the time of the summary, in its own.
    /// </summary>
    public IReadOnlyList<DeliveredStream> Entries(long undecodable, ulong missingIn = 0, long missing = 0)
    {
        long refused = undecodable - _undecodableBefore;
        return
        [
            .. _entries.Select((entry, i) => ToSummary(
                entry,
                i == _entries.Count - 1 ? refused : 0,
                entry.Epoch == missingIn && entry.First != 0 ? missing : 0)),
        ];
    }

    private DeliveredStream ToSummary(Entry entry, long refused, long missing) => new()
    {
        StreamId = _stream,
        Epoch = entry.Epoch,
        First = entry.First,
        Delivered = entry.Delivered - refused,
        Replayed = entry.Replayed,
        DeclaredLost = entry.DeclaredLost + refused + missing,
        Missing = missing,
        LostBeforeSequence = entry.LostBefore,
        EndSeen = entry.EndSeen,
        EndLast = entry.EndLast,
    };

    private Entry GetEntry(ulong epoch)
    {
        for (int i = _entries.Count - 1; i >= 0; i--)
        {
            if (_entries[i].Epoch == epoch)
                return _entries[i];
        }

        bool isLater = _entries.Count > 0 && epoch > _entries[^1].Epoch && _entries[^1].First != 0;
        Entry entry = new() { Epoch = epoch, First = isLater ? 1UL : 0 };
        _entries.Add(entry);
        return entry;
    }

    private sealed class Entry
    {
        public ulong Epoch;
        public ulong First;
        public long Delivered;
        public long Replayed;
        public long DeclaredLost;
        public long LostBefore;
        public bool EndSeen;
        public ulong EndLast;
    }
}
