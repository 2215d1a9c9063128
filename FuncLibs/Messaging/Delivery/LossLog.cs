namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// The ranges that were declared lost last, for two readers: whoever announces them (each once, in order), and the tracker, which tells
/// a late frame from a duplicate by them. Bounded: of what is older only the counts remain, by reason.
/// </summary>
internal sealed class LossLog
{
    public const int Capacity = 64;

    private readonly LostRange[] _ranges = new LostRange[Capacity];
    private readonly long[] _sequences = new long[(int)LossReason.EndUnknown + 1];
    private long _added;
    private long _taken;

    /// <summary>Ranges that were overwritten before they were taken; their sequences are counted all the same.</summary>
    public long Unannounced { get; private set; }

    /// <summary>Sequences declared lost in all.</summary>
    public long Total => CountOf(LossReason.Hole) + CountOf(LossReason.Tail) + CountOf(LossReason.UncleanStop)
        + CountOf(LossReason.Gone) + CountOf(LossReason.Unanswered);

    /// <summary>Sequences declared lost for one reason.</summary>
    public long CountOf(LossReason reason) => _sequences[(int)reason];

    /// <summary>Goes on with the counts of a saved account.</summary>
    public void Resume(StreamAccount account)
    {
        _sequences[(int)LossReason.Hole] = account.LostInHoles;
        _sequences[(int)LossReason.Tail] = account.LostAtTail;
        _sequences[(int)LossReason.UncleanStop] = account.LostAtStop;
        _sequences[(int)LossReason.Gone] = account.LostGone;
        _sequences[(int)LossReason.Unanswered] = account.LostUnanswered;
    }

    public void Add(LostRange range)
    {
        _sequences[(int)range.Reason] += range.Count;
        _ranges[_added % Capacity] = range;
        _added++;
        if (_added - _taken <= Capacity)
            return;
        _taken++;
        Unannounced++;
    }

    public bool TryTake(out LostRange range)
    {
        range = default;
        if (_taken == _added)
            return false;
        range = _ranges[_taken % Capacity];
        _taken++;
        return true;
    }

    public bool Contains(ulong epoch, ulong sequence)
    {
        for (long i = Math.Max(0, _added - Capacity); i < _added; i++)
        {
            if (_ranges[i % Capacity].Contains(epoch, sequence))
                return true;
        }

        return false;
    }
}

/// <summary>Why sequences are declared lost.</summary>
public enum LossReason : byte
{
    /// <summary>Not lost.</summary>
    None,

    /// <summary>Later frames came, these did not.</summary>
    Hole,

    /// <summary>The publisher said that it had published them; they did not come.</summary>
    Tail,

    /// <summary>The publisher began a new epoch before they came.</summary>
    UncleanStop,

    /// <summary>The publisher's journal does not have them, or not any more.</summary>
    Gone,

    /// <summary>The publisher was heard all the time, but did not give them.</summary>
    Unanswered,

    /// <summary>
    /// The publisher does not know how the epoch ended: what followed is lost, and nobody can say how much. Of no
    /// count.
    /// </summary>
    EndUnknown,
}

/// <summary>Sequences of one epoch that were declared lost.</summary>
/// <param name="Epoch">Life of the publisher.</param>
/// <param name="From">First sequence.</param>
/// <param name="To">Last sequence, inclusive.</param>
/// <param name="Reason">Why.</param>
public readonly record struct LostRange(ulong Epoch, ulong From, ulong To, LossReason Reason)
{
    /// <summary>How many.</summary>
    public long Count => (long)(To - From) + 1;

    internal bool Contains(ulong epoch, ulong sequence) => epoch == Epoch && sequence >= From && sequence <= To;
}
