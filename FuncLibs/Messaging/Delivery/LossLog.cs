namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// The newest ranges declared lost. It has two readers: the caller that announces each range once and in order, and the
/// tracker, which distinguishes a late frame from a duplicate. Bounded: of older ranges only the counts by reason
/// remain.
/// </summary>
internal sealed class LossLog
{
    public const int Capacity = 64;

    private readonly LostRange[] _ranges = new LostRange[Capacity];
    private readonly long[] _sequences = new long[(int)LossReason.EndUnknown + 1];
    private long _added;
    private long _taken;

    /// <summary>Ranges that were overwritten before they were read; their sequences are still counted.</summary>
    public long Unannounced { get; private set; }

    /// <summary>All sequences declared lost.</summary>
    public long Total => CountOf(LossReason.Gap) + CountOf(LossReason.Tail) + CountOf(LossReason.UncleanStop)
        + CountOf(LossReason.Gone) + CountOf(LossReason.Unanswered);

    /// <summary>Sequences declared lost for one reason.</summary>
    public long CountOf(LossReason reason) => _sequences[(int)reason];

    /// <summary>Continues with the counts of a saved account.</summary>
    public void Resume(StreamAccount account)
    {
        _sequences[(int)LossReason.Gap] = account.LostInGaps;
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

    /// <summary>Later frames arrived, these did not.</summary>
    Gap,

    /// <summary>The publisher reported them as published; they did not arrive.</summary>
    Tail,

    /// <summary>The publisher began a new epoch before they arrived.</summary>
    UncleanStop,

    /// <summary>The publisher's journal does not have them, or no longer.</summary>
    Gone,

    /// <summary>The publisher was online all the time, but did not deliver them.</summary>
    Unanswered,

    /// <summary>
    /// It is unknown to the publisher how the epoch ended: what followed is lost, in unknown number. The count is 0.
    /// </summary>
    EndUnknown,
}

/// <summary>Sequences of one epoch that were declared lost.</summary>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="From">First sequence.</param>
/// <param name="To">Last sequence, inclusive.</param>
/// <param name="Reason">Why they are lost.</param>
public readonly record struct LostRange(ulong Epoch, ulong From, ulong To, LossReason Reason)
{
    /// <summary>Number of sequences.</summary>
    public long Count => (long)(To - From) + 1;

    internal bool Contains(ulong epoch, ulong sequence) => epoch == Epoch && sequence >= From && sequence <= To;
}
