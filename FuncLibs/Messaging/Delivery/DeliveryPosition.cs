namespace FuncLibs.Messaging.Delivery;

/// <summary>Where a consumer goes on after its own restart, saved together with the state that its deliveries made.</summary>
/// <param name="Epoch">The epoch in force.</param>
/// <param name="Next">The first sequence that is not settled.</param>
/// <param name="Account">The account up to there; what is missing in it is asked for again.</param>
public readonly record struct DeliveryPosition(ulong Epoch, ulong Next, StreamAccount Account);
