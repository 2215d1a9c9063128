namespace FuncLibs.Messaging.Delivery;

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
