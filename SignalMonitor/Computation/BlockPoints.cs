using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;

namespace SignalMonitor.Computation;

/// <summary>
/// How many points the channels of a block may have; a catalogue with wrong numbers of points must not be trusted.
/// </summary>
internal static class BlockPoints
{
    /// <summary>Most points of any signal in a full block.</summary>
    public static int MaxOf(StreamSignals signals) =>
        signals.All.Length == 0 ? 0 : signals.All.Max(signal => signal.Points);

    /// <summary>
    /// True when no channel of a block has more points than the most, of which one at least is allowed.
    /// </summary>
    public static bool Fit(CDataBlock block, int max)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            for (int i = 0; i < block.ChannelCount(group); i++)
            {
                if (block.Channel(group, i).PointCount > Math.Max(1, max))
                    return false;
            }
        }

        return true;
    }
}
