using FuncLibs.Messaging.Wire.Control;

namespace HardwareConnector.Consumers;

/// <summary>One consumer at one moment.</summary>
/// <param name="Name">What it calls itself, as it may be shown anywhere.</param>
/// <param name="Class">What it needs.</param>
/// <param name="State">How it does.</param>
/// <param name="SilentFor">Time since it was heard.</param>
/// <param name="Cpu">Load of its process, 1 = one core, as it says.</param>
/// <param name="Streams">How far it is with each stream that it told of.</param>
public sealed record ConsumerView(
    string Name, ConsumerClass Class, ConsumerState State, TimeSpan SilentFor, double Cpu, IReadOnlyList<ConsumerPosition> Streams);

/// <summary>How far a consumer is with one stream, as it says.</summary>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Name">Its name.</param>
/// <param name="Epoch">Life of the publisher that <paramref name="Delivered"/> is of; 0 not said.</param>
/// <param name="Delivered">Last sequence that it needs no more.</param>
/// <param name="Lag">Blocks behind; the greater of what it says and what was published meanwhile.</param>
/// <param name="Dropped">Blocks declared lost to it.</param>
/// <param name="QueueBytes">Bytes that wait in it.</param>
/// <param name="IsSlow">True while it is behind or loses blocks.</param>
public sealed record ConsumerPosition(
    uint Stream, string Name, ulong Epoch, ulong Delivered, ulong Lag, ulong Dropped, ulong QueueBytes, bool IsSlow);

/// <summary>How a consumer does, as far as the connector can tell.</summary>
public enum ConsumerState : byte
{
    /// <summary>It said hello and never how it is: a viewer that keeps no account.</summary>
    Unreported,

    /// <summary>It follows.</summary>
    Keeping,

    /// <summary>It is more than a second of blocks behind, or loses blocks.</summary>
    Slow,

    /// <summary>It said how it is, and then nothing any more.</summary>
    Gone,
}
