using FuncLibs.Messaging.Wire.Control;

namespace SignalMonitor.Receiving;

/// <summary>Who this monitor is to a connector.</summary>
/// <param name="Name">Its name, the same after each restart.</param>
/// <param name="Class">What it needs.</param>
internal sealed record ConsumerIdentity(string Name, ConsumerClass Class);
