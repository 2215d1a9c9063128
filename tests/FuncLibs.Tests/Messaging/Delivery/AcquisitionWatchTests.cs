using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Broadcast;
using Testing;

namespace FuncLibs.Tests.Messaging.Delivery;

public class AcquisitionWatchTests
{
    private const long Ms = 1_000_000;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(1);
    private readonly FakeTime _time = new();
    private readonly AcquisitionWatch _watch = new();

    [Theory]
    [InlineData(LinkState.Online, 999, false)]
    [InlineData(LinkState.Unknown, 999, false)]
    [InlineData(LinkState.Online, 1000, true)]
    [InlineData(LinkState.Offline, 0, true)]
    [InlineData(LinkState.Restart, 0, true)]
    public void IsStale_FirstWord_FollowsLinkAndAge(LinkState link, long ageMs, bool expected) =>
        _watch.IsStale(link, (5000 - ageMs) * Ms, 5000 * Ms, Limit, _time).ShouldBe(expected);

    [Fact]
    public void IsStale_NoBlockYet_IsTrueAtAnyTime() =>
        _watch.IsStale(LinkState.Online, 0, null, Limit, _time).ShouldBeTrue();

    [Fact]
    public void IsStale_ClockStepped_OnlyMovementCounts()
    {
        _watch.IsStale(LinkState.Online, 5 * Ms, null, Limit, _time).ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(999));
        _watch.IsStale(LinkState.Online, 5 * Ms, null, Limit, _time).ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(1));

        _watch.IsStale(LinkState.Online, 5 * Ms, null, Limit, _time).ShouldBeTrue();
        _watch.IsStale(LinkState.Online, 6 * Ms, null, Limit, _time).ShouldBeFalse();
    }
}
