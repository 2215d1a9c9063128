using FuncLibs.Signals.Cycles;
using Testing;

namespace FuncLibs.Tests.Signals.Cycles;

public class CycleTableTests
{
    private static readonly double[] Signal = [0, 2, 4, 2, 0, -2, 0, 3, 6, 1, -4, 1, 5, 4];

    [Fact]
    public void Rows_TwoCycles_HaveEveryValueOfEach()
    {
        var table = new CycleTable(0, 100);

        table.Apply(50, Signal);

        table
            .Rows()
            .Select(row => row.ToArray())
            .ShouldBe([[58, 6, -2, 8, 2, -2 / 6.0, 100 / 6.0], [62, 5, -4, 9, 0.5, -0.8, 25]]);
    }

    [Fact]
    public void Rows_MoreThanTheCapacity_AreTheNewest()
    {
        double[] x = BlockCuts.Noise(3, 50_000);
        var all = new CycleTable(1, 100);
        var few = new CycleTable(1, 100, 10);
        all.Apply(0, x);
        few.Apply(0, x);

        few.Rows().Select(row => row[0]).ShouldBe(all.Rows().Select(row => row[0]).TakeLast(10));
        few.Dropped.ShouldBe(all.Closed - 10);
    }

    [Fact]
    public void Rows_AnyBlocksAndSaves_AreTheSame()
    {
        double[] x = BlockCuts.Noise(3, 50_000);
        var whole = new CycleTable(1, 100, 40);
        whole.Apply(0, x);
        var cut = new CycleTable(1, 100, 40);
        BlockCuts.Each(5, x.Length, (at, count) =>
        {
            cut.Apply(at, x.AsSpan(at, count));
            cut = BlockCuts.Carried(cut, new CycleTable(1, 100, 40));
        });

        cut.Rows().Select(row => row.ToArray()).ShouldBe(whole.Rows().Select(row => row.ToArray()));
    }

    [Fact]
    public void TryLoad_BytesThatEndEarly_AreRefused()
    {
        var table = new CycleTable(0, 100, 4);
        table.Apply(0, Signal);

        BlockCuts.RefusesEveryPrefix(table, new CycleTable(0, 100, 4));
    }

    [Fact]
    public void Apply_Warm_DoesNotAllocate()
    {
        double[] x = BlockCuts.Noise(1, 1_000);
        var table = new CycleTable(0, 100);

        Allocation.OfWarm(() => table.Apply(0, x)).ShouldBe(0);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(65_537)]
    public void Constructor_CapacityOutOfRange_IsRefused(int capacity) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new CycleTable(0, 100, capacity));
}
