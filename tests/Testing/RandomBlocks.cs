using System.Collections.Immutable;
using System.Runtime.InteropServices;
using FuncLibs.Blocks;

namespace Testing;

/// <summary>Blocks of random shape and random bit patterns, repeatable by seed.</summary>
public static class RandomBlocks
{
    /// <summary>
    /// A block of up to 4 channels a group, 40 points and 5 sensors; any group may be absent or empty.
    /// </summary>
    public static CDataBlock Create(int seed)
    {
        var random = new Random(seed);
        var layout = new BlockLayout(
            Shapes(random, 5), Shapes(random, 5), Shapes(random, 0), random.Next(80), random.Next(80));
        var block = new CDataBlock(layout)
        {
            FirstSampleIndex = random.NextInt64(long.MinValue, long.MaxValue),
            SampleRateHz = random.Next(4) == 0 ? 0 : Math.Pow(10, random.Next(-4, 8)) * (1 + random.NextDouble()),
        };
        FillChannels(block, BlockGroup.Servo, random);
        FillChannels(block, BlockGroup.Temp, random);
        FillInputs(block, random);
        FillBits(block, BitGroup.In, random);
        FillBits(block, BitGroup.Out, random);
        block.Counts = block.ArrayLengths;
        return block;
    }

    private static ImmutableArray<ChannelShape> Shapes(Random random, int sensors) =>
        [.. Enumerable.Range(0, random.Next(5))
            .Select(_ => new ChannelShape(random.Next(41), sensors == 0 ? 0 : random.Next(sensors + 1)))];

    private static void FillChannels(CDataBlock block, BlockGroup group, Random random)
    {
        if (random.Next(5) == 0)
            return;
        block.SetGroup(group, block.Layout.Shapes(group).Length);
        for (int c = 0; c < block.ChannelCount(group); c++)
        {
            ChannelShape shape = block.Layout.Shapes(group)[c];
            BlockChannel channel = block.Channel(group, c);
            channel.Id = random.Next(int.MinValue, int.MaxValue);
            channel.PointCount = random.Next(shape.Points + 1);

            // Rows do not state the sensors of a channel without points.
            channel.SensorCount = channel.PointCount == 0 ? 0 : random.Next(shape.Sensors + 1);
            FillInts(channel.ActiveCtrl, random, 16);
            FillInts(channel.Count, random, 64);
            FillFloats(channel.Command, random);
            FillFloats(channel.Output, random);
            for (int s = 0; s < channel.SensorCount; s++)
                FillFloats(channel.Sensor(s), random);
        }
    }

    private static void FillInputs(CDataBlock block, Random random)
    {
        if (random.Next(5) == 0)
            return;
        block.SetGroup(BlockGroup.AD, block.Layout.AD.Length);
        for (int c = 0; c < block.Layout.AD.Length; c++)
        {
            BlockChannel channel = block.Channel(BlockGroup.AD, c);
            channel.Id = random.Next(int.MinValue, int.MaxValue);
            channel.PointCount = random.Next(block.Layout.AD[c].Points + 1);
            FillFloats(channel.Values, random);
        }
    }

    private static void FillBits(CDataBlock block, BitGroup group, Random random)
    {
        if (random.Next(5) == 0)
            return;
        block.SetBits(group, random.Next(block.Layout.Bits(group) + 1));
        block.BitBytes(group).Clear();
        for (int i = 0; i < block.BitCount(group); i++)
            block.SetBit(group, i, random.Next(2) == 0);
    }

    // Every width of integer, or one value for the whole column.
    private static void FillInts(Span<long> column, Random random, int bits)
    {
        bool constant = random.Next(3) == 0;
        for (int p = 0; p < column.Length; p++)
            column[p] = constant && p > 0
                ? column[0]
                : random.NextInt64(long.MinValue, long.MaxValue) >> (64 - random.Next(1, bits + 1));
    }

    private static void FillFloats(Span<double> column, Random random)
    {
        if (random.Next(4) == 0)
            column.Fill(RandomDouble(random));
        else
            random.NextBytes(MemoryMarshal.AsBytes(column));
    }

    private static double RandomDouble(Random random) =>
        BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue));
}
