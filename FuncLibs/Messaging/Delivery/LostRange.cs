namespace FuncLibs.Messaging.Delivery;

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
