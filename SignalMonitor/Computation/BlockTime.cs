using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Computation;

/// <summary>How much time a block covers. One may be shorter than a full block; what it holds decides.</summary>
internal static class BlockTime
{
    /// <summary>Points of the base clock.</summary>
    public static int PointsOf(CDataBlock block, StreamDescription stream)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            int channels = Math.Min(block.ChannelCount(group), stream.Channels(group).Length);
            for (int place = 0; place < channels; place++)
            {
                ChannelDescription described = stream.Channels(group)[place];
                if (described.Points > 0)
                    return (int)(
                        (long)block.Channel(group, place).PointCount * described.RateDen / described.RateNum);
            }
        }

        return stream.PointsPerBlock;
    }

    /// <summary>ns; 0 when the rate is not known.</summary>
    public static long DurationNs(CDataBlock block, StreamDescription stream) =>
        stream.BaseRateHz > 0 ? SampleClock.NsOf(PointsOf(block, stream), stream.BaseRateHz) : 0;
}
