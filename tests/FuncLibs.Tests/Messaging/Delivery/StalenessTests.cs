using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Tests.Messaging.Delivery;

public class StalenessTests
{
    private const ulong Epoch = 7;
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
        _staleness.OnHeartbeat(
            new Heartbeat { SentUtcNs = Sent, LastAcquiredNs = Sent - (ageMs * 1_000_000), Link = link });
        _staleness.State.ShouldBe(expected);
    }

    [Fact]
    public void State_NewestBlockIsTheSame_IsRigStaleForAnyClocks()
    {
        Beat(sentMs: 5000, acquiredMs: 4900).ShouldBe(StaleState.Fresh);
        _time.Advance(900);
        Beat(sentMs: 4950, acquiredMs: 4900).ShouldBe(StaleState.Fresh);
        _time.Advance(100);

        Beat(sentMs: 4950, acquiredMs: 4900).ShouldBe(StaleState.RigStale);
    }

    [Theory]
    [InlineData(3_600_000)]
    [InlineData(-3_600_000)]
    public void State_PublishersClockStepped_FollowsTheBlocksAlone(long stepMs)
    {
        const long Start = 10_000_000;
        Beat(Start, Start - 100);
        _staleness.OnClockStep(Epoch);
        for (int i = 1; i < 20; i++)
        {
            _time.Advance(250);
            Beat(Start + stepMs + (250 * i), Start - 100 + (250 * i)).ShouldBe(StaleState.Fresh);
        }

        _time.Advance(1000);
        Beat(Start + stepMs + 6000, Start - 100 + (250 * 19)).ShouldBe(StaleState.RigStale);
    }

    [Fact]
    public void State_NextRunAfterAStep_ComparesTheAgeWithItsClockAgain()
    {
        _staleness.OnClockStep(Epoch);
        Beat(20_000, 10_000).ShouldBe(StaleState.Fresh);

        Beat(20_000, 10_001, Epoch + 1).ShouldBe(StaleState.RigStale);
    }

    private StaleState Beat(long sentMs, long acquiredMs, ulong epoch = Epoch)
    {
        Heartbeat heartbeat =
            new() { Epoch = epoch, SentUtcNs = sentMs * 1_000_000, LastAcquiredNs = acquiredMs * 1_000_000 };
        heartbeat.Link = LinkState.Online;
        _staleness.OnHeartbeat(heartbeat);
        return _staleness.State;
    }

    private sealed class SteppedTime : TimeProvider
    {
        private long _milliseconds;

        public override long TimestampFrequency => 1000;

        public void Advance(long milliseconds) => _milliseconds += milliseconds;

        public override long GetTimestamp() => _milliseconds;
    }
}
