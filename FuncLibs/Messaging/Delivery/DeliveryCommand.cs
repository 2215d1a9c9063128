using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Delivery;

/// <summary>What is to be sent to the publisher.</summary>
public enum DeliveryCommandKind : byte
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>A replay request over one range.</summary>
    Replay,

    /// <summary>More credit for the open replay.</summary>
    Credit,

    /// <summary>The open replay brings nothing any more.</summary>
    Cancel,
}

/// <summary>One request of a consumer.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Id">Number of the replay.</param>
/// <param name="Range">What is wanted; for a replay.</param>
/// <param name="Bytes">Credit in bytes; for a replay and for credit.</param>
public readonly record struct DeliveryCommand(DeliveryCommandKind Kind, uint Id, ReplayRange Range, uint Bytes);
