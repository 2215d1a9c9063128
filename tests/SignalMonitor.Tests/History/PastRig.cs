using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Signals.Buckets;
using SignalMonitor.History;

namespace SignalMonitor.Tests.History;

/// <summary>
/// A rig of one servo channel, 1000 Hz in blocks of 50, whose blocks a connector saw all and a monitor only from one
/// on.
/// </summary>
internal sealed class PastRig
{
    public const int Points = 50;
    private const int Seconds = 60;
    private readonly long _startNs;

    public PastRig(long startNs = TestStream.AcquiredNs, int connectorSeconds = Seconds)
    {
        _startNs = startNs;
        Connector = new StreamBuckets(new BucketPlan(Stream, connectorSeconds));
    }

    public static StreamDescription Stream { get; } = new(
        1,
        "main",
        1000,
        Points,
        [new ChannelDescription(
            0, "", 1, 1, Points, [Column("command", ""), Column("output", "V"), Column("force", "kN")])],
        [],
        [],
        [],
        []);

    public StreamBuckets Connector { get; }

    public StreamHistory Monitor { get; } = new();

    public long DueNs(int block) => _startNs + (block * 50_000_000L);

    /// <summary>Blocks from one up to another, which is left out.</summary>
    public PastRig Run(int from, int to, bool isLive)
    {
        for (int i = from; i < to; i++)
            Run(i, isLive ? Monitor : null);
        return this;
    }

    /// <summary>One block, which a monitor may hear.</summary>
    public void Run(int index, StreamHistory? monitor)
    {
        CDataBlock block = Block(index);
        Connector.Add(block, DueNs(index));
        monitor?.Add(Stream, Seconds, block, DueNs(index));
    }

    /// <summary>What the connector answers now.</summary>
    public HistoryAnswer Answer(BucketGrid? grid = null)
    {
        BucketTable table = All(Connector, grid ?? Connector.Plan.Grid);
        HistoryAnswer answer = new()
        {
            Stream = 1,
            BucketNs = table.Grid.WidthNs,
            T0 = table.StartNs,
            UntilNs = Connector.Read().UntilNs,
        };
        for (int column = 0; column < table.Columns; column++)
        {
            Bucket[] buckets =
            [
                .. Enumerable
                    .Range(0, table.Buckets)
                    .Select(b => table[b, column].Count == 0 ? Bucket.Empty : table[b, column]),
            ];
            answer.Columns.Add(new HistoryColumn(
                Connector.Plan.Signals[column].Name,
                [.. buckets.Select(b => b.Min)],
                [.. buckets.Select(b => b.Max)],
                [.. buckets.Select(b => b.First)],
                [.. buckets.Select(b => b.Last)],
                [.. buckets.Select(b => b.Count)]));
        }

        return answer;
    }

    /// <summary>The connector tells the monitor.</summary>
    public PastRig Answered(BucketGrid? grid = null)
    {
        Monitor.Append(EarlierHistory.TryFrom(Answer(grid)).ShouldNotBeNull());
        return this;
    }

    /// <summary>What the monitor shows must be what the connector saw, over the same time.</summary>
    public void MonitorShouldShowAll(HistoryView view)
    {
        view.Names.ShouldBe(Connector.Plan.Signals.Select(signal => signal.Name));
        BucketTable expected = All(Connector, view.Table.Grid);
        (view.Table.StartNs, view.Table.EndNs).ShouldBe((expected.StartNs, expected.EndNs));
        for (int column = 0; column < expected.Columns; column++)
        {
            for (int b = 0; b < expected.Buckets; b++)
                view.Table[b, column].ShouldBe(expected[b, column], $"{view.Names[column]}, bucket {b}");
        }
    }

    private static BucketTable All(StreamBuckets buckets, BucketGrid grid)
    {
        BucketState state = buckets.Read();
        long first = grid.IndexOf(state.BeginNs);
        BucketTable table = new();
        table.Reset(
            grid,
            first,
            (int)(grid.IndexOf(buckets.Plan.Grid.StartOf(state.NewestBucket)) - first) + 1,
            buckets.Plan.Signals.Length);
        buckets.AddTo(table, table.StartNs, table.EndNs, [.. Enumerable.Range(0, table.Columns)]);
        return table;
    }

    private static CDataBlock Block(int index)
    {
        var random = new Random(index);
        CDataBlock block = new(Stream.ToLayout()) { FirstSampleIndex = index * (long)Points, SampleRateHz = 1000 };
        block.SetGroup(BlockGroup.Servo, 1);
        BlockChannel channel = block.Channel(BlockGroup.Servo, 0);
        (channel.PointCount, channel.SensorCount) = (Points, 1);
        for (int i = 0; i < Points; i++)
        {
            (channel.ActiveCtrl[i], channel.Count[i]) = (random.Next(3), index);
            (channel.Command[i], channel.Output[i]) = (random.NextDouble(), random.NextDouble());
            channel.Sensor(0)[i] = random.Next(5) == 0 ? double.NaN : random.NextDouble();
        }

        return block;
    }

    private static ColumnDescription Column(string name, string unit) => new(name, unit, -1, 1, 0);
}
