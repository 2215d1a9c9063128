using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;
using SignalMonitor.History;

namespace SignalMonitor.Tests.History;

/// <summary>A window that begins before the memory of a monitor, of which the disk has the older part.</summary>
public sealed class KeptHistoryTests
{
    private const double BaseRateHz = 10;
    private const int MemorySeconds = 10;
    private readonly StreamDescription _description = TestStream.Description with { BaseRateHz = BaseRateHz };
    private readonly StreamHistory _memory = new();
    private readonly StreamBuckets _all;

    public KeptHistoryTests()
    {
        _all = new StreamBuckets(new BucketPlan(_description, 100));
        CDataBlock block = TestStream.Block();
        for (int i = 0; i < 200; i++)
        {
            block.FirstSampleIndex = 3 * i;
            long acquiredNs = TestStream.AcquiredNs + SampleClock.NsOf(block.FirstSampleIndex, BaseRateHz);
            block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(i % 37);
            _all.Add(block, acquiredNs);
            _memory.Add(_description, MemorySeconds, block, acquiredNs);
        }
    }

    [Theory]
    [InlineData(60, 2048)]
    [InlineData(45, 100)]
    [InlineData(2_678_400, 600)]
    public void Read_WindowBeforeTheMemory_IsAsIfTheMemoryHadAll(int seconds, int buckets)
    {
        HistoryReader.ReachesBack(_memory, seconds, null).ShouldBeTrue();

        HistoryView view = HistoryReader.Read(_memory, "*", seconds, buckets, null, new Kept(_all))!;

        BucketTable expected = new();
        expected.Reset(view.Table.Grid, view.Table.First, view.Table.Buckets, view.Names.Length);
        _all.AddTo(expected, expected.StartNs, expected.EndNs, [.. Enumerable.Range(0, view.Names.Length)]);
        for (int column = 0; column < view.Names.Length; column++)
        {
            for (int row = 0; row < expected.Buckets; row++)
                view.Table[row, column].ShouldBe(expected[row, column]);
        }

        view.Table.Buckets.ShouldBeGreaterThan(1);
    }

    [Fact]
    public void ReachesBack_WindowWithinTheMemory_DoesNot() =>
        HistoryReader.ReachesBack(_memory, MemorySeconds - 2, null).ShouldBeFalse();

    private sealed class Kept(StreamBuckets all) : IKeptHistory
    {
        public long BeginNs => all.Read().BeginNs;

        public void AddTo(BucketTable table, IReadOnlyList<string> names, long fromNs, long toNs) =>
            all.AddTo(table, fromNs, toNs, [.. Enumerable.Range(0, names.Count)]);
    }
}
