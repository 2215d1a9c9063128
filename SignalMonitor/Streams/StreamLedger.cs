using FuncLibs.Hosting.Certificates;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Streams;

/// <summary>
/// What a certificate has of one stream, from the first frame delivered on: one entry an epoch. Under the stream's
/// lock. Allocates for an epoch, none for a frame.
/// </summary>
internal sealed class StreamLedger : IDisposable
{
    // As many epochs as a six weeks' test with a restart each quarter of an hour has; more are not certified.
    private const int MaxEntries = 4096;

    private readonly List<LedgerEntry> _entries = [];

    // Blocks lost at the rig, reported before the first block of their epoch was delivered.
    private readonly Dictionary<ulong, long> _lostBefore = [];

    /// <summary>A sound frame came over the live way.</summary>
    /// <param name="header">Its header.</param>
    /// <param name="cameNs">When, on a clock that does not step.</param>
    public void Heard(in FrameHeader header, long cameNs)
    {
        bool isNext = _entries.Count > 0 && header.Epoch > _entries[^1].Epoch;
        LedgerEntry? entry = isNext ? FindOrAdd(header.Epoch, header.Sequence) : Find(header.Epoch);
        entry?.Heard(header.Sequence, header.AcquiredNs, cameNs);
    }

    /// <summary>A frame was delivered.</summary>
    public void Delivered(in FrameHeader header, bool replayed) =>
        FindOrAdd(header.Epoch, header.Sequence)?.Delivered(header.Sequence, header.PayloadCrc, header.Flags, replayed);

    /// <summary>Sequences were declared lost.</summary>
    public void Lost(LostRange range)
    {
        LedgerEntry? entry = FindOrAdd(range.Epoch, range.From);
        if (range.Reason == LossReason.EndUnknown)
            entry?.Ended(range.To, StreamEnd.TailUnknown);
        else
            entry?.Lost(range);
    }

    /// <summary>A delivered frame could not be read.</summary>
    public void Undecodable()
    {
        if (_entries.Count > 0)
            _entries[^1].Undecodable++;
    }

    /// <summary>The source lost blocks before they were numbered.</summary>
    public void LostBefore(ulong epoch, long blocks)
    {
        if (Find(epoch) is { } entry)
            entry.LostBefore += blocks;
        else if (_lostBefore.Count < MaxEntries)
            _lostBefore[epoch] = _lostBefore.GetValueOrDefault(epoch) + blocks;
    }

    /// <summary>A report of how an epoch ended.</summary>
    public void Ended(ulong epoch, ulong last, StreamEnd end) => Find(epoch)?.Ended(last, end);

    /// <summary>The entries. Allocates.</summary>
    /// <param name="account">The stream's account at this moment.</param>
    public CertifiedStream[] Certify(StreamAccount account) =>
        [.. _entries.Select(entry => entry.Certify(entry.Epoch == account.Epoch ? account.Missing : 0))];

    public void Dispose() => _entries.ForEach(entry => entry.Dispose());

    private LedgerEntry? Find(ulong epoch)
    {
        for (int i = _entries.Count - 1; i >= 0; i--)
        {
            if (_entries[i].Epoch == epoch)
                return _entries[i];
        }

        return null;
    }

    private LedgerEntry? FindOrAdd(ulong epoch, ulong sequence)
    {
        if (Find(epoch) is { } known)
            return known;
        if (_entries.Count == MaxEntries)
        {
            // What follows is not certified, and so the certificate must not be a good one.
            _entries[^1].Ended(0, StreamEnd.TailUnknown);
            return null;
        }

        // The account begins with the first frame that it delivers; a later epoch is counted from its beginning, as the
        // account was there.
        LedgerEntry added = new(epoch, _entries.Count == 0 ? sequence : 1);
        if (_lostBefore.Remove(epoch, out long lostBefore))
            added.LostBefore = lostBefore;
        _entries.Add(added);
        return added;
    }
}
