using FuncLibs.Wire;

namespace FuncLibs.Delivery;

/// <summary>
/// The account of one stream of one publisher: says of each frame whether it is to be handed on, and declares what did not come.
/// Pure: no clock, no socket; owned by one thread, takes no memory after construction but for <see cref="Snapshot"/>.
/// <code>
///  sequence      first .............. next ....
///  of the epoch  |  settled: delivered |  not yet seen
///                |  or declared lost   |
/// </code>
/// A hole is declared lost at once, because nothing can fill it yet: <see cref="Declare"/> is the one place to hold it open instead
/// when there is a journal to ask.
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
    private bool _ended;

    // The epoch before it: what its publisher says of its end may come after the new one began.
    private ulong _previousEpoch;
    private ulong _previousNext;

    private long _publishedBefore;
    private long _epochs;
    private long _delivered;
    private long _lostInHoles;
    private long _lostAtTail;
    private long _lostAtStop;
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

    /// <summary>Ranges that nobody took in time, see <see cref="TryTakeLoss"/>.</summary>
    public long UnannouncedLosses => _losses.Unannounced;

    /// <summary>A frame came in. Its header was checked, CRCs included.</summary>
    public DeliveryVerdict OnFrame(in FrameHeader header)
    {
        if (header.Publisher != _publisher || header.Stream != _stream)
            return Refuse(DeliveryVerdict.Foreign, ref _foreign);
        DeliveryVerdict verdict = OnSequence(header.Epoch, header.Sequence);
        if (!verdict.IsDelivered())
            return verdict;
        if ((header.Flags & FrameFlags.SamplesMissing) != 0)
            _gaps++;
        _ended = (header.Flags & FrameFlags.EndOfStream) != 0;
        return verdict;
    }

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
    /// The publisher said how far an epoch went, in a welcome or an event: what did not come of it is lost. The epoch in force and the
    /// one before it can be settled so; the others are closed.
    /// </summary>
    public void OnEpochEnd(ulong epoch, ulong last)
    {
        if (epoch == 0 || last > MaxSequence)
            return;
        if (epoch == _epoch)
            DeclareUpTo(last, LossReason.UncleanStop);
        else if (epoch == _previousEpoch && last >= _previousNext)
            DeclarePrevious(last);
    }

    /// <summary>A loss frame said that samples never got a sequence.</summary>
    /// <param name="samples">How many, 1 or more.</param>
    public void OnSamplesLost(long samples) => _samples += Math.Max(0, samples);

    /// <summary>Takes the oldest range that was declared lost. Up to 64 wait; see <see cref="UnannouncedLosses"/>.</summary>
    public bool TryTakeLoss(out LostRange range) => _losses.TryTake(out range);

    /// <summary>The account now. Takes memory: once a second, or when somebody asks.</summary>
    public StreamAccount Snapshot() => new(
        _publisher, _stream, _epoch, _epoch == 0 ? 0 : _next - 1,
        Published: _publishedBefore + (long)(_next - _first),
        Delivered: _delivered,
        DeclaredLost: _lostInHoles + _lostAtTail + _lostAtStop,
        Missing: 0,
        _lostInHoles, _lostAtTail, _lostAtStop, _duplicates, _late, _past, _foreign, _gaps, _samples, _epochs, _ended);

    private DeliveryVerdict OnSequence(ulong epoch, ulong sequence)
    {
        if (epoch == 0 || sequence is 0 or > MaxSequence)
            return Refuse(DeliveryVerdict.Foreign, ref _foreign);
        if (epoch != _epoch)
            return OnOtherEpoch(epoch, sequence);
        if (sequence < _next)
            return OnSettled(sequence);
        bool hole = DeclareUpTo(sequence - 1, LossReason.Hole);
        Deliver();
        return hole ? DeliveryVerdict.AfterHole : DeliveryVerdict.InOrder;
    }

    // The first epoch begins where it was met. Later ones begin at 1: the consumer was there.
    private DeliveryVerdict OnOtherEpoch(ulong epoch, ulong sequence)
    {
        if (epoch < _epoch)
            return Refuse(DeliveryVerdict.Past, ref _past);
        OpenEpoch(epoch, _epoch == 0 ? sequence : 1);
        DeclareUpTo(sequence - 1, LossReason.Hole);
        Deliver();
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

    private void OpenEpoch(ulong epoch, ulong first)
    {
        _publishedBefore += (long)(_next - _first);
        (_previousEpoch, _previousNext) = (_epoch, _next);
        (_epoch, _first, _next, _ended) = (epoch, first, first, false);
        _epochs++;
    }

    private void Deliver()
    {
        _next++;
        _delivered++;
    }

    private bool DeclareUpTo(ulong last, LossReason reason)
    {
        if (last < _next)
            return false;
        Declare(new LostRange(_epoch, _next, last, reason));
        _next = last + 1;
        return true;
    }

    private void DeclarePrevious(ulong last)
    {
        var range = new LostRange(_previousEpoch, _previousNext, last, LossReason.UncleanStop);
        Declare(range);
        _publishedBefore += range.Count;
        _previousNext = last + 1;
    }

    private void Declare(LostRange range)
    {
        _losses.Add(range);
        if (range.Reason == LossReason.Hole)
            _lostInHoles += range.Count;
        else if (range.Reason == LossReason.Tail)
            _lostAtTail += range.Count;
        else
            _lostAtStop += range.Count;
    }

    private static DeliveryVerdict Refuse(DeliveryVerdict verdict, ref long count)
    {
        count++;
        return verdict;
    }
}
