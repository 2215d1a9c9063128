using FuncLibs.Wire.Broadcast;
using HardwareConnector.Sources;
using Testing;

namespace HardwareConnector.Tests.Sources;

public sealed class SourceFeedsTests : IDisposable
{
    private const int LongMilliseconds = 60_000;
    private readonly SourceFeeds _feeds = new(3, (_, bell) => new SourceFeed(8, bell));

    public void Dispose() => _feeds.Dispose();

    [Fact]
    public void Next_NothingAnywhere_IsNoFeed() => _feeds.Next(0).ShouldBe(-1);

    [Fact]
    public void Next_AllHaveSomething_ServesThemInTurn()
    {
        for (int feed = 0; feed < 3; feed++)
        {
            Give(feed);
            Give(feed);
        }

        int[] served = [.. Enumerable.Range(0, 6).Select(_ => Take())];

        served.ShouldBe([0, 1, 2, 0, 1, 2]);
    }

    [Fact]
    public void Next_OneIsAlwaysFull_TheOthersAreServedAllTheSame()
    {
        List<int> served = [];
        Give(2);
        for (int i = 0; i < 3; i++)
        {
            Give(0);
            Give(0);
            served.Add(Take());
        }

        served.ShouldBe([0, 2, 0]);
    }

    [Fact]
    public void Next_ItemComesWhileItWaits_ComesBackAtOnce()
    {
        int found = -1;
        var consumer = new Thread(() => found = _feeds.Next(LongMilliseconds)) { IsBackground = true };
        consumer.Start();

        Give(1);

        Eventually.True(() => !consumer.IsAlive, "the consumer was woken");
        found.ShouldBe(1);
    }

    [Fact]
    public void IsPilingUp_OneIsOverHalfFull_IsTrue()
    {
        for (int i = 0; i < 4; i++)
            Give(2);
        _feeds.IsPilingUp.ShouldBeFalse();

        Give(2);

        _feeds.IsPilingUp.ShouldBeTrue();
    }

    [Fact]
    public void Next_ThreeProducersAtOnce_LosesNoWakeUp()
    {
        const int Each = 20_000;
        Thread[] producers = [.. Enumerable.Range(0, 3).Select(feed => new Thread(() => Flood(feed, Each)) { IsBackground = true })];
        Array.ForEach(producers, producer => producer.Start());

        // A wait may end early for nothing; one that takes its whole time missed a producer.
        int[] taken = new int[3];
        long start = TimeProvider.System.GetTimestamp();
        while (taken.Sum() < 3 * Each)
        {
            int feed = _feeds.Next(LongMilliseconds);
            while (feed >= 0 && _feeds.All[feed].Ring.TryRead(out _))
                taken[feed]++;
        }

        TimeProvider.System.GetElapsedTime(start).TotalMilliseconds.ShouldBeLessThan(LongMilliseconds);

        taken.ShouldBe([Each, Each, Each]);
    }

    private void Flood(int feed, int items)
    {
        for (int i = 0; i < items; i++)
            _feeds.All[feed].Report(LinkState.Online, default);
    }

    private void Give(int feed) => _feeds.All[feed].Report(LinkState.Online, default);

    private int Take()
    {
        int feed = _feeds.Next(0);
        _feeds.All[feed].Ring.TryRead(out _).ShouldBeTrue();
        return feed;
    }
}
