using System.Collections.Immutable;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Recorder;

/// <summary>
/// Blocks of one connection that are left out of a recording on purpose, in bounded memory. The receive thread adds,
/// the recorder's thread writes them down; under the lock of their owner.
/// </summary>
internal sealed class Omissions
{
    /// <summary>Ranges at most: when all are taken, every further block is recorded.</summary>
    public const int MaxRanges = 1000;

    private readonly List<Omission> _ranges = [];

    /// <summary>Blocks that were left out since the start of the process; those of ended recordings too.</summary>
    public long Blocks { get; private set; }

    /// <summary>What was left out of the recording so far.</summary>
    public ImmutableArray<Omission> Ranges => [.. _ranges];

    /// <summary>Leaves a block out; false when it has to be recorded, because all ranges are taken.</summary>
    public bool TryAdd(in FrameHeader header)
    {
        int at = _ranges.Count - 1;
        while (at >= 0 && !_ranges[at].IsFollowedBy(header))
            at--;
        if (at < 0 && _ranges.Count == MaxRanges)
            return false;
        if (at >= 0)
            _ranges[at] = _ranges[at] with { To = header.Sequence };
        else
            _ranges.Add(new Omission(header.Publisher, header.Epoch, header.Stream, header.Sequence, header.Sequence));
        Blocks++;
        return true;
    }

    /// <summary>The recording is over.</summary>
    public void Clear() => _ranges.Clear();
}

/// <summary>Blocks in a row that were left out.</summary>
/// <param name="Publisher">Whose.</param>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="From">First sequence.</param>
/// <param name="To">Last sequence.</param>
internal readonly record struct Omission(Guid Publisher, ulong Epoch, uint Stream, ulong From, ulong To)
{
    /// <summary>Whether a block comes directly after it.</summary>
    public bool IsFollowedBy(in FrameHeader header) =>
        header.Sequence == To + 1 && header.Stream == Stream && header.Epoch == Epoch && header.Publisher == Publisher;
}
