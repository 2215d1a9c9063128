using FuncLibs.Signals.Cycles;
using Testing;

namespace FuncLibs.Tests.Signals.Cycles;

/// <summary>Equality on 10^6 points in each run, on 10^7 with TELEMETRY_TESTS_NIGHTLY=1.</summary>
public class RainflowTableTests
{
    private static readonly double[] AstmExample = [-2, 1, -3, 5, -1, 3, -4, 4, -2];
    private static readonly int Points =
        Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1" ? 10_000_000 : 1_000_000;

    [Fact]
    public void Rows_AstmExample_AreThoseOfTheStandard() =>
        Counted(AstmExample).ShouldBe(
            [[3, -0.5, 0.5], [4, -1, 0.5], [4, 1, 1], [6, 1, 0.5], [8, 0, 0.5], [8, 1, 0.5], [9, 0.5, 0.5]]);

    [Fact]
    public void Rows_AstmExampleByRange_AreThoseOfTheStandard() =>
        Counted(AstmExample).GroupBy(row => row[0]).Select(range => (range.Key, range.Sum(row => row[2])))
            .ShouldBe([(3, 0.5), (4, 1.5), (6, 0.5), (8, 1.0), (9, 0.5)]);

    [Theory]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(1000)]
    public void Rows_RandomSteps_EqualTheThreePointForm(int height)
    {
        for (int seed = 0; seed < 300; seed++)
        {
            double[] x = BlockCuts.Steps(seed, seed, height);
            Counted(x).ShouldBe(ThreePoint.Rows(x), $"seed {seed}");
        }
    }

    [Theory]
    [InlineData(9)]
    [InlineData(1_000_000)]
    public void Rows_AnyBlocks_AreThoseOfTheWhole(int height)
    {
        double[] x = BlockCuts.Steps(11, Points, height);
        var cut = new RainflowTable();
        BlockCuts.Each(12, x.Length, (at, count) => cut.Apply(at, x.AsSpan(at, count)));

        Arrays(cut).ShouldBe(Counted(x));
    }

    [Fact]
    public void Rows_AnyBlocks_EqualTheThreePointFormOnManyPoints()
    {
        double[] x = BlockCuts.Steps(13, Points, 60);
        var cut = new RainflowTable();
        BlockCuts.Each(14, x.Length, (at, count) => cut.Apply(at, x.AsSpan(at, count)));

        Arrays(cut).ShouldBe(ThreePoint.Rows(x));
    }

    [Fact]
    public void Rows_SavedInTheMiddle_AreTheSame()
    {
        double[] x = BlockCuts.Steps(15, 30_000, 1_000_000);
        var whole = new RainflowTable(10, 16, 64);
        whole.Apply(0, x);
        var cut = new RainflowTable(10, 16, 64);
        BlockCuts.Each(16, x.Length, (at, count) =>
        {
            cut.Apply(at, x.AsSpan(at, count));
            cut = BlockCuts.Carried(cut, new RainflowTable(10, 16, 64));
        });

        Arrays(cut).ShouldBe(Arrays(whole));
        (cut.Closed, cut.ClosedEarly, cut.ClassWidth).ShouldBe((whole.Closed, whole.ClosedEarly, whole.ClassWidth));
    }

    [Fact]
    public void Rows_Live_AreThoseOfTheSignalSoFar()
    {
        double[] x = BlockCuts.Steps(17, 200, 20);
        var table = new RainflowTable();
        for (int i = 0; i < x.Length; i++)
        {
            table.Apply(i, x.AsSpan(i, 1));
            Arrays(table).ShouldBe(ThreePoint.Rows(x[..(i + 1)]), $"after {i + 1}");
        }
    }

    [Fact]
    public void Rows_NoSamplesOrNoMove_AreNone()
    {
        Counted([]).ShouldBeEmpty();
        Counted([3, 3, 3]).ShouldBeEmpty();
    }

    [Fact]
    public void Rows_NotANumberBetween_ChangesNothing() =>
        Counted([double.NaN, .. AstmExample.SelectMany(x => new[] { x, double.NaN })]).ShouldBe(Counted(AstmExample));

    [Fact]
    public void Gap_BetweenSamples_ChangesNoCount()
    {
        var table = new RainflowTable();
        table.Apply(0, AstmExample.AsSpan(0, 4));
        table.Gap();
        table.Apply(1000, AstmExample.AsSpan(4));

        Arrays(table).ShouldBe(Counted(AstmExample));
    }

    [Fact]
    public void Rows_RangesOfTheBand_AreNotCounted()
    {
        var table = new RainflowTable(4);
        table.Apply(0, AstmExample);

        // -1 to 3 is gone, and the start is the least of what was inside the band.
        Arrays(table).ShouldBe([[6, 1, 0.5], [8, 0, 0.5], [8, 1, 0.5], [9, 0.5, 0.5]]);
    }

    [Fact]
    public void Closed_FullResidue_ClosesTheOldestAsHalves()
    {
        // A growing oscillation closes nothing: 0 1 -1 2 -2 ...; 20 reversals in a residue of 8.
        double[] x = [.. Enumerable.Range(0, 20).Select(i => (i % 2 == 0 ? -1.0 : 1.0) * i)];
        var table = new RainflowTable(0, 8);
        table.Apply(0, x);

        table.ClosedEarly.ShouldBe(11);
        Arrays(table).ShouldBe(ThreePoint.Rows(x));
    }

    [Fact]
    public void Rows_VeryManyRanges_GoIntoClassesAndKeepEveryCycle()
    {
        double[] x = BlockCuts.Noise(19, 50_000);
        var exact = new RainflowTable();
        var classed = new RainflowTable(0, 1024, 256);
        exact.Apply(0, x);
        classed.Apply(0, x);

        exact.ClassWidth.ShouldBe(0);
        classed.ClassWidth.ShouldBeGreaterThan(0);
        Arrays(classed).Length.ShouldBeLessThan(400);
        Arrays(classed).ShouldBe(InClasses(Arrays(exact), classed.ClassWidth));
    }

    [Fact]
    public void Reset_AfterClasses_CountsExactlyAgain()
    {
        var table = new RainflowTable(0, 1024, 64);
        table.Apply(0, BlockCuts.Noise(19, 20_000));
        table.Reset();
        table.Apply(0, AstmExample);

        Arrays(table).ShouldBe(Counted(AstmExample));
    }

    [Fact]
    public void TryLoad_BytesThatEndEarly_AreRefused()
    {
        var table = new RainflowTable();
        table.Apply(0, BlockCuts.Steps(1, 50, 20));

        BlockCuts.RefusesEveryPrefix(table, new RainflowTable());
    }

    [Fact]
    public void TryLoad_OtherBand_IsRefused() =>
        Should.Throw<ShouldAssertException>(() => BlockCuts.Carried(new RainflowTable(1), new RainflowTable(2)));

    [Fact]
    public void Apply_WarmAndIntoClasses_DoesNotAllocate()
    {
        double[] x = BlockCuts.Steps(21, 1_000, 1_000_000);
        var table = new RainflowTable(0, 1024, 64);

        Allocation.OfWarm(() => table.Apply(0, x)).ShouldBe(0);
    }

    private static double[][] InClasses(double[][] rows, double width) =>
    [
        .. rows.GroupBy(row => (Range: Math.Floor(row[0] / width), Mean: Math.Floor(row[1] / width)))
            .OrderBy(row => row.Key.Range).ThenBy(row => row.Key.Mean)
            .Select(
                row => new[] { (row.Key.Range + 0.5) * width, (row.Key.Mean + 0.5) * width, row.Sum(one => one[2]) }),
    ];

    private static double[][] Counted(double[] x)
    {
        var table = new RainflowTable();
        table.Apply(0, x);
        return Arrays(table);
    }

    private static double[][] Arrays(RainflowTable table) => [.. table.Rows().Select(row => row.ToArray())];
}
