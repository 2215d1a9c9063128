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
        if (block.ChannelCount(BlockGroup.Servo) == 0 || stream.Servo.IsEmpty)
            return stream.PointsPerBlock;
        ChannelDescription first = stream.Servo[0];
        return (int)((long)block.Channel(BlockGroup.Servo, 0).PointCount * first.RateDen / first.RateNum);
    }

    /// <summary>ns; 0 when the rate is not known.</summary>
    public static long DurationNs(CDataBlock block, StreamDescription stream) =>
        stream.BaseRateHz > 0 ? SampleClock.NsOf(PointsOf(block, stream), stream.BaseRateHz) : 0;
}
