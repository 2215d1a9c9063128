namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// What became of a stream, over all epochs since the account began with the first frame seen. One consistent snapshot, in frames:
/// <see cref="Published"/> = <see cref="Delivered"/> + <see cref="DeclaredLost"/> + <see cref="Missing"/>. Published is counted from
/// sequence numbers, the others one by one, so the sum is a check and not a definition.
/// </summary>
/// <param name="Publisher">The installation.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">The epoch in force; 0 before the first frame.</param>
/// <param name="LastSequence">Highest sequence known to be published in it.</param>
/// <param name="Published">Up to the last sequence delivered or declared, plus open holes.</param>
/// <param name="Delivered">Handed on, each once, in order.</param>
/// <param name="DeclaredLost">Will never be handed on.</param>
/// <param name="Missing">In open holes, what is held behind them included. Always 0 where a hole is declared lost at once.</param>
/// <param name="LostInHoles">Part of declared lost: later frames came.</param>
/// <param name="LostAtTail">Part of declared lost: the publisher said it had published them.</param>
/// <param name="LostAtStop">Part of declared lost: a new epoch began.</param>
/// <param name="LostGone">Part of declared lost: the journal does not have them.</param>
/// <param name="LostUnanswered">Part of declared lost: the publisher did not give them.</param>
/// <param name="Replayed">Part of delivered: out of the journal.</param>
/// <param name="Duplicates">Dropped: delivered before.</param>
/// <param name="Late">Dropped: declared lost before.</param>
/// <param name="Past">Dropped: of a closed epoch, or from before the account.</param>
/// <param name="Foreign">Dropped: no frame of this stream.</param>
/// <param name="GapsBeforeSequence">Frames that said that samples are missing before them.</param>
/// <param name="SamplesBeforeSequence">Samples that never got a sequence, as loss frames say.</param>
/// <param name="Epochs">Epochs seen.</param>
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
    long LostInHoles,
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
    /// Epochs of which the publisher does not know how they ended: what followed the last known sequence is lost, in
    /// unknown number.
    /// </summary>
    public long UnknownEnds { get; init; }

    /// <summary>The newest of these epochs; 0 none.</summary>
    public ulong EndUnknownIn { get; init; }

    /// <summary>
    /// Part of <see cref="SamplesBeforeSequence"/>: those of <see cref="SamplesEpoch"/>, in that whole epoch.
    /// </summary>
    public long SamplesInEpoch { get; init; }

    /// <summary>The newest epoch of which samples were counted; 0 none.</summary>
    public ulong SamplesEpoch { get; init; }

    /// <summary>What is neither delivered nor declared nor missing: 0, or the accounting is wrong.</summary>
    public long SilentLoss => Published - Delivered - DeclaredLost - Missing;
}
