using System.Text.Json.Serialization;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// Outcome of all frames of a stream, over all epochs since the account began with the first frame seen. One consistent
/// snapshot, in frames: <see cref="Published"/> = <see cref="Delivered"/> + <see cref="DeclaredLost"/> + <see
/// cref="Missing"/>. Published is counted from sequence numbers, the others one by one, so the sum is a check and not a
/// definition.
/// </summary>
/// <param name="Publisher">The installation.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">The current epoch; 0 before the first frame.</param>
/// <param name="LastSequence">Highest sequence known to be published in it.</param>
/// <param name="Published">Up to the last sequence delivered or declared, plus open gaps.</param>
/// <param name="Delivered">Delivered once each, in order.</param>
/// <param name="DeclaredLost">Will never be delivered.</param>
/// <param name="Missing">In open gaps, including the frames held after them. Always 0 where a gap is declared lost at
/// once.</param>
/// <param name="LostInGaps">Part of declared lost: later frames arrived.</param>
/// <param name="LostAtTail">Part of declared lost: the publisher reported them as published.</param>
/// <param name="LostAtStop">Part of declared lost: a new epoch began.</param>
/// <param name="LostGone">Part of declared lost: the journal does not have them.</param>
/// <param name="LostUnanswered">Part of declared lost: the publisher did not deliver them.</param>
/// <param name="Replayed">Part of delivered: from the journal.</param>
/// <param name="Duplicates">Dropped: delivered before.</param>
/// <param name="Late">Dropped: declared lost before.</param>
/// <param name="Past">Dropped: of a closed epoch, or from before the account began.</param>
/// <param name="Foreign">Dropped: not a frame of this stream.</param>
/// <param name="GapsBeforeSequence">Frames flagged as having missing samples before them.</param>
/// <param name="SamplesBeforeSequence">Samples that never got a sequence, from loss frames.</param>
/// <param name="Epochs">Number of epochs seen.</param>
/// <param name="Ended">The publisher ended the stream in this epoch.</param>
public readonly record struct StreamAccount(
    Guid Publisher,
    uint Stream,
    ulong Epoch,
    ulong LastSequence,
    long Published,
    long Delivered,
    long DeclaredLost,
    long Missing,
    [property: JsonPropertyName("lostInHoles")] long LostInGaps,
    long LostAtTail,
    long LostAtStop,
    long LostGone,
    long LostUnanswered,
    long Replayed,
    long Duplicates,
    long Late,
    long Past,
    long Foreign,
    long GapsBeforeSequence,
    long SamplesBeforeSequence,
    long Epochs,
    bool Ended)
{
    /// <summary>
    /// Number of epochs whose end is unknown to the publisher: what followed the last known sequence is lost, in
    /// unknown number.
    /// </summary>
    public long UnknownEnds { get; init; }

    /// <summary>The newest of these epochs; 0 for none.</summary>
    public ulong EndUnknownIn { get; init; }

    /// <summary>
    /// Part of <see cref="SamplesBeforeSequence"/>: the samples of <see cref="SamplesEpoch"/>, over that whole epoch.
    /// </summary>
    public long SamplesInEpoch { get; init; }

    /// <summary>The newest epoch of which samples were counted; 0 for none.</summary>
    public ulong SamplesEpoch { get; init; }

    /// <summary>Frames neither delivered nor declared nor missing; any value but 0 is an accounting error.</summary>
    public long SilentLoss => Published - Delivered - DeclaredLost - Missing;
}
