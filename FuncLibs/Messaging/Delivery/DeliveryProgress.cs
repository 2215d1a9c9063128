namespace FuncLibs.Messaging.Delivery;

/// <summary>How far a stream is delivered: what a consumer tells its publisher each second.</summary>
/// <param name="Epoch">The epoch in force; 0 before the account begins.</param>
/// <param name="Settled">Last sequence of it that was delivered or declared lost; 0 none.</param>
/// <param name="Lag">Frames known to be published, of this epoch and later ones, that are not settled.</param>
/// <param name="DeclaredLost">Frames declared lost, over all epochs.</param>
public readonly record struct DeliveryProgress(ulong Epoch, ulong Settled, ulong Lag, ulong DeclaredLost);
