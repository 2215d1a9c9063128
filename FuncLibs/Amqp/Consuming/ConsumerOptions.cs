using FuncLibs.Messaging.Wire;

namespace FuncLibs.Amqp.Consuming;

/// <summary>What a consumer of a stream queue reads, and from where.</summary>
/// <param name="Address">The broker; called before each attempt, so that a new password or certificate is used.</param>
/// <param name="Queue">The queue.</param>
/// <param name="Name">Name of the connection at the broker.</param>
public sealed record ConsumerOptions(Func<BrokerAddress> Address, StreamQueue Queue, string Name)
{
    /// <summary>What a frame may have at most.</summary>
    public FrameLimits Limits { get; init; } = FrameLimits.Default;

    /// <summary>Messages between broker and receive thread, 2 or more.</summary>
    public int QueueMessages { get; init; } = 512;

    /// <summary>Bytes of them; one message more may begin below it.</summary>
    public long QueueBytes { get; init; } = 32 << 20;

    /// <summary>
    /// Bytes of messages that the broker sends ahead, if each is as long as <see cref="Limits"/> allows.
    /// </summary>
    public long PrefetchBytes { get; init; } = 128 << 20;

    /// <summary>Messages that the broker sends ahead: the credit of a stream, which knows no bytes.</summary>
    internal ushort Prefetch => (ushort)Math.Clamp(PrefetchBytes / Limits.MaxPayloadBytes, 2, 200);

    /// <summary>How far each stream was consumed by an earlier process; none = begin with what is new.</summary>
    public IReadOnlyList<ConsumedStream> Consumed { get; init; } = [];

    /// <summary>Markers that an earlier process consumed, the oldest first.</summary>
    public IReadOnlyList<StreamMarker> Markers { get; init; } = [];

    /// <summary>
    /// True for a stream of a publisher that was read and whose place is in <see cref="Consumed"/> of the next process.
    /// Called on the receive thread with the streams of each marker that it takes; those for which it is false do not
    /// count when the next process chooses where to begin. The default is true for all.
    /// </summary>
    public Func<Guid, uint, bool> Keeps { get; init; } = static (_, _) => true;

    /// <summary>
    /// Keeps the consumed markers for the next process: called by a task when there are new ones. Returns why they are
    /// not kept, in one line, or null.
    /// </summary>
    public Func<IReadOnlyList<StreamMarker>, string?> Save { get; init; } = static _ => null;
}
