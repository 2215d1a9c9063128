using System.Collections.Immutable;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Recorder;

/// <summary>
/// Blocks of one publisher that are left out of a recording on purpose, in bounded memory. Recorder's thread.
/// </summary>
/// <param name="quota">Ranges that the recording may have, with those of its other publishers.</param>
internal sealed class Omissions(OmissionQuota quota)
{
    private readonly List<Omission> _ranges = [];

    /// <summary>Blocks that were left out.</summary>
    public long Blocks { get; private set; }

    /// <summary>What was left out so far.</summary>
    public ImmutableArray<Omission> Ranges => [.. _ranges];

    /// <summary>Leaves a block out; false when it has to be recorded, because all ranges are taken.</summary>
    /// <param name="journal">Folder of the journal that would have it.</param>
    /// <param name="header">Its header.</param>
    /// <param name="reason">Mode of the recorder, or another reason.</param>
    public bool TryAdd(string journal, in FrameHeader header, string reason)
    {
        int at = _ranges.Count - 1;
        while (at >= 0 && !_ranges[at].IsFollowedBy(journal, header, reason))
            at--;
        if (at < 0 && !quota.TryTake())
            return false;
        if (at >= 0)
            _ranges[at] = _ranges[at] with { To = header.Sequence };
        else
            _ranges.Add(new Omission(
                journal, header.Epoch, header.Stream, header.Sequence, header.Sequence, reason));
        Blocks++;
        return true;
    }
}

/// <summary>
/// Ranges of left-out blocks that a recording may have, so that its document has a bounded size. Recorder's thread.
/// </summary>
/// <param name="earlier">Ranges that the document has of earlier processes.</param>
internal sealed class OmissionQuota(int earlier)
{
    /// <summary>
    /// Ranges of a recording at most, of all its publishers and groups: when all are taken, every further block is
    /// recorded.
    /// </summary>
    public const int MaxRanges = 4000;

    private int _taken = earlier;

    /// <summary>Takes a range; false when all are taken.</summary>
    public bool TryTake()
    {
        if (_taken >= MaxRanges)
            return false;
        _taken++;
        return true;
    }
}

/// <summary>Blocks in a row that were left out.</summary>
/// <param name="Journal">Folder of the journal that would have them.</param>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="From">First sequence.</param>
/// <param name="To">Last sequence.</param>
/// <param name="Reason">Mode of the recorder, or another reason.</param>
internal readonly record struct Omission(
    string Journal, ulong Epoch, uint Stream, ulong From, ulong To, string Reason)
{
    /// <summary>Whether a block comes directly after it.</summary>
    public bool IsFollowedBy(string journal, in FrameHeader header, string reason) =>
        header.Sequence == To + 1 && header.Stream == Stream && header.Epoch == Epoch
        && journal == Journal && reason == Reason;
}
