using FuncLibs.Messaging.Wire.Control;

namespace HardwareConnector.Consumers;

/// <summary>A snapshot of one consumer.</summary>
/// <param name="Name">Its name, safe for display.</param>
/// <param name="Class">Its delivery class.</param>
/// <param name="State">Its state.</param>
/// <param name="SilentFor">Time since its last message.</param>
/// <param name="Cpu">Load of its process as reported, 1 = one core.</param>
/// <param name="Streams">Its position on each stream that it reported.</param>
public sealed record ConsumerView(
    string Name,
    ConsumerClass Class,
    ConsumerState State,
    TimeSpan SilentFor,
    double Cpu,
    IReadOnlyList<ConsumerPosition> Streams);

/// <summary>Position of a consumer on one stream, as reported.</summary>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Name">Its name.</param>
/// <param name="Epoch">Publisher epoch of <paramref name="Delivered"/>; 0 if not reported.</param>
/// <param name="Delivered">Last sequence that it no longer needs.</param>
/// <param name="Lag">Blocks behind: the greater of the reported value and what was published since.</param>
/// <param name="Dropped">Blocks declared lost to it.</param>
/// <param name="QueueBytes">Bytes in its queue.</param>
/// <param name="IsSlow">True while it is behind or loses blocks.</param>
public sealed record ConsumerPosition(
    uint Stream, string Name, ulong Epoch, ulong Delivered, ulong Lag, ulong Dropped, ulong QueueBytes, bool IsSlow);

/// <summary>State of a consumer, as the connector has it.</summary>
public enum ConsumerState : byte
{
    /// <summary>It sent a hello and no status: a viewer without an account.</summary>
    Unreported,

    /// <summary>It keeps up.</summary>
    Keeping,

    /// <summary>It is more than a second of blocks behind, or loses blocks.</summary>
    Slow,

    /// <summary>It reported a status once, and is silent now.</summary>
    Gone,
}
