using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// The account of one stream of one publisher: decides for each frame whether it is delivered, and declares losses.
/// Uses no clock and no socket; owned by one thread, does not allocate after construction.
/// <code>
///  sequence      first .............. next ....
///  of the epoch  |  settled: delivered |  not yet seen
///                |  or declared lost   |
/// </code>
/// On its own it declares a gap lost at once. A caller that can fill gaps reports the length of the epoch with <see
/// cref="Expect"/>, passes only the next frame, and abandons what will not arrive.
/// </summary>
public sealed class OrderTracker
{
    /// <summary>
    /// Highest legal sequence: exact as a double, so every report can carry it, and far from overflow.
    /// </summary>
    public const ulong MaxSequence = 1UL << 53;

    private readonly Guid _publisher;
    private readonly uint _stream;
    private readonly LossLog _losses = new();

    // The current epoch: everything below _next is settled, and the account of the epoch began at _first.
    private ulong _epoch;
    private ulong _first;
    private ulong _next;
    private ulong _known;
    private bool _ended;

    // The epoch before it: its end may be reported after the new one began.
    private ulong _previousEpoch;
    private ulong _previousNext;
    private ulong _skippedTo;

    // The newest epoch whose end is unknown to the publisher, and the number of such epochs.
    private ulong _endUnknownIn;
    private long _unknownEnds;

    // Samples that never got a sequence, from loss frames and heartbeat totals: count of the newest epoch, and the
    // epoch in which the account began.
    private ulong _samplesEpoch;
    private long _samplesInEpoch;
    private ulong _beganIn;

    private long _publishedBefore;
    private long _epochs;
    private long _delivered;
    private long _replayed;
    private long _duplicates;
    private long _late;
    private long _past;
    private long _foreign;
    private long _gaps;
    private long _samples;

    /// <summary>Creates the tracker of a stream; its account begins with the first frame.</summary>
    public OrderTracker(Guid publisher, uint stream)
    {
        _publisher = publisher;
        _stream = stream;
    }

    /// <summary>The current epoch; 0 before the first frame.</summary>
    public ulong Epoch => _epoch;

    /// <summary>The first sequence of it that is not settled.</summary>
    public ulong Next => _next;

    /// <summary>The epoch before the current one; 0 for none in this run of the consumer.</summary>
    public ulong PreviousEpoch => _previousEpoch;

    /// <summary>Last settled sequence of the current or the previous epoch; 0 for others.</summary>
    public ulong SettledIn(ulong epoch)
    {
        ulong next = epoch == _epoch ? _next : 1;
        return (epoch == _previousEpoch ? _previousNext : next) - 1;
    }

    /// <summary>Number of sequences of the current epoch that are known to be published and not settled.</summary>
    public long Missing => _epoch == 0 || _known < _next ? 0 : (long)(_known - _next) + 1;

    /// <summary>Sequences declared lost, over all epochs.</summary>
    public long DeclaredLost => _losses.Total;

    /// <summary>Ranges that were overwritten before <see cref="TryTakeLoss"/> returned them.</summary>
    public long UnannouncedLosses => _losses.Unannounced;

    /// <summary>Continues with a saved account. Its missing sequences are not settled.</summary>
    public void Resume(DeliveryPosition saved)
    {
        StreamAccount account = saved.Account;
        (_epoch, _first, _next, _known) = (saved.Epoch, saved.Next, saved.Next, 0);
        _publishedBefore = account.Published - account.Missing;
        (_epochs, _ended) = (account.Epochs, account.Ended);
        (_delivered, _replayed) = (account.Delivered, account.Replayed);
        (_duplicates, _late, _past, _foreign) = (account.Duplicates, account.Late, account.Past, account.Foreign);
        (_gaps, _samples) = (account.GapsBeforeSequence, account.SamplesBeforeSequence);
        (_samplesEpoch, _samplesInEpoch) = (account.SamplesEpoch, account.SamplesInEpoch);
        _beganIn = account.SamplesEpoch == saved.Epoch ? 0 : saved.Epoch;
        (_unknownEnds, _endUnknownIn) = (account.UnknownEnds, account.EndUnknownIn);
        _losses.Resume(account);
    }

    /// <summary>Handles a frame. The caller has checked its header and CRCs.</summary>
    public DeliveryVerdict OnFrame(in FrameHeader header)
    {
        if (!Matches(header))
            return Refuse(DeliveryVerdict.Foreign, ref _foreign);
        if (header.Epoch != _epoch)
            return OnOtherEpoch(header);
        if (header.Sequence < _next)
            return OnSettled(header.Sequence);
        bool hasGap = DeclareUpTo(header.Sequence - 1, LossReason.Gap);
        Deliver(header.Flags);
        return hasGap ? DeliveryVerdict.AfterGap : DeliveryVerdict.InOrder;
    }

    /// <summary>True for a frame of this stream with a legal epoch and sequence.</summary>
    public bool Matches(in FrameHeader header) => header.Publisher == _publisher && header.Stream == _stream
        && header.Epoch != 0 && header.Sequence is not 0 and <= MaxSequence;

    /// <summary>Records the delivery of the frame at <see cref="Next"/>.</summary>
    public void DeliverNext(FrameFlags flags, bool replayed)
    {
        Deliver(flags);
        _replayed += replayed ? 1 : 0;
    }

    /// <summary>Counts a frame that was dropped because the same one is held.</summary>
    public void DropDuplicate() => _duplicates++;

    /// <summary>
    /// The current epoch was published up to <paramref name="last"/>: sequences not received are missing from now on.
    /// </summary>
    public void Expect(ulong last) => _known = Math.Max(_known, Math.Min(last, MaxSequence));

    /// <summary>Declares everything lost that is not settled up to <paramref name="last"/>.</summary>
    public void Abandon(ulong last, LossReason reason) => DeclareUpTo(last, reason);

    /// <summary>
    /// Makes a later epoch current, from its first sequence on. Nothing may be missing in the epoch before.
    /// </summary>
    public void BeginEpoch(ulong epoch) => OpenEpoch(epoch, 1);

    /// <summary>
    /// Handles a heartbeat that arrived after all frames published before it: sequences that it reports and that did
    /// not arrive are lost. It does not begin the account, and nothing is lost from before the subscription.
    /// </summary>
    /// <param name="epoch">Its epoch.</param>
    /// <param name="last">Last sequence of this stream in the epoch; 0 for none.</param>
    /// <param name="endOfStream">True for the last heartbeat of a clean stop.</param>
    public void OnHeartbeat(ulong epoch, ulong last, bool endOfStream)
    {
        if (_epoch == 0 || epoch < _epoch || last > MaxSequence)
            return;
        if (epoch > _epoch)
            OpenEpoch(epoch, 1);
        DeclareUpTo(last, LossReason.Tail);
        _ended |= endOfStream;
    }

    /// <summary>
    /// The publisher reported the length of an epoch, in a welcome or an event: what did not arrive of it is lost. This
    /// settles the current epoch, the one before it and those in between, of which nothing was seen, in rising order;
    /// the others are closed.
    /// </summary>
    public void OnEpochEnd(ulong epoch, ulong last)
    {
        if (epoch == 0 || last > MaxSequence)
            return;
        if (epoch == _epoch)
            DeclareUpTo(last, LossReason.UncleanStop);
        else if (epoch == _previousEpoch && last >= _previousNext)
            DeclarePrevious(last);
        else if (_previousEpoch != 0 && epoch > Math.Max(_previousEpoch, _skippedTo) && epoch < _epoch)
            DeclareSkipped(epoch, last);
    }

    /// <summary>
    /// It is unknown to the publisher how an epoch ended, as after a restored backup: what followed is lost, in unknown
    /// number. Declared once per epoch, in rising order.
    /// </summary>
    /// <param name="epoch">The epoch.</param>
    /// <param name="last">Last sequence of it that is known to be published; 0 for none.</param>
    public void DeclareEndUnknown(ulong epoch, ulong last)
    {
        if (epoch <= _endUnknownIn || last > MaxSequence)
            return;
        _endUnknownIn = epoch;
        _unknownEnds++;
        _losses.Add(new LostRange(epoch, last + 1, last, LossReason.EndUnknown));
    }

    /// <summary>Handles a loss frame about samples that never got a sequence.</summary>
    /// <param name="epoch">Its epoch.</param>
    /// <param name="samples">How many, 1 or more.</param>
    public void OnSamplesLost(ulong epoch, long samples)
    {
        long lost = Math.Clamp(samples, 0, (long)MaxSequence);
        _samples += lost;
        if (OpenSamples(epoch))
            _samplesInEpoch += lost;
    }

    /// <summary>
    /// Handles the total of samples without a sequence that a heartbeat reports for its epoch. It covers loss frames
    /// that did not arrive. In the epoch in which the account began, only the increase after the first heartbeat
    /// counts.
    /// </summary>
    /// <returns>Number of samples added.</returns>
    public long OnSamplesLostTotal(ulong epoch, ulong total)
    {
        if (_epoch == 0 || total > MaxSequence || epoch < _samplesEpoch)
            return 0;
        OpenSamples(epoch);
        long added = Math.Max(0, (long)total - _samplesInEpoch);
        _samplesInEpoch += added;
        if (epoch == _beganIn)
        {
            _beganIn = 0;
            return 0;
        }

        _samples += added;
        return added;
    }

    /// <summary>
    /// Returns the oldest range declared lost. Up to 64 are queued; see <see cref="UnannouncedLosses"/>.
    /// </summary>
    public bool TryTakeLoss(out LostRange range) => _losses.TryTake(out range);

    /// <summary>The account now.</summary>
    public StreamAccount Snapshot() => new(
        _publisher, _stream, _epoch, _epoch == 0 ? 0 : _next - 1,
        Published: _publishedBefore + (long)(_next - _first) + Missing,
        Delivered: _delivered,
        DeclaredLost: _losses.Total,
        Missing: Missing,
        _losses.CountOf(LossReason.Gap), _losses.CountOf(LossReason.Tail), _losses.CountOf(LossReason.UncleanStop),
        _losses.CountOf(LossReason.Gone), _losses.CountOf(LossReason.Unanswered),
        _replayed, _duplicates, _late, _past, _foreign, _gaps, _samples, _epochs, _ended)
    {
        UnknownEnds = _unknownEnds,
        EndUnknownIn = _endUnknownIn,
        SamplesInEpoch = _samplesInEpoch,
        SamplesEpoch = _samplesEpoch,
    };

    // The account begins at the first frame of the first epoch. Later epochs begin at 1, because the consumer was
    // subscribed.
    private DeliveryVerdict OnOtherEpoch(in FrameHeader header)
    {
        if (header.Epoch < _epoch)
            return Refuse(DeliveryVerdict.Past, ref _past);
        _beganIn = _epoch == 0 ? header.Epoch : _beganIn;
        OpenEpoch(header.Epoch, _epoch == 0 ? header.Sequence : 1);
        DeclareUpTo(header.Sequence - 1, LossReason.Gap);
        Deliver(header.Flags);
        return DeliveryVerdict.NewEpoch;
    }

    private DeliveryVerdict OnSettled(ulong sequence)
    {
        if (sequence < _first)
            return Refuse(DeliveryVerdict.Past, ref _past);
        return _losses.Contains(_epoch, sequence)
            ? Refuse(DeliveryVerdict.Late, ref _late)
            : Refuse(DeliveryVerdict.Duplicate, ref _duplicates);
    }

    private bool OpenSamples(ulong epoch)
    {
        if (epoch > _samplesEpoch)
            (_samplesEpoch, _samplesInEpoch) = (epoch, 0);
        return epoch == _samplesEpoch;
    }

    private void OpenEpoch(ulong epoch, ulong first)
    {
        _publishedBefore += (long)(_next - _first);
        (_previousEpoch, _previousNext) = (_epoch, _next);
        (_epoch, _first, _next, _known, _ended) = (epoch, first, first, 0, false);
        _epochs++;
    }

    private void Deliver(FrameFlags flags)
    {
        _next++;
        _delivered++;
        _gaps += (flags & FrameFlags.SamplesMissing) != 0 ? 1 : 0;
        _ended = (flags & FrameFlags.EndOfStream) != 0;
    }

    private bool DeclareUpTo(ulong last, LossReason reason)
    {
        if (last < _next)
            return false;
        _losses.Add(new LostRange(_epoch, _next, last, reason));
        _next = last + 1;
        return true;
    }

    private void DeclarePrevious(ulong last)
    {
        var range = new LostRange(_previousEpoch, _previousNext, last, LossReason.UncleanStop);
        DeclareBehind(range);
        _previousNext = last + 1;
    }

    private void DeclareSkipped(ulong epoch, ulong last)
    {
        _skippedTo = epoch;
        if (last > 0)
            DeclareBehind(new LostRange(epoch, 1, last, LossReason.UncleanStop));
    }

    private void DeclareBehind(LostRange range)
    {
        _losses.Add(range);
        _publishedBefore += range.Count;
    }

    private static DeliveryVerdict Refuse(DeliveryVerdict verdict, ref long count)
    {
        count++;
        return verdict;
    }
}

/// <summary>
/// Where a consumer resumes after its own restart. Saved together with the state that its deliveries produced.
/// </summary>
/// <param name="Epoch">The current epoch.</param>
/// <param name="Next">The first sequence that is not settled.</param>
/// <param name="Account">The account up to there; its missing sequences are requested again.</param>
public readonly record struct DeliveryPosition(ulong Epoch, ulong Next, StreamAccount Account);
