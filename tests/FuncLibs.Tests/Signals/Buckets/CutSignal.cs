using System.Numerics;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Signals.Buckets;

namespace FuncLibs.Tests.Signals.Buckets;

/// <summary>
/// One long signal of three rates, which can be cut into blocks of any size, and its buckets as a plain loop over exact
/// times finds them.
/// </summary>
internal sealed class CutSignal(double baseRateHz, long startNs, int seed)
{
    /// <summary>Every size of a block is a multiple of it: the slowest channel has a point in each.</summary>
    public const int Step = 4;

    /// <summary>Names, with channel rate / base rate.</summary>
    private static readonly (string Name, int Num, int Den)[] Columns =
    [
        ("servo1.activectrl", 1, 1), ("servo1.count", 1, 1), ("servo1.command", 1, 1), ("servo1.output", 1, 1),
        ("servo1.force", 1, 1),
        ("temp1.activectrl", 1, 4), ("temp1.count", 1, 4), ("temp1.command", 1, 4), ("temp1.output", 1, 4),
        ("ad1", 3, 1),
    ];

    public StreamDescription Stream { get; } = new(
        1,
        "main",
        baseRateHz,
        100,
        [new ChannelDescription(0, "", 1, 1, 400, [Column("command"), Column("output"), Column("force")])],
        [new ChannelDescription(0, "", 1, 4, 100, [Column("command"), Column("output")])],
        [new ChannelDescription(0, "", 3, 1, 1200, [Column("value")])],
        [],
        []);

    /// <summary>Due time of a base sample, rounded down, as a rig says it.</summary>
    public long AcquiredNs(long sample) =>
        startNs + (long)(new BigInteger(sample) * 1_000_000_000 / (BigInteger)baseRateHz);

    public CDataBlock Block(long first, int points)
    {
        CDataBlock block = new(Stream.ToLayout()) { FirstSampleIndex = first, SampleRateHz = baseRateHz };
        block.SetGroup(BlockGroup.Servo, 1);
        block.SetGroup(BlockGroup.Temp, 1);
        block.SetGroup(BlockGroup.AD, 1);
        FillControl(block.Channel(BlockGroup.Servo, 0), 0, 1, first, points);
        FillControl(block.Channel(BlockGroup.Temp, 0), 5, 0, first / 4, points / 4);
        BlockChannel input = block.Channel(BlockGroup.AD, 0);
        input.PointCount = points * 3;
        Fill(input.Values, 9, first * 3);
        return block;
    }

    /// <summary>The buckets of a signal by a plain loop.</summary>
    public Dictionary<long, Bucket> Expected(string name, long first, int baseSamples, BucketGrid grid)
    {
        int column = Array.FindIndex(Columns, c => c.Name == name);
        (_, int num, int den) = Columns[column];
        Dictionary<long, Bucket> buckets = [];
        for (long sample = first * num / den; sample < (first + baseSamples) * num / den; sample++)
        {
            long ns = startNs + (long)(new BigInteger(sample) * den * 1_000_000_000 / ((BigInteger)baseRateHz * num));
            double value = Value(column, sample);
            Bucket known =
                buckets.GetValueOrDefault(grid.IndexOf(ns), new Bucket(double.NaN, double.NaN, value, value, 0));
            buckets[grid.IndexOf(ns)] = new Bucket(
                double.MinNumber(known.Min, value),
                double.MaxNumber(known.Max, value),
                known.First,
                value,
                known.Count + 1);
        }

        return buckets;
    }

    public static IEnumerable<string> Names => Columns.Select(column => column.Name);

    private static ColumnDescription Column(string name) => new(name, "", -1, 1, 0);

    private void FillControl(BlockChannel channel, int column, int sensors, long first, int points)
    {
        (channel.PointCount, channel.SensorCount) = (points, sensors);
        for (int i = 0; i < points; i++)
            (channel.ActiveCtrl[i], channel.Count[i]) =
                ((long)Value(column, first + i), (long)Value(column + 1, first + i));
        Fill(channel.Command, column + 2, first);
        Fill(channel.Output, column + 3, first);
        if (sensors > 0)
            Fill(channel.Sensor(0), column + 4, first);
    }

    private void Fill(Span<double> values, int column, long first)
    {
        for (int i = 0; i < values.Length; i++)
            values[i] = Value(column, first + i);
    }

    // Integer columns stay whole numbers; one in eight of the others is NaN.
    private double Value(int column, long sample)
    {
        ulong mixed = ((ulong)sample + ((ulong)column << 40) + (ulong)seed + 1) * 0x9E3779B97F4A7C15;
        mixed ^= mixed >> 29;
        return column is 0 or 1 or 5 or 6
            ? (long)(mixed % 1000)
            : mixed % 8 == 0 ? double.NaN : (double)(mixed >> 20) / (1L << 40);
    }
}
