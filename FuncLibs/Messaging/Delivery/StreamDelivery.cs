using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// Delivers one stream of one publisher in order, each sequence once. Frames are the caller's: this says by token which to hand on, to keep
/// and to use again. No sockets, injected time. One thread drives it; <see cref="Account"/>, <see cref="State"/> and <see cref="Position"/>
/// may be asked by any. After every call, here or on <see cref="ConsumerDelivery"/>, take what <see cref="TryRelease"/> and
/// <see cref="TryDiscard"/> give, until they give nothing.
/// </summary>
public sealed class StreamDelivery
{
    private readonly Lock _gate = new();
    private readonly OrderTracker _account;
    private readonly StreamOrder _order;
    private readonly ReplayRequester _asker;
    private readonly bool _resumed;
    private ulong _endedEpoch;

    // Of every epoch below this one a welcome has said how it ended, or that the publisher does not know it.
    private ulong _judgedBelow;
    private bool _caughtUp;

    internal StreamDelivery(
        Guid publisher, uint stream, DeliverySettings settings, HoldBudget budget, TimeProvider time, DeliveryPosition? saved)
    {
        (Publisher, Stream) = (publisher, stream);
        _account = new OrderTracker(publisher, stream);
        _order = new StreamOrder(_account, new JournalAvailability(settings, time), budget);
        _asker = new ReplayRequester(stream, _order, settings, time);
        _resumed = saved is not null;
        if (saved is null)
            return;
        _account.Resume(saved.Value);
        _endedEpoch = saved.Value.Account.Ended ? saved.Value.Epoch : 0;

        // What was missing was published: the publisher may have forgotten the epoch since.
        _order.Epochs.Observe(saved.Value.Epoch, saved.Value.Next - 1 + (ulong)saved.Value.Account.Missing);
    }

    /// <summary>The installation that publishes it.</summary>
    public Guid Publisher { get; }

    /// <summary>Its number.</summary>
    public uint Stream { get; }

    /// <summary>True once the account has begun.</summary>
    public bool HasBegun => _account.Epoch != 0;

    /// <summary>False while live frames would only be dropped: the hole is larger than half of what may be held.</summary>
    public bool NeedsLive => !_order.IsTailing || !_order.Journal.IsKept;

    /// <summary>True while the publisher has to say what its epochs are, before this stream can go on.</summary>
    public bool NeedsWelcome => HasBegun && !_order.Journal.IsNone && !_order.Journal.IsWelcomed;

    /// <summary>Where it stands.</summary>
    public DeliveryState State
    {
        get
        {
            lock (_gate)
            {
                if (!HasBegun)
                    return DeliveryState.Init;
                if (_resumed && !_caughtUp)
                    return _order.Journal.CanAsk ? DeliveryState.CatchUp : DeliveryState.Joining;
                if (_order.IsTailing)
                    return DeliveryState.CatchUp;
                return _order.IsComplete ? DeliveryState.Live : DeliveryState.Gap;
            }
        }
    }

    /// <summary>How far it is. Takes no memory.</summary>
    public DeliveryProgress Progress
    {
        get
        {
            lock (_gate)
                return _order.Progress;
        }
    }

    /// <summary>Where the next start goes on; null before the account began.</summary>
    public DeliveryPosition? Position
    {
        get
        {
            lock (_gate)
                return HasBegun ? new DeliveryPosition(_account.Epoch, _account.Next, AccountNow()) : null;
        }
    }

    /// <summary>The account now.</summary>
    public StreamAccount Account()
    {
        lock (_gate)
        {
            return AccountNow();
        }
    }

    /// <summary>A frame came in, header and payload checked.</summary>
    /// <param name="header">Its header.</param>
    /// <param name="source">Which way it came.</param>
    /// <param name="token">What the caller would keep it under.</param>
    /// <param name="bytes">What keeping it would take.</param>
    public FrameDisposition OnFrame(in FrameHeader header, FrameSource source, int token, int bytes)
    {
        lock (_gate)
        {
            if (source == FrameSource.Live)
                _order.Journal.FrameReceived();
            FrameDisposition fate = _order.OnFrame(header, source, token, bytes);
            if (fate == FrameDisposition.Deliver)
                Moved();
            return fate;
        }
    }

    /// <summary>Takes the token of the next frame in order: hand it on.</summary>
    public bool TryRelease(out int token)
    {
        lock (_gate)
        {
            bool released = _order.TryRelease(out token);
            if (released)
                Moved();
            return released;
        }
    }

    /// <summary>Takes the token of a frame that is not needed any more: use its memory again.</summary>
    public bool TryDiscard(out int token)
    {
        lock (_gate)
            return _order.TryDiscard(out token);
    }

    /// <summary>Takes the oldest range that was declared lost; see <see cref="OrderTracker.TryTakeLoss"/>.</summary>
    public bool TryTakeLoss(out LostRange range)
    {
        lock (_gate)
            return _account.TryTakeLoss(out range);
    }

    /// <summary>A loss frame said that samples never got a sequence; 1 or more.</summary>
    public void OnSamplesLost(ulong epoch, long samples)
    {
        lock (_gate)
            _account.OnSamplesLost(epoch, samples);
    }

    /// <summary>A heartbeat said how many samples of its epoch never got a sequence.</summary>
    /// <returns>How many of them no loss frame had said.</returns>
    public long OnSamplesLostTotal(ulong epoch, ulong total)
    {
        lock (_gate)
            return _account.OnSamplesLostTotal(epoch, total);
    }

    /// <summary>A heartbeat came in that names this stream.</summary>
    /// <param name="epoch">Its epoch.</param>
    /// <param name="last">Last sequence published in it; 0 none.</param>
    /// <param name="hasJournal">It carries the marks of a journal.</param>
    /// <param name="endOfStream">It is the last one of a clean stop.</param>
    public void OnHeartbeat(ulong epoch, ulong last, bool hasJournal, bool endOfStream)
    {
        lock (_gate)
        {
            if (epoch == 0 || epoch < _order.Epochs.Newest || last > OrderTracker.MaxSequence)
                return;

            // What was published before the account begins is not missing.
            _order.Epochs.Observe(epoch, HasBegun ? last : 0);
            _order.Journal.HeartbeatReceived(epoch, hasJournal);
            _endedEpoch = endOfStream ? epoch : _endedEpoch;
            Settle();
        }
    }

    /// <summary>
    /// Another publisher is at the address of this one. What is missing is declared lost, and with it, in unknown
    /// number, what it may have
    /// published behind the last known sequence. Its heartbeat takes the stream up again.
    /// </summary>
    public void OnPublisherGone()
    {
        lock (_gate)
        {
            if (!HasBegun)
                return;
            foreach (ulong epoch in _order.Epochs.OpenBefore(ulong.MaxValue))
            {
                if (epoch != _endedEpoch)
                    _account.DeclareEndUnknown(epoch, Math.Max(_order.Epochs.LastOf(epoch), _account.SettledOf(epoch)));
            }

            _order.Journal.LosePublisher();
            Settle();
        }
    }

    internal void OnWelcome(Welcome welcome)
    {
        lock (_gate)
        {
            foreach (EpochRange range in welcome.Epochs)
            {
                if (range.Stream != Stream || range.Epoch >= welcome.Epoch || range.Last > OrderTracker.MaxSequence)
                    continue;
                if (range.Epoch >= _account.Epoch)
                    _order.Epochs.End(range.Epoch, range.Last);
                else
                    _account.OnEpochEnd(range.Epoch, range.Last);
            }

            JudgeEnds(welcome);
            _order.Epochs.Close(welcome.Epoch);
            _order.Journal.Welcome(welcome.Epoch);
            Settle();
        }
    }

    internal void OnLinkLost()
    {
        lock (_gate)
            _order.Journal.LoseWelcome();
    }

    internal void OnReplayRefused()
    {
        lock (_gate)
        {
            _order.Journal.Refuse();
            Settle();
        }
    }

    /// <summary>What to ask the journal for now, if there is anything; it counts as asked.</summary>
    internal bool TryWant(out ReplayRange range)
    {
        lock (_gate)
            return _asker.TryGetRequest(out range);
    }

    /// <summary>A replay of this stream is over; null when it brought nothing for too long, or was refused.</summary>
    internal void OnReplayEnd(ReplayRange range, EndAnswer? end, bool heard)
    {
        lock (_gate)
        {
            _asker.OnEnd(range, end, heard);
            Settle();
        }
    }

    /// <summary>Time passes: what nobody answers is not waited for without end.</summary>
    internal void Advance(bool heard)
    {
        lock (_gate)
        {
            _asker.Advance(heard);
            Settle();
        }
    }

    private StreamAccount AccountNow()
    {
        StreamAccount account = _account.Snapshot();
        return account with { Ended = account.Ended || (HasBegun && _endedEpoch == account.Epoch) };
    }

    // A publisher names every epoch that it knows. One that it does not name was removed from its account, or never
    // known to the backup
    // that it was restored from. Each epoch is judged once, by the first welcome of a later one.
    private void JudgeEnds(Welcome welcome)
    {
        if (!HasBegun || welcome.Epoch <= _judgedBelow)
            return;
        ulong from = Math.Max(_judgedBelow, 1);
        _judgedBelow = welcome.Epoch;
        foreach (ulong epoch in _order.Epochs.OpenBefore(welcome.Epoch).Prepend(_account.PreviousEpoch))
        {
            ulong last = Math.Max(_order.Epochs.LastOf(epoch), _account.SettledOf(epoch));
            if (epoch >= from && epoch != _endedEpoch && !IsNamed(welcome, epoch, last))
                _account.DeclareEndUnknown(epoch, last);
        }
    }

    // An epoch in which the stream published nothing is named by other streams of it, the control stream at least.
    private bool IsNamed(Welcome welcome, ulong epoch, ulong last)
    {
        foreach (EpochRange range in welcome.Epochs)
        {
            if (range.Epoch == epoch && (range.Stream == Stream || last == 0))
                return true;
        }

        return false;
    }

    private void Settle()
    {
        _order.Settle();
        NoteCaughtUp();
    }

    private void Moved()
    {
        _asker.Progress();
        NoteCaughtUp();
    }

    private void NoteCaughtUp() => _caughtUp |= _order.IsComplete && (_order.Journal.IsNone || _order.Journal.CanAsk);
}

/// <summary>
/// Where the delivery of a stream stands.
/// <code>
/// INIT ---- first live frame ------------------> LIVE &lt;--- filled, or LOST --- GAP
///   saved position -> JOINING -> CATCHUP --------^  '------- hole ------------^
///                                   ^----------- hole above half the budget --'
/// </code>
/// LOST is no state but an outcome: a range, declared and counted, after which delivery goes on behind it.
/// </summary>
public enum DeliveryState : byte
{
    /// <summary>No frame yet, and no saved position: the account has not begun.</summary>
    Init,

    /// <summary>Goes on from a saved position; frames are held until the publisher has said how far it is.</summary>
    Joining,

    /// <summary>Reads the journal: from a saved position on, or over a hole too large to hold frames for.</summary>
    CatchUp,

    /// <summary>Every frame that was published was delivered or declared lost.</summary>
    Live,

    /// <summary>Sequences are missing; what came behind them is held.</summary>
    Gap,
}

/// <summary>What to do with a frame.</summary>
public enum DeliveryVerdict : byte
{
    /// <summary>Nothing was asked.</summary>
    None,

    /// <summary>Hand it on: it is the next one.</summary>
    InOrder,

    /// <summary>Hand it on: sequences before it are missing, and were declared.</summary>
    AfterHole,

    /// <summary>Hand it on: it opens an epoch, or the account.</summary>
    NewEpoch,

    /// <summary>Drop it: it was delivered before.</summary>
    Duplicate,

    /// <summary>Drop it: it was declared lost before, and stays so.</summary>
    Late,

    /// <summary>Drop it: its epoch is closed, or lies before the account.</summary>
    Past,

    /// <summary>Drop it: no legal sequence or epoch, or another stream's frame.</summary>
    Foreign,
}

/// <summary>Reading verdicts.</summary>
public static class DeliveryVerdicts
{
    /// <summary>True when the frame is to be handed on.</summary>
    public static bool IsDelivered(this DeliveryVerdict verdict) =>
        verdict is DeliveryVerdict.InOrder or DeliveryVerdict.AfterHole or DeliveryVerdict.NewEpoch;
}

/// <summary>Which way a frame came.</summary>
public enum FrameSource : byte
{
    /// <summary>The publisher's data socket.</summary>
    Live,

    /// <summary>The control channel, out of the journal.</summary>
    Replay,
}

/// <summary>What becomes of a frame.</summary>
public enum FrameDisposition : byte
{
    /// <summary>It is the caller's to use again: not wanted, or it will come out of the journal.</summary>
    Drop,

    /// <summary>Hand it on now.</summary>
    Deliver,

    /// <summary>Keep it under its token until that token is released or discarded.</summary>
    Hold,
}
