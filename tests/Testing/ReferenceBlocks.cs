using FuncLibs.Blocks;

namespace Testing;

/// <summary>
/// Blocks filled by the value formula of the golden vectors: for group g (0 servo, 1 temperature, 2 AD), channel c,
/// point p, sensor s (100 = Command, 101 = Output, 0 for AD), <c>k = (g*15485863 + c*7919 + p*104729 + s*1299709) %
/// 20001 - 10000; value = k / 1000.0</c>. ActiveCtrl = c % 3; Count = firstSampleIndex + p/10; BitIn[i] = (i % 3 == 0);
/// BitOut[i] = (i % 5 == 0); rate 30000; ChannelId = c.
/// </summary>
public static class ReferenceBlocks
{
    public const int CommandSensor = 100;
    public const int OutputSensor = 101;
    public const double SampleRateHz = 30000;

    /// <summary>columns-small, rows-small.</summary>
    public static ReferenceShape Small { get; } = new(new(2, 3, 2), new(1, 2, 2), new(2, 4, 0), 8, 3, 1234567890123);

    /// <summary>rows-counts.</summary>
    public static ReferenceShape Counts { get; } = new(new(2, 4, 3), default, new(5, 4, 0), 8, 8, 0);

    /// <summary>columns-reference, rows-reference: the reference block of docs/architecture.md.</summary>
    public static ReferenceShape Reference { get; } =
        new(new(8, 100, 8), new(6, 50, 4), new(16, 200, 0), 32, 32, 9007199254740993);

    /// <summary>columns-mixed.</summary>
    public static ReferenceShape Mixed { get; } = new(new(2, 5, 3), new(1, 1, 1), new(2, 4, 0), 9, 1, 7);

    /// <summary>One value of the formula.</summary>
    public static double Value(long group, long channel, long point, long sensor) =>
        (((group * 15485863) + (channel * 7919) + (point * 104729) + (sensor * 1299709)) % 20001 - 10000) / 1000.0;

    /// <summary>A block of a shape, with the layout that just holds it.</summary>
    public static CDataBlock Create(ReferenceShape shape)
    {
        var block = new CDataBlock(shape.Layout());
        Fill(block, shape);
        return block;
    }

    /// <summary>Fills a block whose layout holds the shape.</summary>
    public static void Fill(CDataBlock block, ReferenceShape shape)
    {
        block.Clear();
        block.FirstSampleIndex = shape.FirstSampleIndex;
        block.SampleRateHz = SampleRateHz;
        FillChannels(block, BlockGroup.Servo, shape.Servo, shape.FirstSampleIndex);
        FillChannels(block, BlockGroup.Temp, shape.Temp, shape.FirstSampleIndex);
        block.SetGroup(BlockGroup.AD, shape.AD.Channels);
        for (int c = 0; c < shape.AD.Channels; c++)
        {
            BlockChannel channel = block.Channel(BlockGroup.AD, c);
            channel.Id = c;
            channel.PointCount = shape.AD.Points;
            FillColumn(channel.Values, BlockGroup.AD, c, 0);
        }

        FillBits(block, BitGroup.In, shape.BitIn, 3);
        FillBits(block, BitGroup.Out, shape.BitOut, 5);
        block.Counts = block.ArrayLengths;
        block.IsValid = true;
    }

    private static void FillChannels(CDataBlock block, BlockGroup group, GroupShape shape, long firstSampleIndex)
    {
        block.SetGroup(group, shape.Channels);
        for (int c = 0; c < shape.Channels; c++)
        {
            BlockChannel channel = block.Channel(group, c);
            channel.Id = c;
            channel.PointCount = shape.Points;
            channel.SensorCount = shape.Sensors;
            channel.ActiveCtrl.Fill(c % 3);
            for (int p = 0; p < shape.Points; p++)
                channel.Count[p] = firstSampleIndex + (p / 10);
            FillColumn(channel.Command, group, c, CommandSensor);
            FillColumn(channel.Output, group, c, OutputSensor);
            for (int s = 0; s < shape.Sensors; s++)
                FillColumn(channel.Sensor(s), group, c, s);
        }
    }

    private static void FillColumn(Span<double> column, BlockGroup group, int channel, int sensor)
    {
        for (int p = 0; p < column.Length; p++)
            column[p] = Value((int)group, channel, p, sensor);
    }

    private static void FillBits(CDataBlock block, BitGroup group, int bits, int every)
    {
        block.SetBits(group, bits);
        block.BitBytes(group).Clear();
        for (int i = 0; i < bits; i++)
            block.SetBit(group, i, i % every == 0);
    }
}
