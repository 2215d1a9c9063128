using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// The account of one stream of one publisher: says of each frame whether it is to be handed on, and declares what did not come.
/// Pure: no clock, no socket; owned by one thread, takes no memory after construction.
/// <code>
///  sequence      first .............. next ....
///  of the epoch  |  settled: delivered |  not yet seen
///                |  or declared lost   |
/// </code>
/// By itself it declares a hole lost at once. Whoever can fill holes stands before it, tells it by <see cref="Expect"/> how far the epoch
/// is, and hands it only what is next, or gives up what will not come.
/// </summary>
public sealed class OrderTracker
{
    /// <summary>Highest legal sequence: exact as a double, so every report can carry it, and far from overflow.</summary>
    public const ulong MaxSequence = 1UL << 53;

    private readonly Guid _publisher;
    private readonly uint _stream;
    private readonly LossLog _losses = new();

    // The epoch in force: all below _next is settled, and the account of the epoch began at _first.
    private ulong _epoch;
    private ulong _first;
    private ulong _next;
    private ulong _known;
    private bool _ended;

    // The epoch before it: what its publisher says of its end may come after the new one began.
    private ulong _previousEpoch;
    private ulong _previousNext;
    private ulong _skippedTo;

    // The newest epoch whose end the publisher does not know, and how many such there were.
    private ulong _endUnknownIn;
    private long _unknownEnds;

    // Samples that never got a sequence, by loss frames and by the totals of heartbeats: of the newest epoch, and since
    // when it counts.
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

    /// <summary>Makes the tracker of a stream; its account begins with the first frame.</summary>
    public OrderTracker(Guid publisher, uint stream)
    {
        _publisher = publisher;
        _stream = stream;
    }

    /// <summary>The epoch in force; 0 before the first frame.</summary>
    public ulong Epoch => _epoch;

    /// <summary>The first sequence of it that is not settled.</summary>
    public ulong Next => _next;

    /// <summary>The epoch that was in force before; 0 none in this run of the consumer.</summary>
    public ulong PreviousEpoch => _previousEpoch;

    /// <summary>Last settled sequence of the epoch in force or of the one before; 0 of others.</summary>
    public ulong SettledOf(ulong epoch)
    {
        ulong next = epoch == _epoch ? _next : 1;
        return (epoch == _previousEpoch ? _previousNext : next) - 1;
    }

    /// <summary>How many sequences of the epoch in force were published, as far as known, and are not settled.</summary>
    public long Missing => _epoch == 0 || _known < _next ? 0 : (long)(_known - _next) + 1;

    /// <summary>Sequences declared lost, over all epochs.</summary>
    public long DeclaredLost => _losses.Total;

    /// <summary>Ranges that nobody took in time, see <see cref="TryTakeLoss"/>.</summary>
    public long UnannouncedLosses => _losses.Unannounced;

    /// <summary>Goes on with a saved account. What was missing in it is not settled.</summary>
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

    /// <summary>A frame came in. Its header was checked, CRCs included.</summary>
    public DeliveryVerdict OnFrame(in FrameHeader header)
    {
        if (!Owns(header))
            return Refuse(DeliveryVerdict.Foreign, ref _foreign);
        if (header.Epoch != _epoch)
            return OnOtherEpoch(header);
        if (header.Sequence < _next)
            return OnSettled(header.Sequence);
        bool hole = DeclareUpTo(header.Sequence - 1, LossReason.Hole);
        Deliver(header.Flags);
        return hole ? DeliveryVerdict.AfterHole : DeliveryVerdict.InOrder;
    }

    /// <summary>True for a frame of this stream with a legal epoch and sequence.</summary>
    public bool Owns(in FrameHeader header) => header.Publisher == _publisher && header.Stream == _stream
        && header.Epoch != 0 && header.Sequence is not 0 and <= MaxSequence;

    /// <summary>The frame at <see cref="Next"/> is handed on, with these flags in its header; or it came out of the journal.</summary>
    public void DeliverNext(FrameFlags flags, bool replayed)
    {
        Deliver(flags);
        _replayed += replayed ? 1 : 0;
    }

    /// <summary>A frame was dropped because the same one waits already.</summary>
    public void DropTwin() => _duplicates++;

    /// <summary>The epoch in force was published up to there: what did not come of it is missing from now on.</summary>
    public void Expect(ulong last) => _known = Math.Max(_known, Math.Min(last, MaxSequence));

    /// <summary>Declares what is not settled up to <paramref name="last"/>.</summary>
    public void Abandon(ulong last, LossReason reason) => DeclareUpTo(last, reason);

    /// <summary>A later epoch is in force, from its first sequence on. Nothing may be missing of the one before.</summary>
    public void BeginEpoch(ulong epoch) => OpenEpoch(epoch, 1);

    /// <summary>
    /// A heartbeat came in, after all frames that were published before it: what it says was published and did not come is lost.
    /// It does not begin the account, and nothing is lost that a consumer was not yet subscribed to.
    /// </summary>
    /// <param name="epoch">Its epoch.</param>
    /// <param name="last">Its last sequence of this stream; 0 none.</param>
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
    /// The publisher said how far an epoch went, in a welcome or an event: what did not come of it is lost. The epoch in force, the one
    /// before it and those between them, of which nothing was seen, can be settled so, in rising order; the others are closed.
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
    /// The publisher does not know how an epoch ended, as after a restored backup: what followed is lost, in unknown
    /// number. Declared once an
    /// epoch, in rising order.
    /// </summary>
    /// <param name="epoch">The epoch.</param>
    /// <param name="last">Last sequence of it that is known to be published; 0 none.</param>
    public void DeclareEndUnknown(ulong epoch, ulong last)
    {
        if (epoch <= _endUnknownIn || last > MaxSequence)
            return;
        _endUnknownIn = epoch;
        _unknownEnds++;
        _losses.Add(new LostRange(epoch, last + 1, last, LossReason.EndUnknown));
    }

    /// <summary>A loss frame said that samples never got a sequence.</summary>
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
    /// A heartbeat said how many samples of its epoch never got a sequence. What loss frames that did not arrive had
    /// said is counted so. Of
    /// the epoch in which the account began, only what is added from the first heartbeat on counts.
    /// </summary>
    /// <returns>How many were added.</returns>
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

    /// <summary>Takes the oldest range that was declared lost. Up to 64 wait; see <see cref="UnannouncedLosses"/>.</summary>
    public bool TryTakeLoss(out LostRange range) => _losses.TryTake(out range);

    /// <summary>The account now.</summary>
    public StreamAccount Snapshot() => new(
        _publisher, _stream, _epoch, _epoch == 0 ? 0 : _next - 1,
        Published: _publishedBefore + (long)(_next - _first) + Missing,
        Delivered: _delivered,
        DeclaredLost: _losses.Total,
        Missing: Missing,
        _losses.CountOf(LossReason.Hole), _losses.CountOf(LossReason.Tail), _losses.CountOf(LossReason.UncleanStop),
        _losses.CountOf(LossReason.Gone), _losses.CountOf(LossReason.Unanswered),
        _replayed, _duplicates, _late, _past, _foreign, _gaps, _samples, _epochs, _ended)
    {
        UnknownEnds = _unknownEnds,
        EndUnknownIn = _endUnknownIn,
        SamplesInEpoch = _samplesInEpoch,
        SamplesEpoch = _samplesEpoch,
    };

    // The first epoch begins where it was met. Later ones begin at 1: the consumer was there.
    private DeliveryVerdict OnOtherEpoch(in FrameHeader header)
    {
        if (header.Epoch < _epoch)
            return Refuse(DeliveryVerdict.Past, ref _past);
        _beganIn = _epoch == 0 ? header.Epoch : _beganIn;
        OpenEpoch(header.Epoch, _epoch == 0 ? header.Sequence : 1);
        DeclareUpTo(header.Sequence - 1, LossReason.Hole);
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

/// <summary>Where a consumer goes on after its own restart, saved together with the state that its deliveries made.</summary>
/// <param name="Epoch">The epoch in force.</param>
/// <param name="Next">The first sequence that is not settled.</param>
/// <param name="Account">The account up to there; what is missing in it is asked for again.</param>
public readonly record struct DeliveryPosition(ulong Epoch, ulong Next, StreamAccount Account);
