namespace FuncLibs.Messaging.Delivery;

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
