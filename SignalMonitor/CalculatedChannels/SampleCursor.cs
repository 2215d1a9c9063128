using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using SignalMonitor.Computation;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// How far the samples of a stream are computed, and the one rule of what is a gap: another epoch of the publisher, or
/// an index that does not follow. Live, replay and `eval` go by it, so that they have the same gaps.
/// </summary>
/// <param name="Epoch">Epoch of the publisher of the last block.</param>
/// <param name="NextSample">Base index of the sample after it; -1 before the first block.</param>
internal record struct SampleCursor(ulong Epoch, long NextSample)
{
    /// <summary>Before the first block, which no gap can be before.</summary>
    public static SampleCursor None => new(0, -1);

    /// <summary>Moves after a block.</summary>
    /// <returns>True when samples are missing before the block.</returns>
    public bool Advance(CDataBlock block, ulong epoch, StreamDescription stream)
    {
        bool hasGap = NextSample >= 0 && (epoch != Epoch || block.FirstSampleIndex != NextSample);
        (Epoch, NextSample) = (epoch, block.FirstSampleIndex + BlockTime.PointsOf(block, stream));
        return hasGap;
    }
}

/// <summary>Samples that a stream did not get, so that stateful functions started over.</summary>
/// <param name="Publisher">The installation.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="LastEpoch">Epoch of the publisher of the block before; 0 when this monitor did not compute it.</param>
/// <param name="LastSequence">Sequence of that block.</param>
/// <param name="Epoch">Epoch of the publisher of the block after.</param>
/// <param name="Sequence">Sequence of that block.</param>
internal sealed record SampleGap(
    Guid Publisher, uint Stream, ulong LastEpoch, ulong LastSequence, ulong Epoch, ulong Sequence);
