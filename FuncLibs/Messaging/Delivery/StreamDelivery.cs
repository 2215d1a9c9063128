using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// Delivers one stream of one publisher in order, each sequence once. The caller owns the frames; this class names by
/// token which to deliver, hold and reuse. It uses no sockets, and its time is injected. One thread drives it; any
/// thread may call <see cref="Account"/>, <see cref="State"/> and <see cref="Position"/>. After every call, here or on
/// <see cref="ConsumerDelivery"/>, call <see cref="TryRelease"/> and <see cref="TryDiscard"/> until both return false.
/// </summary>
public sealed class StreamDelivery
{
    private readonly Lock _gate = new();
    private readonly OrderTracker _account;
    private readonly StreamOrder _order;
    private readonly ReplayRequester _requester;
    private readonly bool _resumed;
    private ulong _endedEpoch;

    // Every epoch below this one was checked against a welcome: it ended, or its end is unknown.
    private ulong _judgedBelow;
    private bool _caughtUp;

    internal StreamDelivery(
        Guid publisher,
        uint stream,
        DeliverySettings settings,
        HoldBudget budget,
        TimeProvider time,
        DeliveryPosition? saved)
    {
        (Publisher, Stream) = (publisher, stream);
        _account = new OrderTracker(publisher, stream);
        _order = new StreamOrder(_account, new JournalAvailability(settings, time), budget);
        _requester = new ReplayRequester(stream, _order, settings, time);
        _resumed = saved is not null;
        if (saved is null)
            return;
        _account.Resume(saved.Value);
        _endedEpoch = saved.Value.Account.Ended ? saved.Value.Epoch : 0;

        // The missing sequences were published, even if the publisher has dropped that epoch since.
        _order.Epochs.Observe(saved.Value.Epoch, saved.Value.Next - 1 + (ulong)saved.Value.Account.Missing);
    }

    /// <summary>The installation that publishes it.</summary>
    public Guid Publisher { get; }

    /// <summary>Its number.</summary>
    public uint Stream { get; }

    /// <summary>True once the account has begun.</summary>
    public bool HasBegun => _account.Epoch != 0;

    /// <summary>
    /// False while live frames would only be dropped: the gap is larger than half of the hold budget.
    /// </summary>
    public bool NeedsLive => !_order.IsTailing || !_order.Journal.IsKept;

    /// <summary>True while this stream needs a welcome that lists the publisher's epochs.</summary>
    public bool NeedsWelcome => HasBegun && !_order.Journal.IsNone && !_order.Journal.IsWelcomed;

    /// <summary>State of the delivery.</summary>
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

    /// <summary>Progress of the delivery. Does not allocate.</summary>
    public DeliveryProgress Progress
    {
        get
        {
            lock (_gate)
                return _order.Progress;
        }
    }

    /// <summary>Where the next start resumes; null before the account began.</summary>
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

    /// <summary>Handles a frame. The caller has checked header and payload.</summary>
    /// <param name="header">Its header.</param>
    /// <param name="source">Live, or from the journal.</param>
    /// <param name="token">The caller's key, in case the frame is held.</param>
    /// <param name="bytes">Memory to hold it, in bytes.</param>
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

    /// <summary>Returns the token of the next held frame in order: deliver it.</summary>
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

    /// <summary>Returns the token of a held frame that is no longer needed: reuse its memory.</summary>
    public bool TryDiscard(out int token)
    {
        lock (_gate)
            return _order.TryDiscard(out token);
    }

    /// <summary>Returns the oldest range declared lost; see <see cref="OrderTracker.TryTakeLoss"/>.</summary>
    public bool TryTakeLoss(out LostRange range)
    {
        lock (_gate)
            return _account.TryTakeLoss(out range);
    }

    /// <summary>Handles a loss frame about samples that never got a sequence; 1 or more.</summary>
    public void OnSamplesLost(ulong epoch, long samples)
    {
        lock (_gate)
            _account.OnSamplesLost(epoch, samples);
    }

    /// <summary>Handles the total of samples without a sequence that a heartbeat reports for its epoch.</summary>
    /// <returns>Number of samples that no loss frame had reported.</returns>
    public long OnSamplesLostTotal(ulong epoch, ulong total)
    {
        lock (_gate)
            return _account.OnSamplesLostTotal(epoch, total);
    }

    /// <summary>Handles a heartbeat that names this stream.</summary>
    /// <param name="epoch">Its epoch.</param>
    /// <param name="last">Last sequence published in it; 0 for none.</param>
    /// <param name="hasJournal">True when it carries journal marks.</param>
    /// <param name="endOfStream">True for the last one of a clean stop.</param>
    public void OnHeartbeat(ulong epoch, ulong last, bool hasJournal, bool endOfStream)
    {
        lock (_gate)
        {
            if (epoch == 0 || epoch < _order.Epochs.Newest || last > OrderTracker.MaxSequence)
                return;

            // What was published before the account began is not missing.
            _order.Epochs.Observe(epoch, HasBegun ? last : 0);
            _order.Journal.HeartbeatReceived(epoch, hasJournal);
            _endedEpoch = endOfStream ? epoch : _endedEpoch;
            Settle();
        }
    }

    /// <summary>
    /// Another publisher is at this address. What is missing is declared lost, and so is, in unknown number, what
    /// followed the last known sequence. The next heartbeat of this publisher resumes the stream.
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
                    _account.DeclareEndUnknown(epoch, Math.Max(_order.Epochs.LastOf(epoch), _account.SettledIn(epoch)));
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

            CheckEnds(welcome);
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

    /// <summary>Returns the journal request that is due now; it counts as an attempt.</summary>
    internal bool TryWant(out ReplayRange range)
    {
        lock (_gate)
            return _requester.TryGetRequest(out range);
    }

    /// <summary>Handles the end of a replay of this stream; null after a timeout or a refusal.</summary>
    internal void OnReplayEnd(ReplayRange range, EndAnswer? end, bool heard)
    {
        lock (_gate)
        {
            _requester.OnEnd(range, end, heard);
            Settle();
        }
    }

    /// <summary>Checks timeouts: unanswered requests are given up after a limit.</summary>
    internal void Advance(bool heard)
    {
        lock (_gate)
        {
            _requester.Advance(heard);
            Settle();
        }
    }

    private StreamAccount AccountNow()
    {
        StreamAccount account = _account.Snapshot();
        return account with { Ended = account.Ended || (HasBegun && _endedEpoch == account.Epoch) };
    }

    // A publisher names every epoch of its account. An epoch not named was removed from its account, or is later than
    // the backup that was restored. Each epoch is judged once, by the first welcome of a later one.
    private void CheckEnds(Welcome welcome)
    {
        if (!HasBegun || welcome.Epoch <= _judgedBelow)
            return;
        ulong from = Math.Max(_judgedBelow, 1);
        _judgedBelow = welcome.Epoch;
        foreach (ulong epoch in _order.Epochs.OpenBefore(welcome.Epoch).Prepend(_account.PreviousEpoch))
        {
            ulong last = Math.Max(_order.Epochs.LastOf(epoch), _account.SettledIn(epoch));
            if (epoch >= from && epoch != _endedEpoch && !IsNamed(welcome, epoch, last))
                _account.DeclareEndUnknown(epoch, last);
        }
    }

    // For an epoch in which this stream published nothing, other streams name it, at least the control stream.
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
        _requester.Progress();
        NoteCaughtUp();
    }

    private void NoteCaughtUp() => _caughtUp |= _order.IsComplete && (_order.Journal.IsNone || _order.Journal.CanAsk);
}

/// <summary>
/// States of the delivery of a stream.
/// <code>
/// INIT ---- first live frame ------------------> LIVE &lt;--- filled, or LOST --- GAP
///   saved position -> JOINING -> CATCHUP --------^  '------- gap -------------^
///                                   ^----------- gap above half the budget --'
/// </code>
/// LOST is not a state but an outcome: a range that is declared and counted; delivery continues after it.
/// </summary>
public enum DeliveryState : byte
{
    /// <summary>No frame yet and no saved position: the account has not begun.</summary>
    Init,

    /// <summary>
    /// Resumes from a saved position; frames are held until the publisher has reported its sequences.
    /// </summary>
    Joining,

    /// <summary>Reads the journal: from a saved position, or over a gap too large to hold frames for.</summary>
    CatchUp,

    /// <summary>Every published frame was delivered or declared lost.</summary>
    Live,

    /// <summary>Sequences are missing; later frames are held.</summary>
    Gap,
}

/// <summary>What to do with a frame, and why.</summary>
public enum DeliveryVerdict : byte
{
    /// <summary>Not evaluated.</summary>
    None,

    /// <summary>Deliver it: it is the next one.</summary>
    InOrder,

    /// <summary>Deliver it: sequences before it are missing and were declared lost.</summary>
    AfterGap,

    /// <summary>Deliver it: it opens an epoch, or the account.</summary>
    NewEpoch,

    /// <summary>Drop it: it was delivered before.</summary>
    Duplicate,

    /// <summary>Drop it: it was declared lost before, and stays lost.</summary>
    Late,

    /// <summary>Drop it: its epoch is closed, or precedes the account.</summary>
    Past,

    /// <summary>Drop it: its sequence or epoch is not legal, or it belongs to another stream.</summary>
    Foreign,
}

/// <summary>Queries on verdicts.</summary>
public static class DeliveryVerdicts
{
    /// <summary>True when the frame is to be delivered.</summary>
    public static bool IsDelivered(this DeliveryVerdict verdict) =>
        verdict is DeliveryVerdict.InOrder or DeliveryVerdict.AfterGap or DeliveryVerdict.NewEpoch;
}

/// <summary>Source of a frame.</summary>
public enum FrameSource : byte
{
    /// <summary>The publisher's data socket.</summary>
    Live,

    /// <summary>The journal, through the control channel.</summary>
    Replay,
}

/// <summary>What the caller does with a frame.</summary>
public enum FrameDisposition : byte
{
    /// <summary>Reuse it: the frame is not wanted, or it will be read from the journal.</summary>
    Drop,

    /// <summary>Deliver it now.</summary>
    Deliver,

    /// <summary>Hold it under its token until that token is released or discarded.</summary>
    Hold,
}
