using FuncLibs.Delivery;
using FuncLibs.Wire.Broadcast;

namespace FuncLibs.Tests.Delivery;

public class StalenessTests
{
    private readonly SteppedTime _time = new();
    private readonly Staleness _staleness;

    public StalenessTests() => _staleness = new Staleness(_time, Staleness.DefaultLimit);

    [Fact]
    public void State_BeforeAnyFrame_IsUnheard() => _staleness.State.ShouldBe(StaleState.Unheard);

    [Fact]
    public void State_SilentForASecond_IsConnectorStale()
    {
        _staleness.OnFrame();
        _time.Advance(999);
        _staleness.State.ShouldBe(StaleState.Fresh);
        _time.Advance(1);
        _staleness.State.ShouldBe(StaleState.ConnectorStale);
    }

    [Theory]
    [InlineData(LinkState.Online, 100, StaleState.Fresh)]
    [InlineData(LinkState.Online, 1000, StaleState.RigStale)]
    [InlineData(LinkState.Offline, 100, StaleState.RigStale)]
    [InlineData(LinkState.Restart, 100, StaleState.RigStale)]
    public void State_AfterAHeartbeat_FollowsLinkAndAge(LinkState link, long ageMs, StaleState expected)
    {
        const long Sent = 1763700315000000000;
        _staleness.OnHeartbeat(new Heartbeat { SentUtcNs = Sent, LastAcquiredNs = Sent - (ageMs * 1_000_000), Link = link });
        _staleness.State.ShouldBe(expected);
    }

    private sealed class SteppedTime : TimeProvider
    {
        private long _milliseconds;

        public override long TimestampFrequency => 1000;

        public void Advance(long milliseconds) => _milliseconds += milliseconds;

        public override long GetTimestamp() => _milliseconds;
    }
}
