using FuncLibs.Blocks;

namespace FuncLibs.Tests;

/// <summary>Blocks at the edges of their types.</summary>
internal static class EdgeBlocks
{
    /// <summary>The 15 doubles E of columns-edge, as bit patterns where a literal would not keep them.</summary>
    public static double[] Values { get; } =
    [
        0, -0.0, double.Epsilon, -double.Epsilon, double.MaxValue, double.MinValue, double.PositiveInfinity,
        double.NegativeInfinity,
        BitConverter.UInt64BitsToDouble(0x7FF8DEADBEEF0001), BitConverter.UInt64BitsToDouble(0xFFF0000000000001),
        Math.PI, 1e308, 2.2250738585072014e-308, 4294967296, 0.1,
    ];

    /// <summary>columns-edge: [1, 2^63-1, -0.0, one channel [-1, 15, 14 x -32768 then 32767, Count -2^63, E, E, NaN],
    /// [], nil, [0, empty], [3, 0x05]].</summary>
    public static CDataBlock Columns()
    {
        var block = new CDataBlock(new BlockLayout([new ChannelShape(15, 1)], [], [], 0, 3))
        {
            FirstSampleIndex = long.MaxValue,
            SampleRateHz = -0.0,
        };
        block.SetGroup(BlockGroup.Servo, 1);
        block.SetGroup(BlockGroup.Temp, 0);
        block.SetBits(BitGroup.In, 0);
        block.SetBits(BitGroup.Out, 3);
        block.BitBytes(BitGroup.Out)[0] = 0x05;
        BlockChannel channel = block.Channel(BlockGroup.Servo, 0);
        channel.Id = -1;
        channel.PointCount = 15;
        channel.SensorCount = 1;
        channel.ActiveCtrl.Fill(short.MinValue);
        channel.ActiveCtrl[14] = short.MaxValue;
        channel.Count.Fill(long.MinValue);
        Values.CopyTo(channel.Command);
        Values.CopyTo(channel.Output);
        channel.Sensor(0).Fill(BitConverter.UInt64BitsToDouble(0x7FF8000000000000));
        block.Counts = block.ArrayLengths;
        return block;
    }

    /// <summary>Makes every NaN of a block the one of .NET, for formats that know only one.</summary>
    public static void ReplacePayloads(CDataBlock block)
    {
        block.SampleRateHz = OneNaN(block.SampleRateHz);
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            for (int c = 0; c < block.ChannelCount(group); c++)
            {
                BlockChannel channel = block.Channel(group, c);
                if (group == BlockGroup.AD)
                {
                    ReplacePayloads(channel.Values);
                    continue;
                }

                ReplacePayloads(channel.Command);
                ReplacePayloads(channel.Output);
                for (int s = 0; s < channel.SensorCount; s++)
                    ReplacePayloads(channel.Sensor(s));
            }
        }
    }

    private static void ReplacePayloads(Span<double> column)
    {
        foreach (ref double value in column)
            value = OneNaN(value);
    }

    private static double OneNaN(double value) => double.IsNaN(value) ? double.NaN : value;
}
