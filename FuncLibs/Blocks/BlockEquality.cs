using System.Runtime.InteropServices;

namespace FuncLibs.Blocks;

/// <summary>Compares two blocks by what they hold, bit for bit; their layouts may differ.</summary>
public static class BlockEquality
{
    /// <summary>The first difference in words; null when there is none. Allocates only for a difference.</summary>
    public static string? Difference(CDataBlock a, CDataBlock b)
    {
        if (a.FirstSampleIndex != b.FirstSampleIndex)
            return $"firstSampleIndex {a.FirstSampleIndex} {b.FirstSampleIndex}";
        if (BitConverter.DoubleToInt64Bits(a.SampleRateHz) != BitConverter.DoubleToInt64Bits(b.SampleRateHz))
            return $"sampleRateHz {a.SampleRateHz} {b.SampleRateHz}";
        if (a.Counts != b.Counts)
            return $"counts {a.Counts} {b.Counts}";
        return Groups(a, b) ?? Bits(a, b, BitGroup.In) ?? Bits(a, b, BitGroup.Out);
    }

    private static string? Groups(CDataBlock a, CDataBlock b)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            if (a.IsPresent(group) != b.IsPresent(group) || a.ChannelCount(group) != b.ChannelCount(group))
                return $"{group}: {a.IsPresent(group)} {a.ChannelCount(group)}, {b.IsPresent(group)} "
                    + $"{b.ChannelCount(group)}";
            for (int c = 0; c < a.ChannelCount(group); c++)
            {
                if (Channels(a.Channel(group, c), b.Channel(group, c)) is { } difference)
                    return $"{group}[{c}] {difference}";
            }
        }

        return null;
    }

    private static string? Channels(BlockChannel a, BlockChannel b)
    {
        if (a.Id != b.Id || a.PointCount != b.PointCount)
            return $"id {a.Id} {b.Id}, points {a.PointCount} {b.PointCount}";
        if (a.Group == BlockGroup.AD)
            return Same(a.Values, b.Values) ? null : "values";
        if (a.SensorCount != b.SensorCount)
            return $"sensors {a.SensorCount} {b.SensorCount}";
        for (int s = 0; s < a.SensorCount; s++)
        {
            if (!Same(a.Sensor(s), b.Sensor(s)))
                return $"sensor {s}";
        }

        return !a.ActiveCtrl.SequenceEqual(b.ActiveCtrl) ? "activeCtrl"
            : !a.Count.SequenceEqual(b.Count) ? "count"
            : !Same(a.Command, b.Command) ? "command"
            : !Same(a.Output, b.Output) ? "output"
            : null;
    }

    private static bool Same(Span<double> a, Span<double> b) =>
        MemoryMarshal.AsBytes(a).SequenceEqual(MemoryMarshal.AsBytes(b));

    private static string? Bits(CDataBlock a, CDataBlock b, BitGroup group) =>
        a.IsPresent(group) == b.IsPresent(group)
        && a.BitCount(group) == b.BitCount(group)
        && a.BitBytes(group).SequenceEqual(b.BitBytes(group))
            ? null
            : $"bits {group}";
}
