using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace SignalMonitor.Recorder.Modes;

/// <summary>
/// How a stream is reduced: intervals of whole samples of the base clock on a grid that begins at index 0, two stored
/// samples of each. The same sample is in the same interval however a run is cut into blocks. Immutable.
/// </summary>
/// <param name="SamplesPerInterval">Samples of the base clock of an interval, 3 or more.</param>
/// <param name="IntervalsPerBlock">Intervals of a full block.</param>
/// <param name="RateHz">Stored samples a second.</param>
internal sealed record ReducedGrid(long SamplesPerInterval, int IntervalsPerBlock, double RateHz)
{
    /// <summary>Stored samples of an interval: its minimum and its maximum.</summary>
    public const int PerInterval = 2;

    // A second of a recording is in one block, as far as an interval is shorter than that.
    private const double BlockSeconds = 1;
    private const int MaxIntervals = 1024;

    /// <summary>The grid of a stream.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="rateHz">Stored samples a second that are wanted.</param>
    /// <returns>Null when the stream has no rate, or fewer samples than that: nothing is gained.</returns>
    public static ReducedGrid? Create(StreamDescription stream, double rateHz)
    {
        double samples = Math.Round(PerInterval * stream.BaseRateHz / rateHz);
        if (!(samples > PerInterval) || samples > int.MaxValue)
            return null;
        double rate = PerInterval * stream.BaseRateHz / samples;
        return !BlockLimits.Default.IsRate(rate) ? null : new ReducedGrid(
            (long)samples, (int)Math.Clamp(Math.Round(BlockSeconds * rate / PerInterval), 1, MaxIntervals), rate);
    }

    /// <summary>The interval of a sample.</summary>
    public long IntervalOf(long index) => Floor(index, SamplesPerInterval);

    /// <summary>The block of an interval: all intervals of a block have one number.</summary>
    public long BlockOf(long interval) => Floor(interval, IntervalsPerBlock);

    /// <summary>The points of a channel in a block that are before an interval.</summary>
    /// <param name="interval">The interval.</param>
    /// <param name="first">Base index of the block's first sample.</param>
    /// <param name="channel">The channel.</param>
    /// <param name="points">Its points.</param>
    public int PointsBefore(long interval, long first, ChannelDescription channel, int points)
    {
        Int128 distance = (((Int128)interval * SamplesPerInterval) - first) * channel.RateNum;
        return distance <= 0 ? 0 : (int)Int128.Min(points, (distance + channel.RateDen - 1) / channel.RateDen);
    }

    /// <summary>What the reduced stream is.</summary>
    /// <param name="stream">The stream, as far as it is reduced.</param>
    public StreamDescription Describe(StreamDescription stream) => stream with
    {
        BaseRateHz = RateHz,
        PointsPerBlock = PerInterval * IntervalsPerBlock,
        Servo = [.. stream.Servo.Select(Describe)],
        Temp = [.. stream.Temp.Select(Describe)],
        AD = [.. stream.AD.Select(Describe)],
        Reduction = new StreamReduction(StreamReduction.MinMax, stream.BaseRateHz, SamplesPerInterval),
    };

    private ChannelDescription Describe(ChannelDescription channel) => channel.Points == 0
        ? channel
        : channel with { RateNum = 1, RateDen = 1, Points = PerInterval * IntervalsPerBlock };

    private static long Floor(long index, long step) => index >= 0 ? index / step : -((-index + step - 1) / step);
}
