using FuncLibs.Blocks;

namespace Benchmarks.Serialization.Data;

/// <summary>
/// Blocks of each kind of data, the same on every machine. The JSON sizes of the reference block are those of the
/// blocks that the figures of other libraries in docs/performance.md were taken on, within 3 %.
/// </summary>
public static class BlockData
{
    private const int Seed = 20261121;
    private const int FirstCount = 12_345;
    private const int PointsPerCount = 10;
    private const double RateHz = 30_000;

    /// <summary>A block of a kind and shape.</summary>
    public static CDataBlock Create(DataKind kind, DataShape shape)
    {
        var columns = new ColumnSource(kind, new Noise(Seed));
        var block = new CDataBlock(shape.Layout()) { FirstSampleIndex = 1_234_567_890_123, SampleRateHz = RateHz };
        FillChannels(block, BlockGroup.Servo, columns);
        FillChannels(block, BlockGroup.Temp, columns);
        block.SetGroup(BlockGroup.AD, shape.AD);
        for (int c = 0; c < shape.AD; c++)
        {
            BlockChannel channel = block.Channel(BlockGroup.AD, c);
            channel.Id = c;
            channel.PointCount = shape.ADPoints;
            columns.Fill(channel.Values);
        }

        FillBits(block, BitGroup.In, 3);
        FillBits(block, BitGroup.Out, 5);
        block.Counts = block.ArrayLengths;
        block.IsValid = true;
        return block;
    }

    private static void FillChannels(CDataBlock block, BlockGroup group, ColumnSource columns)
    {
        block.SetGroup(group, block.Layout.Shapes(group).Length);
        for (int c = 0; c < block.ChannelCount(group); c++)
        {
            BlockChannel channel = block.Channel(group, c);
            channel.Id = c;
            channel.PointCount = block.Layout.Shapes(group)[c].Points;
            channel.SensorCount = block.Layout.Shapes(group)[c].Sensors;
            channel.ActiveCtrl.Fill(c % 3);
            for (int p = 0; p < channel.PointCount; p++)
                channel.Count[p] = FirstCount + (p / PointsPerCount);
            columns.Fill(channel.Command);
            columns.Fill(channel.Output);
            for (int s = 0; s < channel.SensorCount; s++)
                columns.Fill(channel.Sensor(s));
        }
    }

    private static void FillBits(CDataBlock block, BitGroup group, int every)
    {
        block.SetBits(group, block.Layout.Bits(group));
        block.BitBytes(group).Clear();
        for (int i = 0; i < block.BitCount(group); i++)
            block.SetBit(group, i, i % every == 0);
    }
}
