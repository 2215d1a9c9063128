using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// Puts the frames of one stream in order, between the sockets and the account. It holds frames after a gap, opens the
/// next epoch when the current one is closed, and gives up what cannot be delivered. Has no lock: <see
/// cref="StreamDelivery"/> holds its own.
/// <code>
///  settled ............ | Next: missing ... | held | missing | held ...        | held of a later epoch ...
///  delivered or declared|&lt;------ gap ------&gt;|                    last known|  opened when this one is closed
/// </code>
/// </summary>
internal sealed class StreamOrder
{
    private readonly HoldBudget _budget;
    private readonly HeldQueue _held = new();
    private readonly Stack<int> _discards = new();
    private double _frameBytes;

    public StreamOrder(OrderTracker account, JournalAvailability journal, HoldBudget budget) =>
        (Account, Journal, _budget) = (account, journal, budget);

    public OrderTracker Account { get; }

    public JournalAvailability Journal { get; }

    public EpochTracker Epochs => Journal.Epochs;

    /// <summary>
    /// The gap is too large to hold frames after it: live frames are dropped and read from the journal later.
    /// </summary>
    public bool IsTailing { get; private set; }

    /// <summary>Nothing is missing, and no later epoch has begun.</summary>
    public bool IsComplete => Account.Missing == 0 && Epochs.Newest <= Account.Epoch;

    /// <summary>Mean size of a frame in bytes; 0 before the first.</summary>
    public double FrameBytes => _frameBytes;

    /// <summary>Last sequence of the first gap; below <see cref="OrderTracker.Next"/> when there is none.</summary>
    public ulong GapEnd
    {
        get
        {
            if (_held.Count > 0 && _held.Oldest.Epoch == Account.Epoch)
                return _held.Oldest.Sequence - 1;
            return Account.Next + (ulong)Account.Missing - 1;
        }
    }

    /// <summary>Progress of the stream. Does not allocate.</summary>
    public DeliveryProgress Progress
    {
        get
        {
            if (Account.Epoch == 0)
                return default;
            ulong settled = Account.Next - 1;
            ulong ahead = Math.Max(Epochs.LastOf(Account.Epoch), settled) - settled;
            return new DeliveryProgress(
                Account.Epoch, settled, ahead + Epochs.CountAfter(Account.Epoch), (ulong)Account.DeclaredLost);
        }
    }

    private bool IsNextHeld => _held.Count > 0 && _held.Oldest.Is(Account.Epoch, Account.Next);

    // A publisher may send a welcome in an epoch of which nothing else was seen, and stop. That welcome closes the
    // epochs before it, not its own: only the next welcome shows whether anything was published in it.
    private bool IsNextEpochKnown => Epochs.ClosedBelow >= Epochs.After(Account.Epoch);

    // Sequences still to be received: of the current epoch and of all later ones.
    private double Wanted => Account.Missing + (double)Epochs.CountAfter(Account.Epoch) - _held.Count;

    private bool IsLarge(double gap) => gap > _budget.MaxFrames / 2 || gap * _frameBytes > _budget.MaxBytes / 2.0;

    public FrameDisposition OnFrame(in FrameHeader header, FrameSource source, int token, int bytes)
    {
        if (!Account.Matches(header) || IsSettled(header))
            return Pass(header);
        if (Account.Epoch == 0 && source == FrameSource.Replay)
            return FrameDisposition.Drop;
        bool first = Account.Epoch == 0;
        Epochs.Observe(header.Epoch, header.Sequence);
        if (first)
            return Pass(header);
        Account.Expect(Epochs.LastOf(Account.Epoch));
        _frameBytes = _frameBytes == 0 ? bytes : _frameBytes + ((bytes - _frameBytes) / 16);
        if (header.Epoch != Account.Epoch || header.Sequence != Account.Next)
            return HoldOrDrop(header, source, token, bytes);
        Account.DeliverNext(header.Flags, source == FrameSource.Replay);
        return FrameDisposition.Deliver;
    }

    /// <summary>
    /// Advances as far as possible without a frame: gives up what cannot be delivered, opens the next epoch.
    /// </summary>
    public void Settle()
    {
        while (Account.Epoch != 0)
        {
            DropSettled();
            Account.Expect(Epochs.LastOf(Account.Epoch));
            if (IsNextHeld || (Account.Missing > 0 && !Journal.IsNone))
                break;
            if (Account.Missing > 0)
                AbandonGap(GapReason);
            else if (Epochs.Newest > Account.Epoch && (Journal.IsNone || IsNextEpochKnown))
                BeginEpoch();
            else
                break;
        }

        IsTailing &= IsLarge(Wanted);
    }

    /// <summary>Gives up the first gap, up to <paramref name="last"/> at most.</summary>
    public void AbandonGap(LossReason reason, ulong last = ulong.MaxValue) =>
        Account.Abandon(Math.Min(last, GapEnd), reason);

    /// <summary>Returns the token of the next frame in order, if it is held.</summary>
    public bool TryRelease(out int token)
    {
        Settle();
        token = -1;
        if (!IsNextHeld)
            return false;
        HeldFrame frame = TakeOldest();
        Account.DeliverNext(frame.Flags, frame.Replayed);
        token = frame.Token;
        return true;
    }

    /// <summary>Returns the token of a frame that need not be held any more.</summary>
    public bool TryDiscard(out int token) => _discards.TryPop(out token);

    private bool IsSettled(in FrameHeader header) =>
        header.Epoch < Account.Epoch || (header.Epoch == Account.Epoch && header.Sequence < Account.Next);

    private FrameDisposition Pass(in FrameHeader header) =>
        Account.OnFrame(header).IsDelivered() ? FrameDisposition.Deliver : FrameDisposition.Drop;

    private FrameDisposition HoldOrDrop(in FrameHeader header, FrameSource source, int token, int bytes)
    {
        // BeginTail releases the held frames.
        bool live = source == FrameSource.Live;
        bool isFar = !Journal.LiveWaits && (IsTailing || IsLarge(Wanted - 1));
        if (!Journal.IsNone && (isFar || !_budget.HasRoomFor(bytes)))
        {
            BeginTail();
            if (live || !_budget.HasRoomFor(bytes))
                return FrameDisposition.Drop;
        }

        if (!_held.TryInsert(new HeldFrame(header.Epoch, header.Sequence, token, bytes, header.Flags, Replayed: !live)))
        {
            Account.DropDuplicate();
            return FrameDisposition.Drop;
        }

        // If nothing is awaited, the frame is released at once; the budget may be in use by other streams.
        _budget.Reserve(bytes);
        return FrameDisposition.Hold;
    }

    private void BeginTail()
    {
        if (IsTailing)
            return;
        IsTailing = true;
        while (_held.Count > 0)
            _discards.Push(TakeOldest().Token);
    }

    private void BeginEpoch()
    {
        Account.BeginEpoch(Epochs.After(Account.Epoch));
        Epochs.Forget(Account.Epoch);
    }

    // A held frame may be settled: its sequence was given up, or another copy of it was delivered.
    private void DropSettled()
    {
        while (_held.Count > 0 && _held.Oldest.IsBefore(Account.Epoch, Account.Next))
        {
            Account.DropDuplicate();
            _discards.Push(TakeOldest().Token);
        }
    }

    private HeldFrame TakeOldest()
    {
        HeldFrame frame = _held.Dequeue();
        _budget.Return(frame.Bytes);
        return frame;
    }

    private LossReason GapReason
    {
        get
        {
            if (Epochs.Newest > Account.Epoch)
                return LossReason.UncleanStop;
            return GapEnd < Epochs.LastOf(Account.Epoch) ? LossReason.Gap : LossReason.Tail;
        }
    }
}
