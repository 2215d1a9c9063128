namespace FuncLibs.Messaging.Delivery;

/// <summary>Reaction to missing sequences.</summary>
public enum GapPolicy : byte
{
    /// <summary>
    /// Wait, and request them from the publisher's journal; declare lost only what it cannot deliver. Class LOSSLESS.
    /// </summary>
    Replay,

    /// <summary>Declare them lost at once. Class LIVE.</summary>
    Skip,
}

/// <summary>Delivery settings of a consumer. They bound memory and waiting times.</summary>
public sealed record DeliverySettings
{
    /// <summary>Default of <see cref="HoldBytes"/>: 64 MiB.</summary>
    public const long DefaultHoldBytes = 64 << 20;

    /// <summary>
    /// Default of <see cref="HoldFrames"/>. With 64 MiB it is the tighter limit for frames below 4 KiB.
    /// </summary>
    public const int DefaultHoldFrames = 16_384;

    internal const int MaxDoublings = 3;

    /// <summary>Reaction to missing sequences.</summary>
    public GapPolicy OnGap { get; init; } = GapPolicy.Replay;

    /// <summary>
    /// Memory for held frames in bytes, over all streams. No frames are held after a gap larger than half of it.
    /// </summary>
    public long HoldBytes { get; init; } = DefaultHoldBytes;

    /// <summary>Highest number of held frames, over all streams.</summary>
    public int HoldFrames { get; init; } = DefaultHoldFrames;

    /// <summary>
    /// True where frames come out of a queue that keeps them, and their publisher has a journal that is asked for what
    /// the queue lacks: no frame is dropped to be read from the journal later. While <see
    /// cref="ConsumerDelivery.NeedsLive"/> is false, the caller leaves the queue unread, with the heartbeats in it; so
    /// time runs without them. Only with <see cref="GapPolicy.Replay"/>.
    /// </summary>
    public bool LiveWaits { get; init; }

    /// <summary>
    /// A publisher that sends frames for this long without a heartbeat (eight are due) is taken to have no journal.
    /// </summary>
    public TimeSpan AvailabilityTimeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// A replay that delivers nothing for this long is cancelled and requested again. The time doubles with each one
    /// that failed so, up to eight times it: a machine that is short of processor time would cancel every answer just
    /// before it comes.
    /// </summary>
    public TimeSpan AnswerTimeout { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Time of unsuccessful requests after which the missing sequences are declared lost. The time does not run while
    /// no heartbeats of the publisher arrive, nor while it reports that it is busy.
    /// </summary>
    public TimeSpan GiveUpAfter { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// First pause before an unsuccessful replay is requested again; it doubles up to <see cref="MaxDelay"/>.
    /// </summary>
    public TimeSpan InitialDelay { get; init; } = TimeSpan.FromMilliseconds(20);

    /// <summary>Upper limit of that pause.</summary>
    public TimeSpan MaxDelay { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The longest that an answer is waited for.</summary>
    internal TimeSpan LongestAnswerTimeout => AnswerTimeout * (1 << MaxDoublings);
}
