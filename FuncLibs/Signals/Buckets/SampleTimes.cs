using FuncLibs.Runtime.Timing;

namespace FuncLibs.Signals.Buckets;

/// <summary>
/// When the samples of a channel are due, relative to the first of its block. Point p is at base index i = first + p
/// * den / num of the stream's clock; its offset is floor(i / base) - floor(first / base), both in ns. The same sample
/// has the same time however the samples were cut into blocks, as long as the rig counts from one moment on (acquired =
/// start + floor(first / base)). Integers throughout for whole base rates; float64, to 2^53 ns, for others.
/// </summary>
/// <param name="BaseRateHz">Rate of the base clock. One that is not finite and above 0 puts all samples at the
/// first.</param>
/// <param name="RateNum">Channel rate / base rate = num / den.</param>
/// <param name="RateDen">See <paramref name="RateNum"/>.</param>
public readonly record struct SampleTimes(double BaseRateHz, int RateNum, int RateDen)
{
    private const long MaxOffsetNs = 1L << 60;

    /// <summary>ns from the first sample of a block to point <paramref name="point"/>.</summary>
    /// <param name="firstIndex">Base index of the block's first sample.</param>
    /// <param name="point">0 or more.</param>
    public long OffsetNs(long firstIndex, long point)
    {
        if (point == 0 || !(BaseRateHz > 0 && double.IsFinite(BaseRateHz)) || RateNum <= 0)
            return 0;

        // Whole seconds of the base clock are whole ns: without them the numbers stay small for as long as a rig may
        // run.
        double channelRate = BaseRateHz * RateNum;
        long whole = (long)BaseRateHz;
        long first = whole == BaseRateHz ? ((firstIndex % whole) + whole) % whole : firstIndex;
        long ns = NsOf(((Int128)first * RateNum) + ((Int128)point * RateDen), channelRate) - NsOf(first, BaseRateHz);
        return Math.Clamp(ns, 0, MaxOffsetNs);
    }

    /// <summary>How many of a block's points are due before <paramref name="offsetNs"/>.</summary>
    /// <param name="firstIndex">Base index of the block's first sample.</param>
    /// <param name="offsetNs">ns from its first sample.</param>
    /// <param name="points">Points of the block.</param>
    public int CountBefore(long firstIndex, long offsetNs, int points)
    {
        (int low, int high) = (0, points);
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (OffsetNs(firstIndex, middle) < offsetNs)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    // Rounded down; the usual numbers need no 128-bit division, which takes ten times as long.
    private static long NsOf(Int128 samples, double rateHz)
    {
        const long Largest = long.MaxValue / UtcClock.NanosecondsPerSecond;
        long whole = (long)rateHz;
        if (whole != rateHz)
            return (long)Math.Clamp(
                (double)samples / rateHz * UtcClock.NanosecondsPerSecond, -MaxOffsetNs, MaxOffsetNs);
        if (samples >= 0 && samples <= Largest)
            return (long)samples * UtcClock.NanosecondsPerSecond / whole;
        return (long)Int128.Clamp(samples * UtcClock.NanosecondsPerSecond / whole, -MaxOffsetNs, MaxOffsetNs);
    }
}
