using SignalMonitor.Sharing;

namespace SignalMonitor.Tests.Sharing;

public sealed class StationPauseTests
{
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(1);
    private readonly StationPause _pause = new();

    [Fact]
    public void Next_WithoutTheStation_DoublesToSeconds()
    {
        _pause.Next(held: null, 2).ShouldBe(TimeSpan.FromSeconds(0.5));
        _pause.Next(held: null, 2).ShouldBe(TimeSpan.FromSeconds(1));

        Last(held: null, 2).ShouldBe(StationPause.LongestOutside);
    }

    [Theory]
    [InlineData(1, 15)]
    [InlineData(2, 120)]
    public void Next_WithTheStation_IsLongerWhereOthersHaveIt(int candidates, int seconds) =>
        Last(Short, candidates).ShouldBe(TimeSpan.FromSeconds(seconds));

    [Fact]
    public void Next_AfterAWhileWithTheStation_BeginsAnew()
    {
        TimeSpan first = _pause.Next(Short, 2);
        Last(Short, 2);

        _pause.Next(TimeSpan.FromHours(1), 2).ShouldBe(first);
    }

    private TimeSpan Last(TimeSpan? held, int candidates) =>
        Enumerable.Range(0, 20).Select(_ => _pause.Next(held, candidates)).ToArray()[^1];
}
