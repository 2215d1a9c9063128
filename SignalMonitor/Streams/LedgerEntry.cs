using FuncLibs.Hosting.Certificates;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Streams;

/// <summary>One epoch of one stream in one run of the monitor.</summary>
internal sealed class LedgerEntry(ulong epoch, ulong first) : IDisposable
{
    private readonly PayloadDigest _digest = new();
    private readonly long[] _lost = new long[(int)LossReason.Unanswered + 1];
    private JitterMeter _jitter;
    private ulong _last = first - 1;
    private ulong _heard = first - 1;
    private ulong _endLast;
    private StreamEnd _end;
    private long _delivered;
    private long _replayed;
    private long _gaps;
    private long _behindMissing;

    /// <summary>The run of the publisher.</summary>
    public ulong Epoch => epoch;

    /// <summary>Payloads that were delivered and could not be read.</summary>
    public long Undecodable { get; set; }

    /// <summary>Blocks the source lost before they were numbered.</summary>
    public long LostBefore { get; set; }

    /// <summary>A frame came over the live way, in whatever order.</summary>
    public void Heard(ulong sequence, long dueNs, long cameNs)
    {
        if (sequence <= _heard)
            return;
        if (sequence > _heard + 1)
            _gaps++;
        _heard = sequence;
        _jitter.Add(sequence, dueNs, cameNs);
    }

    /// <summary>A frame was delivered.</summary>
    public void Delivered(ulong sequence, uint payloadCrc, FrameFlags flags, bool replayed)
    {
        _last = sequence;
        _delivered++;
        _replayed += replayed ? 1 : 0;
        _behindMissing += (flags & FrameFlags.SamplesMissing) != 0 ? 1 : 0;
        _digest.Add(payloadCrc);
    }

    /// <summary>Sequences were declared lost.</summary>
    public void Lost(LostRange range)
    {
        _lost[(int)range.Reason] += range.Count;
        _last = Math.Max(_last, range.To);
    }

    /// <summary>A report of how the epoch ended; the most certain one counts.</summary>
    public void Ended(ulong last, StreamEnd end)
    {
        if (_end is StreamEnd.Clean or StreamEnd.Closed)
            return;
        (_endLast, _end) = (last, end);
    }

    /// <summary>The entry as a certificate shows it. Allocates.</summary>
    /// <param name="missing">What is still waited for in this epoch; it is after everything that is settled.</param>
    public CertifiedStream Certify(long missing) => new()
    {
        Epoch = epoch,
        First = first,
        Last = Math.Max(_last + (ulong)missing, _endLast),
        Received = _delivered - Undecodable,
        Replayed = _replayed,
        Lost = new LostBlocks(
            _lost[(int)LossReason.Gap],
            _lost[(int)LossReason.Tail],
            _lost[(int)LossReason.UncleanStop],
            _lost[(int)LossReason.Gone],
            _lost[(int)LossReason.Unanswered],
            Undecodable),
        Missing = missing,
        LostBeforeSequence = Math.Max(LostBefore, _behindMissing),
        Gaps = _gaps,
        MaxJitterUs = Math.Round(_jitter.MaxNs / 1000.0, 1),
        End = _end,
        PayloadSha256 = _digest.ToHex(),
    };

    public void Dispose() => _digest.Dispose();
}
