using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace SignalMonitor.Streams;

/// <summary>
/// What became of a stream's frames, counted for the summary of a run, the certificate and the log. Under
/// the stream's lock.
/// </summary>
internal sealed class StreamTally(uint stream, long undecodable) : IDisposable
{
    private readonly StreamRunAccount _run = new(stream);
    private readonly StreamLedger _ledger = new();
    private (long Count, LostRange Last) _unlogged;
    private LostRange? _unknownEnd;

    /// <summary>Payloads that could not be used: delivered, and declared lost all the same.</summary>
    public long Undecodable { get; private set; } = undecodable;

    /// <summary>What was wrong with the last of them.</summary>
    public DecodeOutcome LastRefusal { get; private set; }

    /// <summary>Seconds of the rig's time that the run took.</summary>
    public double RunSeconds => _run.Seconds;

    /// <summary>An account of delivered frames as one of readable ones.</summary>
    public StreamAccount Correct(in StreamAccount account) =>
        account with { Delivered = account.Delivered - Undecodable, DeclaredLost = account.DeclaredLost + Undecodable };

    /// <summary>Warm-up is over.</summary>
    public void BeginRun() => _run.Begin(Undecodable);

    /// <summary>The account of the run; missing frames are then no longer waited for.</summary>
    public IReadOnlyList<DeliveredStream> RunAccounts(in StreamAccount account) =>
        _run.Entries(Undecodable, account.Epoch, account.Missing);

    /// <summary>What is certified.</summary>
    public IReadOnlyList<CertifiedStream> Certify(in StreamAccount account) => _ledger.Certify(account);

    /// <summary>A sound frame came over the live way.</summary>
    public void Heard(in FrameHeader header, long cameNs) => _ledger.Heard(header, cameNs);

    /// <summary>A frame was delivered.</summary>
    public void Delivered(in FrameHeader header, bool replayed)
    {
        _run.OnDelivered(header, replayed);
        _ledger.Delivered(header, replayed);
    }

    /// <summary>Sequences were declared lost.</summary>
    public void Lost(LostRange range)
    {
        _ledger.Lost(range);
        if (range.Reason == LossReason.EndUnknown)
        {
            _unknownEnd = range;
            return;
        }

        _run.OnDeclared(range);
        _unlogged = (_unlogged.Count + range.Count, range);
    }

    /// <summary>The source lost blocks before they were numbered.</summary>
    public void LostBefore(ulong epoch, long blocks)
    {
        _run.OnLostBefore(epoch, blocks);
        _ledger.LostBefore(epoch, blocks);
    }

    /// <summary>The publisher ended the stream.</summary>
    public void Ended(ulong epoch, ulong last)
    {
        _run.OnEnd(epoch, last);
        _ledger.Ended(epoch, last, StreamEnd.Clean);
    }

    /// <summary>The publisher reports how an earlier process of it ended.</summary>
    public void Closed(EpochRange epoch) =>
        _ledger.Ended(epoch.Epoch, epoch.Last, epoch.Exact ? StreamEnd.Closed : StreamEnd.TailUnknown);

    /// <summary>A payload could not be used; outside the account it is only reported.</summary>
    public void Refuse(in DecodeOutcome outcome, bool outsideAccount)
    {
        LastRefusal = outcome;
        if (outsideAccount)
            return;
        Undecodable++;
        _ledger.Undecodable();
    }

    /// <summary>What was declared lost since the last call; a count of 0 when nothing was.</summary>
    public (long Count, LostRange Last) TakeUnlogged()
    {
        (long Count, LostRange Last) unlogged = _unlogged;
        _unlogged = default;
        return unlogged;
    }

    /// <summary>The newest epoch whose end is unknown, since the last call; null when there was none.</summary>
    public LostRange? TakeUnknownEnd()
    {
        LostRange? unknown = _unknownEnd;
        _unknownEnd = null;
        return unknown;
    }

    /// <inheritdoc/>
    public void Dispose() => _ledger.Dispose();
}
