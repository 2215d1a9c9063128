using FuncLibs.Signals.Cycles;

namespace FuncLibs.Tests.Signals.Cycles;

public class RainflowClassesTests
{
    [Fact]
    public void Add_UpToTheLimit_StaysExact()
    {
        var classes = new RainflowClasses(64);
        for (int i = 1; i <= 64; i++)
            classes.Add(0, i, 2);

        (classes.Count, classes.Width).ShouldBe((64, 0));
    }

    [Fact]
    public void Add_OneMore_LeavesHalfOfTheRowsFree()
    {
        var classes = new RainflowClasses(64);
        for (int i = 1; i <= 65; i++)
            classes.Add(0, i, 2);

        // Ranges 1 to 65 in classes of 4; classes of 2 would be 33 of 64 rows.
        (classes.Count, classes.Width).ShouldBe((17, 4));
        Enumerable.Range(0, classes.Count).Sum(row => classes.Row(row).Halves).ShouldBe(130);
    }

    [Theory]
    [InlineData(5e-324)]
    [InlineData(1e-300)]
    [InlineData(1.7e308)]
    public void Add_ManySmallestOrLargestRanges_EndsAndLosesNothing(double scale)
    {
        var classes = new RainflowClasses(64);
        for (int i = 1; i <= 1000; i++)
            classes.Add(scale < 1e-200 ? -i * scale : -scale / i, scale < 1e-200 ? i * scale : scale / i, 1);

        Enumerable.Range(0, classes.Count).Sum(row => classes.Row(row).Halves).ShouldBe(1000);
        classes.Count.ShouldBeLessThanOrEqualTo(64);
    }

    [Fact]
    public void Add_BothZerosAsMean_AreOneRow()
    {
        var classes = new RainflowClasses(64);
        classes.Add(-1, 1, 1);
        classes.Add(1, -1, 1);

        classes.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData(63)]
    [InlineData(100)]
    [InlineData(65_536)]
    public void Constructor_LimitOutOfRange_IsRefused(int limit) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new RainflowClasses(limit));
}
