using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Sources;
using Testing;

namespace HardwareConnector.Tests.Sources;

public sealed class SourceFeedsTests : IDisposable
{
    private const int LongMilliseconds = 20_000;
    private readonly SourceFeeds _feeds = new(3, (_, signal) => new SourceFeed(8, signal));

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
    public void Next_OneItemAtATime_LosesNoWakeUp()
    {
        const int Items = 20_000;
        const double LongestSeconds = 10;
        int turn = -1;
        Thread[] producers = [.. Enumerable.Range(0, 3).Select(first => new Thread(() =>
        {
            for (int item = first; item < Items; item += 3)
            {
                SpinWait wait = default;
                while (Volatile.Read(ref turn) < item)
                    wait.SpinOnce(sleep1Threshold: -1);
                Give(first);
            }
        }) { IsBackground = true })];
        Array.ForEach(producers, producer => producer.Start());

        // Nobody else gives anything before the item is taken: a wake-up that is lost is made up for by none, and the
        // wait takes its time.
        for (int item = 0; item < Items; item++)
        {
            Volatile.Write(ref turn, item);
            long start = TimeProvider.System.GetTimestamp();
            int feed = _feeds.Next(LongMilliseconds);
            while (feed < 0)
                feed = _feeds.Next(LongMilliseconds);
            TimeProvider.System.GetElapsedTime(start).TotalSeconds.ShouldBeLessThan(LongestSeconds, $"item {item}");
            feed.ShouldBe(item % 3);
            _feeds.All[feed].Ring.TryRead(out _).ShouldBeTrue();
        }

        Array.ForEach(producers, producer => producer.Join());
    }

    private void Give(int feed) => _feeds.All[feed].Report(LinkState.Online, default);

    private int Take()
    {
        int feed = _feeds.Next(0);
        _feeds.All[feed].Ring.TryRead(out _).ShouldBeTrue();
        return feed;
    }
}
