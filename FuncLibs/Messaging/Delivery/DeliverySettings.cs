namespace FuncLibs.Messaging.Delivery;

/// <summary>What to do when sequences are missing.</summary>
public enum GapPolicy : byte
{
    /// <summary>Wait, and ask the publisher's journal for them; declare lost only what it cannot give. Class LOSSLESS.</summary>
    Replay,

    /// <summary>Declare them lost at once. Class LIVE.</summary>
    Skip,
}

/// <summary>How a consumer delivers. Memory and waiting are bounded by these.</summary>
public sealed record DeliverySettings
{
    /// <summary>Bytes that frames may take while they wait for a hole, over all streams: 64 MiB.</summary>
    public const long DefaultHoldBytes = 64 << 20;

    /// <summary>Frames that may wait, over all streams: with 64 MiB it counts for frames below 4 KiB.</summary>
    public const int DefaultHoldFrames = 16_384;

    /// <summary>What to do when sequences are missing.</summary>
    public GapPolicy OnHole { get; init; } = GapPolicy.Replay;

    /// <summary>Bytes that frames may take while they wait. A hole of more than half of it is not waited for with frames in hand.</summary>
    public long HoldBytes { get; init; } = DefaultHoldBytes;

    /// <summary>Frames that may wait.</summary>
    public int HoldFrames { get; init; } = DefaultHoldFrames;

    /// <summary>A publisher whose frames come for so long without a single heartbeat (eight are due) keeps no journal.</summary>
    public TimeSpan OfferWithin { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>A replay that brings nothing for so long is cancelled and asked for again.</summary>
    public TimeSpan AnswerWithin { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Asking without any progress while the publisher is heard ends after so long, and what is missing is declared lost. The time does not
    /// run while the publisher is not heard, nor while it says that it is busy.
    /// </summary>
    public TimeSpan GiveUpAfter { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>First pause before a replay that brought nothing is asked for again; it doubles up to <see cref="LongestPause"/>.</summary>
    public TimeSpan FirstPause { get; init; } = TimeSpan.FromMilliseconds(20);

    /// <summary>Longest such pause.</summary>
    public TimeSpan LongestPause { get; init; } = TimeSpan.FromSeconds(1);
}
